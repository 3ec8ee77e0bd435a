"""Volunteers: listed, shown, paused, revoked, limited, trusted."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from pydantic import Field

from fleet.console.api.call import Asked
from fleet.console.api.given import Given, Nothing, Text
from fleet.operations.json_objects import listed_volunteer_objects, volunteer_object
from fleet.operations.volunteers.looking import list_volunteers, show_volunteer
from fleet.operations.volunteers.steering import (
    forgive_volunteer,
    limit_volunteer,
    pause_volunteer,
    resume_volunteer,
    revoke_volunteer,
    trust_volunteer,
)

Most = Annotated[int, Field(ge=0, le=10**9)]


async def list_(asked: Asked[Nothing]) -> dict[str, Any]:
    listed = await list_volunteers(asked.settings)
    return {"items": listed_volunteer_objects(listed), "now_ms": listed.now_ms}


class Who(Given):
    who: Text = Field(examples=["ada"])
    """A person's id or name."""


class WhoOrMachine(Given):
    who: Text = Field(examples=["ada"])
    """A person's id or name, or a machine's id."""


class Why(WhoOrMachine):
    reason: Text | None = None


async def show(asked: Asked[Who]) -> dict[str, Any]:
    return volunteer_object(await show_volunteer(asked.settings, asked.given.who))


async def pause(asked: Asked[Why]) -> dict[str, Any]:
    given = asked.given
    done = await pause_volunteer(asked.settings, given.who, given.reason or "", operator=asked.operator)
    return {"paused": done.id, "changed": done.changed}


async def resume(asked: Asked[WhoOrMachine]) -> dict[str, Any]:
    done = await resume_volunteer(asked.settings, asked.given.who, operator=asked.operator)
    return {"resumed": done.id, "set_aside": done.set_aside, "changed": done.changed}


async def revoke(asked: Asked[WhoOrMachine]) -> dict[str, Any]:
    done = await revoke_volunteer(asked.settings, asked.given.who, operator=asked.operator)
    return {"revoked": done.id, "leases_given_back": done.leases_given_back, "changed": done.newly}


class Limits(Who):
    """Of each machine; what is left out is as [gateway] says."""

    tasks_per_day: Most | None = None
    leases_at_once: Most | None = None


async def limits(asked: Asked[Limits]) -> dict[str, Any]:
    given = asked.given
    limited = await limit_volunteer(
        asked.settings,
        given.who,
        tasks_per_day=given.tasks_per_day,
        leases_at_once=given.leases_at_once,
        operator=asked.operator,
    )
    return dataclasses.asdict(limited)


class Trusted(Who):
    trusted: bool
    """Your own machines: recorded without a second look."""


async def trust(asked: Asked[Trusted]) -> dict[str, Any]:
    given = asked.given
    found = await trust_volunteer(asked.settings, given.who, trusted=given.trusted, operator=asked.operator)
    return dataclasses.asdict(found)


class Forgive(Who):
    reason: Text | None = None


async def forgive(asked: Asked[Forgive]) -> dict[str, Any]:
    given = asked.given
    done = await forgive_volunteer(asked.settings, given.who, given.reason or "", operator=asked.operator)
    return dataclasses.asdict(done)
