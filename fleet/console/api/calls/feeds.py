"""The watched accounts, and the domains they link to that are no shop here."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from fleet.console.api.call import Asked
from fleet.console.api.calls.shops import Words
from fleet.console.api.given import Given, Limit, Nothing
from fleet.operations.feeds.accounts import list_accounts, pause_account, poll_now, resume_account
from fleet.operations.feeds.unregistered import list_unregistered
from fleet.operations.json_objects import account_object, paused_object

Account = Annotated[str, StringConstraints(min_length=1, max_length=4000, pattern=r"^[^\x00-\x1f\x7f]*$")]


async def list_(asked: Asked[Nothing]) -> dict[str, Any]:
    listed = await list_accounts(asked.settings)
    items = [account_object(one) for one in listed.accounts]
    return {"items": items, "now_ms": listed.now_ms}


class OneAccount(Given):
    account: Account = Field(examples=["somebody"])
    """The account, its name, or source:account."""


class PauseAccount(OneAccount):
    reason: Words
    """Why, for the next operator."""


async def poll(asked: Asked[OneAccount]) -> dict[str, Any]:
    return {"account": await poll_now(asked.settings, asked.given.account, operator=asked.operator)}


async def pause(asked: Asked[PauseAccount]) -> dict[str, Any]:
    given = asked.given
    done = await pause_account(asked.settings, given.account, given.reason, operator=asked.operator)
    return paused_object("account", done, reason=given.reason)


async def resume(asked: Asked[OneAccount]) -> dict[str, Any]:
    return paused_object("account", await resume_account(asked.settings, asked.given.account, operator=asked.operator))


class UnregisteredGiven(Given):
    limit: Limit = 50


async def unregistered(asked: Asked[UnregisteredGiven]) -> dict[str, Any]:
    found, now_ms = await list_unregistered(asked.settings, limit=asked.given.limit)
    return {"items": [dataclasses.asdict(one) for one in found], "now_ms": now_ms}
