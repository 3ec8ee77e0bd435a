"""Products, and one product with its prices over time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from common.details.written import read_details
from common.offer import Availability
from common.shops.table import SHOPS
from common.store import PriceObservation
from fleet.console.charts import Point, prices
from fleet.console.context import Console, Who
from fleet.console.pages.work.jobs import MOST_TEXT, PAGE, place, ticked
from fleet.operations.jobs.looking import show_job
from fleet.operations.json_objects import product_object, result_of
from fleet.operations.products.changes import prices_before
from fleet.operations.products.generations import with_breaks
from fleet.operations.products.looking import ProductsWanted, list_products, show_product
from fleet.operations.selecting import NotFound
from fleet.terminal.offers.details_text import detail_facts
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.text import utc
from fleet.terminal.views.jobs.pending import next_look_text, pending_text
from fleet.terminal.views.products.let_in import let_in_text

PRICES_DRAWN = 500


async def show(console: Console, request: Request, who: Who) -> Response:
    names = ("text", "query", "shop", "verdict", "reason", "gone", "pending")
    fields = {name: request.query_params.get(name, "").strip()[:MOST_TEXT] for name in names}
    fields |= {name: ticked(fields[name]) for name in ("gone", "pending")}
    wanted = ProductsWanted(
        text=fields["text"] or None,
        query=fields["query"] or None,
        shop=fields["shop"] or None,
        verdict=fields["verdict"] or None,
        reason=fields["reason"] or None,
        gone=fields["gone"] == "yes",
        pending=fields["pending"] == "yes",
    )
    found = await list_products(console.settings, wanted, limit=PAGE, after=place(request.query_params))
    return console.shown(
        request,
        "products.html",
        who,
        fields=fields,
        found=found,
        waits={key: pending_text([sight]) for key, sight in found.pending.items()},
        before=await prices_before(console.settings, found.products),
        shops=list(SHOPS),
        verdicts=("ok", "quarantine", "drop"),
        further=request.query_params.get("after", ""),
    )


async def show_one(console: Console, request: Request, who: Who) -> Response:
    shown = await show_product(console.settings, request.query_params.get("key", ""), prices=PRICES_DRAWN)
    product, seen = shown.product, shown.prices
    own = [one for one in seen if one.generation == product.generation]
    currency = own[0].currency if own else None
    points = [
        Point(
            one.observed_at,
            one.price_minor,
            price_text(one.price_minor, one.currency),
            f"{price_text(one.price_minor, one.currency)}, {utc(one.observed_at)}, {one.availability}",
            one.availability == Availability.IN_STOCK,
        )
        for one in reversed(own)
        if one.currency == currency  # two currencies share no scale
    ]
    chart = prices(points, now_ms=product.last_seen_at, begin=utc(points[0].at), end="last seen") if points else ""
    return console.shown(
        request,
        "product.html",
        who,
        product=product,
        pending=pending_text(shown.pending),
        next_look=next_look_text(shown.pending),
        let_in=let_in_text(product.verdict_reason, shown.pending),
        prices=list(with_breaks(product, seen)),
        chart=chart,
        facts=detail_facts(read_details(product.details_json) or {}),
        change=_change(own),
        came_from=await _came_from(console, product.job_id),
        done=request.query_params.get("done") == "recheck",
        whole=json.dumps(product_object(product), ensure_ascii=False, indent=1),
        most=PRICES_DRAWN,
    )


def _change(own: Sequence[PriceObservation]) -> tuple[PriceObservation, float] | None:
    """The last price of this product that differed, and by which share it changed since; None where it never did."""
    now = own[0] if own else None
    for before in own[1:]:
        if now is None or before.currency != now.currency:
            return None
        if before.price_minor != now.price_minor:
            return before, now.price_minor / before.price_minor - 1
    return None


async def _came_from(console: Console, job_id: str) -> Mapping[str, Any]:
    """Field → where the last crawl read it, as its result tells."""
    try:
        result = result_of((await show_job(console.settings, job_id)).job) or {}
    except NotFound:
        return {}
    offer = result.get("offer")
    found = offer.get("came_from") if isinstance(offer, dict) else None
    return found if isinstance(found, dict) else {}
