"""Shops: how their pages are read, what each way brought, budgets, the terms' review, and the switches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.ways.way import Way
from fleet.console.charts import Bar, hours, small
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.typed import AS_BEFORE, WHY, done_word, reason_of
from fleet.operations.selecting import NotFound
from fleet.operations.shops.names import shop_name, shop_named
from fleet.operations.shops.standing import ShopShown, list_shops, pause_shop, resume_shop
from fleet.operations.shops.ways import LadderShown, review_shop, show_ladder, switch_ways
from fleet.terminal.text import utc

SHOPS_A_PAGE = 100
MOST_NAME = 300
LADDER_DAYS = 7
MOST_REASONS = 12
DEMANDED = {
    "pause": WHY,
    "way-off": WHY,
    "review": "Say what the terms say.",
}
DONE = {"pause": "paused", "resume": "resumed", "review": "noted as read", "way-off": "off", "way-on": "on"}
SAID = {verb: f"Done: {what}." for verb, what in DONE.items()} | {
    AS_BEFORE: "It stood so already; nothing was changed."
}


async def show(console: Console, request: Request, who: Who) -> Response:
    after = request.query_params.get("after", "")[:MOST_NAME]
    listed = await list_shops(console.settings, limit=SHOPS_A_PAGE, after=after)
    charts = {shop.name: _small(shop) for shop in listed.shops}
    return console.shown(request, "shops.html", who, listed=listed, charts=charts, after=after)


async def show_one(console: Console, request: Request, who: Who) -> Response:
    name = shop_name(*shop_named(request.query_params.get("shop", "")))
    listed = await list_shops(console.settings, only=name)
    shop = next(iter(listed.shops), None)
    if shop is None:
        raise NotFound(f"{name} was never paused, and none of its pages was read.")
    ladder = None if "/" in name else await show_ladder(console.settings, name, days=LADDER_DAYS)
    return console.shown(
        request,
        "shop.html",
        who,
        shop=shop,
        now_ms=listed.now_ms,
        chart=hours(
            [Bar(utc(window.begins_at), window.pages - window.failed, window.failed) for window in _windows(shop)],
            good="read",
            bad="not read",
            what="pages, by window",
        ),
        windows=_windows(shop)[::-1],
        ladder=ladder,
        ways=ladder.by_way if ladder else [],
        reasons=_reasons(ladder) if ladder else [],
        done=SAID.get(request.query_params.get("done", "")),
    )


def _windows(shop: ShopShown) -> list[Any]:
    """The oldest first, the one that is filling last."""
    return [*shop.full[::-1], *([shop.filling] if shop.filling else [])]


def _small(shop: ShopShown) -> Markup:
    windows = _windows(shop)
    bars = [Bar(utc(window.begins_at), window.pages - window.failed, window.failed) for window in windows]
    pages, failed = sum(window.pages for window in windows), sum(window.failed for window in windows)
    return small(bars, f"{shop.name}: {failed} of {pages} pages not read", good="read", bad="not read")


def _reasons(ladder: LadderShown) -> Sequence[tuple[Way, str, int]]:
    """Why crawls gave nothing, the most frequent first."""
    failed: dict[tuple[Way, str], int] = {}
    for brought in ladder.brought:
        if brought.error_code:
            names = (brought.via or Way.HTTP, brought.error_code)
            failed[names] = failed.get(names, 0) + brought.count
    most = sorted(failed.items(), key=lambda item: (-item[1], item[0]))
    return [(*names, count) for names, count in most[:MOST_REASONS]]


async def switch(console: Console, request: Request, who: Who, form: Form) -> Response:
    shop, verb = one(form, "shop"), request.path_params["verb"]
    if verb not in DONE:
        raise Refused("There is no such action.", 404)
    reason, changed = reason_of(form, demanded=DEMANDED.get(verb)), True
    if verb == "pause":
        changed = (await pause_shop(console.settings, shop, reason, operator=who.operator)).changed
    elif verb == "resume":
        changed = (await resume_shop(console.settings, shop, operator=who.operator)).changed
    elif verb == "review":
        await review_shop(console.settings, shop, by=who.name, note=reason, operator=who.operator)
    else:
        way = [_way(one(form, "way"))]
        ways: dict[str, Any] = {"off": way} if verb == "way-off" else {"on": way}
        changed = (await switch_ways(console.settings, shop, **ways, reason=reason, operator=who.operator)).changed
    if one(form, "back") == "one":
        return RedirectResponse(console.address("/shops/one", shop=shop, done=done_word(verb, changed)), 303)
    after = one(form, "after")[:MOST_NAME]
    return RedirectResponse(console.address("/shops", after=after) if after else "/shops", 303)


def _way(typed: str) -> Way:
    try:
        return Way(typed)
    except ValueError:
        raise Refused(f"There is no way {typed}.") from None
