"""What waits for a second sight, and for whose look: each in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fleet.terminal.offers.money_text import price_text
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import PendingSight


def pending_text(sights: Sequence[PendingSight]) -> str:
    """`PRICE_JUMPED: 30.00 EUR instead of 10.00 EUR since 2026-11-22 07:00 by kitchen-pc`; nothing when none waits."""
    if not sights:
        return ""
    last = sights[-1]
    now, was = _value(last), _recorded(last)
    who = f"a volunteer's machine {last.worker}" if last.person else last.worker
    others = f", after {len(sights) - 1} other" if len(sights) > 1 else ""
    return f"{last.doubt}: {now} instead of {was} since {utc(last.seen_at)} by {who}{others}"


def next_look_text(sights: Sequence[PendingSight]) -> str:
    """`after 2026-11-22 07:03:00Z, another worker's until 2026-11-22 07:13:00Z`; nothing when none waits."""
    if not sights:
        return ""
    last = sights[-1]
    if last.again_at is None:
        return "none: its job has ended and is not crawled again, so the wait ends, too"
    whose = {
        "another_worker": f", another worker's until {utc(last.another_until)}" if last.another_until else "",
        "another_person": ", not by the volunteer who saw it",
        "operator": ", by a worker of the operator's: volunteers differ",
    }
    return f"after {utc(last.again_at)}{whose.get(last.look_by, '')}"


def _value(sight: PendingSight) -> str:
    return _both(sight, price_text(sight.price_minor, sight.currency), sight.price_kind, sight.title)


def _recorded(sight: PendingSight) -> str:
    return _both(sight, price_text(sight.was_price_minor, sight.was_currency), sight.was_price_kind, sight.was_title)


def _both(sight: PendingSight, price: str, kind: str | None, title: str | None) -> str:
    """What of it is doubted: the price, with its kind where that is the change, or the name as well."""
    if sight.doubt == "ANOTHER_PRODUCT":
        return f"{title or 'no name'}{f' at {price}' if price else ''}"
    return f"{price} ({kind or 'regular'})" if sight.doubt == "PRICE_KIND_CHANGED" else price
