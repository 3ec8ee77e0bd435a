"""Whether a shop's pages can still be read. Two bad windows in a row switch its reading off, loudly.

A window is at least 20 pages that were read or should have been. Failed are pages that gave no offer, or one that was
dropped or quarantined; sold out without a price is no failure, nor is a page that is gone, a network error or a refusal
by robots.txt. The shop's jobs then wait; they do not fail. An operator turns it on again (`crawlfleet jobs resume`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import groupby

from common.settings import PLATFORMS
from common.store import HealthStore, ShopWindow
from dispatcher import metrics

log = logging.getLogger("crawlfleet.dispatcher.health")

WINDOW_PAGES = 20
BAD_SHARE = 0.5
BAD_WINDOWS = 2


def is_full(window: ShopWindow) -> bool:
    return window.pages >= WINDOW_PAGES


def verdict(windows: Sequence[ShopWindow]) -> str | None:
    """Why a shop with these last windows (the newest first) is to be switched off; None when it is not."""
    last = windows[:BAD_WINDOWS]
    if len(last) < BAD_WINDOWS or any(one.failed < BAD_SHARE * one.pages for one in last):
        return None
    told = " and ".join(f"{one.failed} of {one.pages}" for one in reversed(last))
    zero = sum(one.zero_prices for one in last)
    zeroes = f", {zero} of them prices of zero" if zero else ""
    return f"reading switched off: {told} pages in a row could not be read as products{zeroes}"


async def look_after(health: HealthStore) -> list[str]:
    """Close the windows that are full and switch off what went bad. Returns the shops switched off just now.

    Raises StoreError. Two dispatchers at once close a window once and switch a shop off once.
    """
    full = [window for window in await health.open_windows(PLATFORMS) if is_full(window)]
    if not full:
        return []
    await health.close_windows(full)
    seen = {window.shop for window in full}
    off: list[str] = []
    for shop, windows in groupby(await health.last_windows(each=BAD_WINDOWS), key=lambda window: window.shop):
        last = list(windows)
        if shop not in seen:
            continue
        metrics.failing_share.labels(shop).set(last[0].failed / last[0].pages)
        metrics.yield_share.labels(shop).set(last[0].yielded / last[0].pages)
        reason = verdict(last)
        if reason is not None and await health.switch_off(shop, reason):
            off.append(shop)
            metrics.switched_off.labels(shop).inc()
            log.error(
                "%s: %s. Its jobs wait. When reading works again: crawlfleet jobs resume %s",
                shop,
                reason,
                shop,
                extra={"shop": shop, "reason": reason, "event": "shop_switched_off"},
            )
    return off
