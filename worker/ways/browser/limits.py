"""How much one page may take of the browser, and the browser of the machine. Compiled in: no setting loosens them."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class PageLimits:
    """Of one page that is looked at. The defaults are what work uses; tests take smaller ones."""

    requests: int = 300
    """Of every kind, refused ones among them; redirects count each."""
    documents: int = 12
    """Pages and frames among the requests."""
    wire_bytes: int = 15_000_000
    """Both directions together."""
    dom_chars: int = 10_000_000
    """Of the finished page, as HTML. A longer one is refused."""
    answer_bytes: int = 2_000_000
    """Of one JSON answer that is kept; a longer one is left out."""
    answers: int = 12
    open_seconds: float = 40.0
    """Until the page's document is there; turns and robots.txt are not counted."""
    settle_seconds: float = 15.0
    """From then until it is read whatever it does."""
    late_seconds: float = 4.0
    """How long a quiet page that shows no product yet may stay quiet."""
    quiet_seconds: float = 0.4
    """Nothing under way and nothing changed for so long: the page has settled."""
    step_seconds: float = 10.0
    """One word with the browser that needs no network. Past it, it hangs."""
    reads: int = 4
    """How often one page is read while it fills."""


@dataclass(frozen=True, slots=True)
class BrowserLimits:
    """Of the browser's processes, on top of each other."""

    pages: int = 50
    """Then a fresh one begins."""
    memory_bytes: int = 2048 * MIB
    """All its processes' resident memory, its driver's, and what this process took since the page began; what they
    share counts for each."""
    left_bytes: int = 512 * MIB
    """Pages may leave so much behind in it and its driver; then a fresh one begins, so that none is ended for it."""
    free_bytes: int = 2048 * MIB
    """So much must be available before one starts."""
    start_seconds: float = 60.0
    stop_seconds: float = 5.0
    """To end by itself; then it is killed."""
    look_seconds: float = 0.25
