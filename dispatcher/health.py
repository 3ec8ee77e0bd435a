"""Whether a shop's pages can still be read. Two bad windows in a row pause the shop, with an error in the log.

A window is at least 50 pages of crawls that say something of reading; it is bad when half of them failed: no offer,
one that was dropped or quarantined, or a refusal. Sold out without a price is no failure; a page that is gone, a
network error and a refusal by robots.txt do not count. No single volunteer switches a shop off: of each look, the
failures of the one volunteer who reported most of them are left out, unless another person or an operator saw the
same. A page counts when it is seen, and once however often it is tried again: retries are of failed pages only, and
would make a third of the pages look like three quarters. One look fills at most one window, so what comes in a bunch
is judged with all that came beside it, and two windows are two looks.

Fifty, because a shop with 35 % failing pages has both of two windows bad in 15 of 1,000 cases when they hold twenty, in
1.3 when forty, in 0.4 when fifty (benchmarks/shop_health.py). The jobs of a paused shop wait; they do not fail. An
operator resumes it with `crawlfleet jobs resume`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from common.output.typable import typable
from common.store import PageRead, ShopHealth, ShopWindow, Unread
from common.store.health import HealthStore
from dispatcher import metrics
from dispatcher.shop_shares import ShopShares

log = logging.getLogger("crawlfleet.dispatcher.health")

WINDOW_PAGES = 50
BAD_SHARE = 0.5
BAD_WINDOWS = 2
PAGES_AT_ONCE = 2000
ROUNDS = 10
"""One call of look_after reads at most this many batches of PAGES_AT_ONCE pages and leaves the rest to the next call.
In a backlog each batch fills a window of its own."""


def is_full(window: ShopWindow) -> bool:
    return window.pages >= WINDOW_PAGES


def grown(health: ShopHealth, pages: Sequence[PageRead]) -> ShopWindow | None:
    """The window that these pages (oldest first) add to or begin, however many they are; None when none counts."""
    pages = [page for page in pages if page.ended_at > health.judged_from]
    if not pages:
        return None
    last = health.counted[-1] if health.counted else None
    if last is None or is_full(last):
        last = _empty(health.shop, 1 + max((one.number for one in health.windows), default=0), pages[0])
    return _with(last, pages)


def without_one(pages: Sequence[PageRead]) -> list[PageRead]:
    """These pages without the failures of the one volunteer who reports most of them.

    A window that is bad even so is bad by the word of at least two persons. Pages that could be read always count,
    whoever reports them.
    """
    failures = Counter(page.person for page in pages if page.failed and page.person is not None)
    loudest = max(failures, key=lambda person: failures[person], default=None)
    return [page for page in pages if loudest is None or not page.failed or page.person != loudest]


def _empty(shop: str, number: int, first: PageRead) -> ShopWindow:
    return ShopWindow(shop, number, first.ended_at, first.ended_at, 0, 0, 0, 0)


def _with(window: ShopWindow, pages: Sequence[PageRead]) -> ShopWindow:
    return replace(
        window,
        ends_at=pages[-1].ended_at,
        pages=window.pages + len(pages),
        failed=window.failed + sum(page.failed for page in pages),
        zero_prices=window.zero_prices + sum(page.zero_price for page in pages),
        yielded=window.yielded + sum(page.yielded for page in pages),
    )


def verdict(windows: Sequence[ShopWindow]) -> str | None:
    """Why a shop with these windows (oldest first) is to be paused, with the figures; None when it is not."""
    last = [window for window in windows if is_full(window)][-BAD_WINDOWS:]
    if len(last) < BAD_WINDOWS or any(one.failed < BAD_SHARE * one.pages for one in last):
        return None
    told = " and ".join(f"{one.failed} of {one.pages}" for one in last)
    zero = sum(one.zero_prices for one in last)
    zeroes = f", {zero} of them with a price of zero" if zero else ""
    return (
        f"reading switched off: {told} pages could not be read as products{zeroes}. "
        f"When reading works again: crawlfleet jobs resume {typable(last[0].shop, 'SHOP')}"
    )


async def look_after(health: HealthStore, shares: ShopShares) -> list[str]:
    """Count the attempts that ended since the last call and pause shops that went bad. Returns the shops paused now.

    `shares` tells of the windows that are full now. Raises StoreError. Two dispatchers at once count each page once and
    pause a shop once.
    """
    off: list[str] = []
    for _ in range(ROUNDS):
        unread = await health.unread(limit=PAGES_AT_ONCE)
        if unread is None:
            break
        off += await _add_up(health, unread, shares)
        if not unread.more:
            break
    return off


async def _add_up(health: HealthStore, unread: Unread, shares: ShopShares) -> list[str]:
    pages: dict[str, list[PageRead]] = {}
    for page in unread.pages:
        pages.setdefault(page.shop, []).append(page)
    standing = await health.standing(list(pages)) if pages else {}
    put: list[ShopWindow] = []
    bad: dict[ShopHealth, str] = {}
    for shop, own in pages.items():
        window = grown(standing[shop], without_one(own))
        if window is None:
            continue
        put.append(window)
        merged = {one.number: one for one in (*standing[shop].counted, window)}
        reason = verdict(list(merged.values()))
        if reason is not None:
            bad[standing[shop]] = reason
    off = await health.record(unread, put, bad)
    shares.tell(window for window in put if is_full(window))
    _say_off({one.shop: why for one, why in bad.items() if one.shop in off})
    return off


def _say_off(off: Mapping[str, str]) -> None:
    for shop, reason in off.items():
        metrics.switched_off.labels(shop).inc()
        log.error(
            "%s: its jobs wait; %s",
            shop,
            reason,
            extra={"platform": shop, "status": "switched off", "reason": reason},
        )
