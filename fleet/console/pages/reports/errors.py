"""Errors: which code at which shop, on which day."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from common.shops.table import SHOPS
from fleet.console.charts import Bar, small
from fleet.console.context import Console, Refused, Who
from fleet.console.pages.work.jobs import MOST_TEXT
from fleet.operations.jobs.failing import failures_by_day
from fleet.terminal.text import utc

DAYS = ("1", "7", "30")
USUAL = "7"
MOST_ROWS = 200


async def show(console: Console, request: Request, who: Who) -> Response:
    fields = {name: request.query_params.get(name, "").strip()[:MOST_TEXT] for name in ("shop", "error", "days")}
    days = fields["days"] or USUAL
    if days not in DAYS:
        raise Refused(f"There are pages of {', '.join(DAYS)} days.")
    found = await failures_by_day(
        console.settings, days=int(days), shop=fields["shop"] or None, error_code=fields["error"] or None
    )
    labels = [utc(day)[:10] for day in found.days]
    shown = [
        (
            one,
            small(
                [Bar(label, 0, count) for label, count in zip(labels, one.by_day, strict=True)],
                f"{one.error_code} at {one.shop} by day: {', '.join(map(str, one.by_day))}",
                bad="failed",
            ),
        )
        for one in found.failing[:MOST_ROWS]
    ]
    return console.shown(
        request,
        "errors.html",
        who,
        fields=fields | {"days": days},
        found=found,
        shown=shown,
        total=sum(one.count for one in found.failing),
        more=len(found.failing) > MOST_ROWS,
        choices=DAYS,
        shops=list(SHOPS),
    )
