"""How reading the pages of a shop goes. Times are UTC milliseconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageRead:
    """One attempt that ended, as the health of its shop counts it: a page once, when its crawl first tells of it."""

    shop: str
    """A platform, or other/<registrable domain>."""
    ended_at: int
    failed: bool
    """No offer, one that was dropped or quarantined, or a refusal."""
    zero_price: bool
    yielded: bool
    """A price was recorded."""
    person: str | None = None
    """The one volunteer on whose word it rests. None: an operator's worker saw it, or two persons did."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Attempts that ended since shops' health was last read, oldest first."""

    read_to: int
    """Where the last reading stopped."""
    read_up_to: int
    """Where the next one begins, once these pages are recorded."""
    pages: tuple[PageRead, ...]
    """Only those that say something of reading."""
    more: bool
    """The limit was reached: there is more."""


@dataclass(frozen=True, slots=True)
class ShopWindow:
    """How reading went for a number of one shop's pages in a row. `shop`: a platform, or other/<registrable domain>."""

    shop: str
    number: int
    """1, 2, 3 … within the shop."""
    begins_at: int
    ends_at: int
    pages: int
    """Pages that were read, or not, or refused."""
    failed: int
    """Of those: no offer, one that was dropped or quarantined, or a refusal."""
    zero_prices: int
    yielded: int
    """Prices recorded."""


@dataclass(frozen=True, slots=True)
class ShopHealth:
    """A shop's last windows, oldest first; the last one may not be full yet."""

    shop: str
    judged_from: int
    """When the shop was last resumed (0: never). Crawls that ended up to then do not count."""
    windows: tuple[ShopWindow, ...]

    @property
    def counted(self) -> tuple[ShopWindow, ...]:
        """The windows since the shop was resumed."""
        return tuple(window for window in self.windows if window.begins_at > self.judged_from)
