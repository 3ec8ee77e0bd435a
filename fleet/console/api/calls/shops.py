"""Shops: how each stands, their switches and ways, and the domains of the open web."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from common.ways.way import Way
from fleet.console.api.call import Asked
from fleet.console.api.given import Given, Limit, Text
from fleet.console.api.problems import Problem
from fleet.operations.json_objects import ladder_object, paused_object, row_object, shop_object
from fleet.operations.shops.currencies import tell_currency
from fleet.operations.shops.domains import add_domain, list_domains, remove_domain
from fleet.operations.shops.standing import list_shops, pause_shop, resume_shop, still_paused
from fleet.operations.shops.ways import review_shop, show_ladder, switch_ways

Words = Annotated[
    str,
    StringConstraints(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$"),
]
"""One line that says something."""
Ways = Annotated[list[Way], Field(max_length=len(Way))]


class ShopsGiven(Given):
    limit: Limit | None = None
    """At most so many; without it all come at once, many megabytes in a fleet of thousands of shops."""
    after: Text | None = Field(default=None, examples=["other/example.com"])
    """Go on behind this shop: `next` of the page before."""


async def list_(asked: Asked[ShopsGiven]) -> dict[str, Any]:
    listed = await list_shops(asked.settings, limit=asked.given.limit, after=asked.given.after or "")
    items = [shop_object(shop) for shop in listed.shops]
    return {"items": items, "now_ms": listed.now_ms, "next": listed.next}


class LadderGiven(Given):
    shop: Text = Field(examples=["shopee"])
    """A platform."""
    days: Annotated[int, Field(ge=1, le=366)] = 7
    """How far back."""


async def show(asked: Asked[LadderGiven]) -> dict[str, Any]:
    return ladder_object(await show_ladder(asked.settings, asked.given.shop, days=asked.given.days))


class OneShop(Given):
    shop: Text = Field(examples=["shopee"])
    """A platform, or one shop: other/example.com."""


class PauseShop(OneShop):
    reason: Words
    """Why, for the next operator."""


async def pause(asked: Asked[PauseShop]) -> dict[str, Any]:
    given = asked.given
    done = await pause_shop(asked.settings, given.shop, given.reason, operator=asked.operator)
    return paused_object("shop", done, reason=given.reason) | {"shop_known": not done.unknown}


async def resume(asked: Asked[OneShop]) -> dict[str, Any]:
    done = await resume_shop(asked.settings, asked.given.shop, operator=asked.operator)
    return paused_object("shop", done) | {"still_paused": list(await still_paused(asked.settings, done.name))}


class WaysGiven(OneShop):
    """`only` alone, or `off` and `on`."""

    only: Ways = Field(default=[])
    """These and no others."""
    off: Ways = Field(default=[])
    on: Ways = Field(default=[])
    reason: Text | None = None


async def ways(asked: Asked[WaysGiven]) -> dict[str, Any]:
    given = asked.given
    if bool(given.only) == bool(given.off or given.on) or set(given.off) & set(given.on):
        raise Problem.of_fields([("only", "give only, or off and on, and no way in both")])
    await switch_ways(
        asked.settings,
        given.shop,
        only=given.only,
        off=given.off,
        on=given.on,
        reason=given.reason or "",
        operator=asked.operator,
    )
    return ladder_object(await show_ladder(asked.settings, given.shop, days=7))


class ReviewGiven(OneShop):
    by: Words
    """Who has read the shop's terms."""
    note: Words
    """What they say of reading its pages."""


async def review(asked: Asked[ReviewGiven]) -> dict[str, Any]:
    given = asked.given
    name = await review_shop(asked.settings, given.shop, by=given.by, note=given.note, operator=asked.operator)
    return {"shop": name}


class DomainsGiven(Given):
    limit: Limit | None = None
    """At most so many; without it all come at once."""
    after: Text | None = Field(default=None, examples=["shop.example"])
    """Go on behind this domain: `next` of the page before."""


async def domains(asked: Asked[DomainsGiven]) -> dict[str, Any]:
    listed = await list_domains(asked.settings, limit=asked.given.limit, after=asked.given.after or "")
    return {"items": [row_object(one) for one in listed.domains], "next": listed.next}


class OneDomain(Given):
    domain: Text = Field(examples=["shop.example"])
    """A shop's own: shop.example."""


class CurrencyGiven(OneDomain):
    currency: Text | None = Field(examples=["AUD"])
    """A code of ISO 4217; null takes back what was told."""


async def currency(asked: Asked[CurrencyGiven]) -> dict[str, Any]:
    given = asked.given
    return dataclasses.asdict(
        await tell_currency(asked.settings, given.domain, given.currency, operator=asked.operator)
    )


async def add(asked: Asked[OneDomain]) -> dict[str, Any]:
    domain, new = await add_domain(asked.settings, asked.given.domain, operator=asked.operator)
    return {"domain": domain, "new": new}


async def remove(asked: Asked[OneDomain]) -> dict[str, Any]:
    return {"domain": await remove_domain(asked.settings, asked.given.domain, operator=asked.operator)}
