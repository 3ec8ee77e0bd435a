"""The fleet as a whole: at one glance, what is wrong with it, who works, and who did what."""

from __future__ import annotations

import dataclasses
from typing import Any

from fleet.console.api.call import Asked, page_of
from fleet.console.api.given import Age, Given, Nothing, Paged, Text, ms
from fleet.operations.auditing import list_audit
from fleet.operations.console.overview import overview
from fleet.operations.json_objects import row_object
from fleet.operations.queues import queue_depths
from fleet.operations.workers import list_workers

FIRST_LOOK_SECONDS = 30.0


async def show_overview(asked: Asked[Nothing]) -> dict[str, Any]:
    seen = await overview(asked.settings, told_again=asked.console.ended.found)
    fleet = seen.fleet
    feeds = [{"source": source, "outcome": end, "count": count} for (source, end), count in fleet.feeds.items()]
    now = {"machines": fleet.machines, "persons": fleet.persons, "processes": dict(fleet.processes), "feeds": feeds}
    return {
        "jobs": [dataclasses.asdict(one) for one in seen.counts],
        "hours": [dataclasses.asdict(one) for one in seen.hours],
        "fleet": now | {"recrawls_due": dict(fleet.recrawls_due)},
        "now_ms": seen.now_ms,
    }


async def doctor(asked: Asked[Nothing]) -> dict[str, Any]:
    found, age_seconds = await asked.console.findings.latest(patience_seconds=FIRST_LOOK_SECONDS)
    items = [dataclasses.asdict(one) | {"text": asked.console.spoken(one.text)} for one in found]
    return {"items": items, "age_seconds": age_seconds}


class WorkersGiven(Given):
    all: bool = False
    """Also those silent for more than a day."""


async def workers(asked: Asked[WorkersGiven]) -> dict[str, Any]:
    listed = await list_workers(asked.settings, every=asked.given.all)
    items = [dataclasses.asdict(one) | {"alive": listed.alive(one)} for one in listed.workers]
    return {"items": items, "now_ms": listed.now_ms}


async def queues(asked: Asked[Nothing]) -> dict[str, Any]:
    asked.require_broker()
    return {"items": [dataclasses.asdict(one) for one in await queue_depths(asked.settings)]}


class AuditGiven(Paged):
    action: Text | None = None
    """Only this: jobs cancel."""
    operator: Text | None = None
    """Only what this operator or program did."""
    newer_than: Age | None = None


async def audit(asked: Asked[AuditGiven]) -> dict[str, Any]:
    given = asked.given
    found = await list_audit(
        asked.settings,
        limit=given.limit,
        after=given.place,
        action=given.action,
        operator=given.operator,
        newer_than_ms=ms(given.newer_than),
    )
    items = [row_object(one) for one in found.page.rows]
    return page_of(items, found.now_ms, found.page.next)
