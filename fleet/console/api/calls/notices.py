"""Notifications: rules, targets without their secrets, what was told; both are added, switched, tried and removed.

A target is of a service out there; an address of one's own is added at the command line alone.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from pydantic import Field, SecretStr

from common.notices.values import Kind
from common.store import NoticeState
from fleet.console.api.call import Asked
from fleet.console.api.given import Given, Nothing, Paged, Text
from fleet.operations.json_objects import notice_object, rule_object
from fleet.operations.notices.rules import add_rule, list_notices, list_rules, remove_rule, switch_rule
from fleet.operations.notices.targets import add_target, list_targets, remove_target, try_targets
from fleet.operations.notices.typed import TypedRule


async def rules(asked: Asked[Nothing]) -> dict[str, Any]:
    return {"items": [rule_object(rule) for rule in await list_rules(asked.settings)]}


async def targets(asked: Asked[Nothing]) -> dict[str, Any]:
    found, now_ms = await list_targets(asked.settings)
    return {"items": [dataclasses.asdict(one) for one in found], "now_ms": now_ms}


class LogGiven(Paged):
    state: NoticeState | None = None
    """Only these."""


async def log(asked: Asked[LogGiven]) -> dict[str, Any]:
    given = asked.given
    listed = await list_notices(asked.settings, limit=given.limit, after=given.place, state=given.state)
    onward = listed.page.next
    items = [notice_object(one) for one in listed.page.rows]
    return {"items": items, "now_ms": listed.now_ms, "next": str(onward) if onward else None}


class OneRule(Given):
    rule: Annotated[int, Field(ge=1, le=10**9, examples=[1])]
    """Its number."""


async def on(asked: Asked[OneRule]) -> dict[str, Any]:
    return await _switched(asked, on=True)


async def off(asked: Asked[OneRule]) -> dict[str, Any]:
    return await _switched(asked, on=False)


async def _switched(asked: Asked[OneRule], *, on: bool) -> dict[str, Any]:
    done = await switch_rule(asked.settings, asked.given.rule, on=on, operator=asked.operator)
    return {"rule": asked.given.rule, "on": on, "changed": done.changed}


async def remove(asked: Asked[OneRule]) -> dict[str, Any]:
    await remove_rule(asked.settings, asked.given.rule, operator=asked.operator)
    return {"rule": asked.given.rule}


class OneTarget(Given):
    target: Text = Field(examples=["phone"])


async def test(asked: Asked[OneTarget]) -> dict[str, Any]:
    """Whether it was taken stands in the answer: a target that refuses is no error of this call."""
    (tried,) = await try_targets(asked.settings, asked.given.target, operator=asked.operator)
    return dataclasses.asdict(tried)


class AddTarget(OneTarget):
    address: SecretStr = Field(min_length=1, max_length=2100)
    """Of Apprise, of a service out there: ntfys://ntfy.sh/TOPIC. A secret, and answered nowhere."""


async def add_to(asked: Asked[AddTarget]) -> dict[str, Any]:
    name, address = asked.given.target, asked.given.address.get_secret_value()
    added = await add_target(asked.settings, name, address, of_services=True, operator=asked.operator)
    return dataclasses.asdict(added)


async def remove_to(asked: Asked[OneTarget]) -> dict[str, Any]:
    await remove_target(asked.settings, asked.given.target, operator=asked.operator)
    return {"target": asked.given.target}


class AddRule(OneTarget):
    """As `crawlfleet notify rules add` takes it, by TypedRule's names; what is left out does not narrow it."""

    kind: Kind
    product: Text | None = None
    """Only this: its key, or a link to it."""
    shop: Text | None = Field(default=None, examples=["other/shop.example"])
    below: Text | None = Field(default=None, examples=["80.00"])
    """Of price-below: the mark."""
    currency: Text | None = Field(default=None, examples=["EUR"])
    by: Text | None = Field(default=None, examples=["10"])
    """Of price-drop: per cent at least."""
    least: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """feed-failing: polls in a row (3). dead-letters: within an hour (20). nothing-recorded: minutes (60)."""
    quiet: Text | None = Field(default=None, examples=["22:00-07:00"])
    zone: Text | None = Field(default=None, examples=["Europe/Vienna"])
    digest: Text | None = Field(default=None, examples=["daily@08:00"])


async def add(asked: Asked[AddRule]) -> dict[str, Any]:
    typed = TypedRule(**asked.given.model_dump())
    added = await add_rule(asked.settings, typed, operator=asked.operator)
    return rule_object(added.rule) | {"shop_known": not added.unknown}
