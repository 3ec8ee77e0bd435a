"""Products: listed, shown whole, their prices, and what changed."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from common.offer import VerdictStatus
from fleet.console.api.call import Asked, page_of
from fleet.console.api.given import Age, Given, Limit, Paged, Text, ms
from fleet.operations.json_objects import change_object, listed_product_object, pending_object, price_object
from fleet.operations.json_objects import product_object as whole
from fleet.operations.products.changes import ChangesWanted, list_changes
from fleet.operations.products.looking import ProductsWanted, list_products, show_product

Key = Annotated[str, StringConstraints(min_length=1, max_length=4000, pattern=r"^[^\x00-\x1f\x7f]*$")]


class ProductsGiven(Paged):
    text: Text | None = None
    """Words, each in title, link, key or GTIN."""
    query: Text | None = None
    """As it stands, blanks and all, in title, link, key or GTIN."""
    shop: Text | None = None
    older_than: Age | None = None
    """Last seen longer ago: 2h."""
    newer_than: Age | None = None
    verdict: VerdictStatus | None = None
    reason: Text | None = None
    """AMBIGUOUS_PRICE …"""
    gone: bool = False
    """Only those whose page is gone."""
    pending: bool = False
    """Only those of which a sight waits for a second one."""


async def list_(asked: Asked[ProductsGiven]) -> dict[str, Any]:
    given = asked.given
    wanted = ProductsWanted(
        query=given.query,
        text=given.text,
        shop=given.shop,
        older_ms=ms(given.older_than),
        newer_ms=ms(given.newer_than),
        verdict=given.verdict,
        reason=given.reason,
        gone=given.gone,
        pending=given.pending,
    )
    found = await list_products(asked.settings, wanted, limit=given.limit, after=given.place)
    items = [listed_product_object(one, found.pending.get(one.product_key)) for one in found.products]
    return page_of(items, found.now_ms, found.next)


class OneProduct(Given):
    product: Key = Field(examples=["shopee:tw:9100001"])
    """Its key, its job's id, or how one of them begins."""


async def show(asked: Asked[OneProduct]) -> dict[str, Any]:
    shown = await show_product(asked.settings, asked.given.product)
    prices = [price_object(price, shown.product) for price in shown.prices]
    return whole(shown.product) | {"prices": prices, "pending": [pending_object(sight) for sight in shown.pending]}


class HistoryGiven(OneProduct):
    limit: Limit = 50


async def history(asked: Asked[HistoryGiven]) -> dict[str, Any]:
    shown = await show_product(asked.settings, asked.given.product, prices=asked.given.limit)
    return {"items": [price_object(price, shown.product) for price in shown.prices]}


class ChangesGiven(Paged):
    since: Age | None = None
    """How far back: 7d."""
    kind: Annotated[list[Text], Field(max_length=10)] = Field(default=[])
    """Only drop, rise, back, sold_out, gone, found_again."""
    shop: Text | None = None


async def changes(asked: Asked[ChangesGiven]) -> dict[str, Any]:
    given = asked.given
    found = await list_changes(
        asked.settings,
        ChangesWanted(ms(given.since), given.kind, given.shop),
        limit=given.limit,
        after=given.place,
    )
    items = [change_object(one) for one in found.page.rows]
    return page_of(items, found.now_ms, found.page.next)
