"""What changed about products: by day, with filters that live in the address."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from common.store import Cursor
from common.timing.units import DAY_MS
from fleet.console.charts import Bar, hours
from fleet.console.context import Console, Refused, Who
from fleet.console.pages.work.jobs import MOST_TEXT, PAGE, place
from fleet.operations.products.changes import KINDS, ChangesWanted, count_changes, list_changes, shop_of
from fleet.terminal.text import utc

DAYS = 14
WORDS = {
    "drop": "dropped",
    "rise": "rose",
    "back": "back in stock",
    "sold_out": "sold out",
    "gone": "gone",
    "found_again": "found again",
}
BETTER = ("drop", "back", "found_again")
"""Drawn below, the others on top."""


async def show(console: Console, request: Request, who: Who) -> Response:
    fields = {name: request.query_params.get(name, "").strip()[:MOST_TEXT] for name in ("kind", "shop", "day")}
    begins = _begins(fields["day"])
    after = place(request.query_params)
    if after is None and begins is not None:
        after = Cursor(begins + DAY_MS - 1)
    found = await list_changes(
        console.settings,
        ChangesWanted(kinds=[fields["kind"]] if fields["kind"] else (), shop=fields["shop"] or None, not_before=begins),
        limit=PAGE,
        after=after,
    )
    counts = await count_changes(console.settings, days=DAYS, shop=fields["shop"] or None)
    by_day = {
        day: Counter({one.kind: one.count for one in counts if one.day == day}) for day in {c.day for c in counts}
    }
    today = found.now_ms // DAY_MS
    bars = [
        Bar(
            _named(day),
            sum(by_day.get(day, Counter())[kind] for kind in BETTER),
            sum(count for kind, count in by_day.get(day, Counter()).items() if kind not in BETTER),
        )
        for day in range(today - DAYS + 1, today + 1)
    ]
    return console.shown(
        request,
        "changes.html",
        who,
        fields=fields,
        found=found,
        kinds=KINDS,
        words=WORDS,
        shop_of=shop_of,
        chart=hours(
            bars, good="dropped, back or found again", bad="rose, sold out or gone", what="changes, by the day"
        ),
        by_day=[(_named(day), by_day[day]) for day in sorted(by_day, reverse=True)],
    )


def _named(day: int) -> str:
    return utc(day * DAY_MS)[:10]


def _begins(day: str) -> int | None:
    """When a typed day (UTC) began. Raises Refused."""
    if not day:
        return None
    try:
        return int(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise Refused(f"{day} is no day; write it as 2026-11-22.") from None
