"""Whether this machine has a network, and what else crawls need (a file handle, a process to read pages in), as its own
crawls tell; without it a worker takes nothing and looks again.

Pauses grow from LOOK_AFTER_SECONDS to LONGEST_SECONDS, and begin anew once a crawl has ended otherwise.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from common.errors import ErrorCode, PerhapsOurs
from common.outcome.crawl_outcome import CrawlOutcome, GivenBack
from common.output.no_handles import no_handles_left

LOOK_AFTER_SECONDS = 5.0
LONGEST_SECONDS = 300.0

Look = Callable[[], Awaitable[str | None]]
"""Why there is no network now; None when there may be one."""
WhyOurs = Callable[[PerhapsOurs, float], Awaitable[str | None]]
"""Why this machine's own network is to blame for a failure; None when it is not. The second is when the request began
(monotonic)."""


_LACKS = {ErrorCode.NO_NETWORK: "no network", ErrorCode.NO_MEANS: "no means to crawl"}


async def _assumed() -> str | None:
    return None


async def _handles() -> str | None:
    return no_handles_left()


class Network:
    """Told how each crawl ended, it says whether to take more."""

    def __init__(self, look: Look = _assumed, *, monotonic: Callable[[], float]) -> None:
        self._look = look
        self._monotonic = monotonic
        self._why: str | None = None
        self._lacks = ErrorCode.NO_NETWORK
        self.was_lost = False
        """Since the last crawl that ended otherwise: what is away may be away because of it."""
        self._pause_seconds = LOOK_AFTER_SECONDS
        self._waited_seconds = 0.0
        self._look_at = 0.0

    def note(self, outcome: CrawlOutcome) -> None:
        """A crawl ended so. Several that fail at once are one loss."""
        if isinstance(outcome, GivenBack) and outcome.error_code in _LACKS:
            if self._why is None:
                self._lacks = outcome.error_code
                self._lost(outcome.detail)
        elif not isinstance(outcome, GivenBack):
            self._why, self._pause_seconds, self.was_lost = None, LOOK_AFTER_SECONDS, False

    @property
    def lost(self) -> bool:
        """Nothing more is to be taken until absent() says so."""
        return self._why is not None

    async def absent(self) -> str | None:
        """What to say while there is none; None when there may be one, so that a crawl can tell."""
        if self._why is None:
            return None
        if self._monotonic() >= self._look_at:
            why = await (self._look() if self._lacks is ErrorCode.NO_NETWORK else _handles())
            if why is None:
                self._why = None
                return None
            self._lost(why)
        return f"{_LACKS[self._lacks]}: {self._why.rstrip('.')}; looking again every {self._waited_seconds:.0f} s"

    def _lost(self, why: str) -> None:
        self._why, self.was_lost = why, True
        self._waited_seconds = self._pause_seconds
        self._look_at = self._monotonic() + self._pause_seconds
        self._pause_seconds = min(2 * self._pause_seconds, LONGEST_SECONDS)
