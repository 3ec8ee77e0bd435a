"""Jobs: listed, counted, shown whole, added; requeued, rechecked, cancelled."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from fleet.console.actions import ASKED_SECONDS
from fleet.console.api.call import Asked, page_of
from fleet.console.api.confirming import OnMany, counted, only_number, remember
from fleet.console.api.given import Given, JobsFilter, Limit, Paged, Text
from fleet.operations.jobs.adding import add_jobs
from fleet.operations.jobs.looking import count_errors, count_jobs, list_jobs, show_job
from fleet.operations.jobs.steering import cancel_jobs, plan, recheck_jobs, requeue_jobs
from fleet.operations.json_objects import added_object, fate_object, job_object, whole_job_object
from fleet.operations.selecting import Wanted

if TYPE_CHECKING:
    from fleet.operations.jobs.steering import JobFate

    Act = Callable[[Sequence[str], Wanted, bool], Coroutine[Any, Any, list[JobFate]]]

LEFT_OUT = 100
CANCEL_REASON = "cancelled by a program through the API"
Link = Annotated[str, StringConstraints(min_length=1, max_length=4000, pattern=r"^[^\x00-\x20\x7f]*$")]


class JobsGiven(Paged, JobsFilter):
    pass


async def list_(asked: Asked[JobsGiven]) -> dict[str, Any]:
    given = asked.given
    found = await list_jobs(asked.settings, given.wanted, limit=given.limit, after=given.place, count=False)
    items = [job_object(job) for job in found.jobs]
    return page_of(items, found.now_ms, found.next)


class CountGiven(JobsFilter):
    most: Annotated[int, Field(ge=1, le=10_000_000)] = 10_000
    """Count no further."""


async def count(asked: Asked[CountGiven]) -> dict[str, Any]:
    most = asked.given.most
    found = await count_jobs(asked.settings, asked.given.wanted, most=most + 1)
    return {"count": min(found, most), "more": found > most}


class ErrorsGiven(JobsFilter):
    limit: Limit = 50


async def errors(asked: Asked[ErrorsGiven]) -> dict[str, Any]:
    found = await count_errors(asked.settings, asked.given.wanted, limit=asked.given.limit)
    return {"items": [dataclasses.asdict(one) for one in found]}


class OneJob(Given):
    job: Link = Field(examples=["https://shopee.tw/product/310001/9100001"])
    """Its id, the id's first letters, or its link."""


async def show(asked: Asked[OneJob]) -> dict[str, Any]:
    return whole_job_object(await show_job(asked.settings, asked.given.job))


class LinksGiven(Given):
    links: Annotated[
        list[Link],
        Field(min_length=1, max_length=500, examples=[["https://shopee.tw/product/310001/9100001"]]),
    ]
    """Product or short links."""
    priority: Annotated[int, Field(ge=-100, le=100)] = 0
    """Higher ones are crawled first."""


async def add(asked: Asked[LinksGiven]) -> dict[str, Any]:
    answers = await add_jobs(asked.settings, asked.given.links, priority=asked.given.priority, operator=asked.operator)
    items = [added_object(one) for one in answers]
    for refused in (one for one in items if not one["accepted"]):
        refused["detail"] = asked.said_by_calls(refused["detail"])
    return {"items": items}


class CancelGiven(OnMany):
    reason: Text = CANCEL_REASON
    """It stands on the jobs' rows."""


async def requeue(asked: Asked[OnMany]) -> dict[str, Any]:
    async def act(typed: Sequence[str], wanted: Wanted, dry_run: bool) -> list[JobFate]:
        return await requeue_jobs(asked.settings, typed, wanted, dry_run=dry_run, operator=asked.operator)

    return await _steer(asked, "requeue", "requeued", act)


async def recheck(asked: Asked[OnMany]) -> dict[str, Any]:
    async def act(typed: Sequence[str], wanted: Wanted, dry_run: bool) -> list[JobFate]:
        return await recheck_jobs(asked.settings, typed, wanted, dry_run=dry_run, operator=asked.operator)

    return await _steer(asked, "recheck", "rechecked", act)


async def cancel(asked: Asked[CancelGiven]) -> dict[str, Any]:
    async def act(typed: Sequence[str], wanted: Wanted, dry_run: bool) -> list[JobFate]:
        return await cancel_jobs(
            asked.settings, typed, wanted, reason=asked.given.reason, dry_run=dry_run, operator=asked.operator
        )

    return await _steer(asked, "cancel", "cancelled", act)


async def _steer(asked: Asked[Any], verb: str, done: str, act: Act) -> dict[str, Any]:
    """An action goes on to its end although whoever asked goes away."""
    given: OnMany = asked.given
    only_number(given)
    wanted = given.filter.wanted
    if given.jobs:
        doing = f"{verb} of {len(given.jobs)} jobs by {asked.by.asks_as}"
        fates = await asked.console.actions.to_its_end(doing, act(given.jobs, wanted, given.dry_run))
        return _answer(done, fates, fates, dry_run=given.dry_run)
    if given.dry_run:
        meant = await plan(asked.settings, verb, wanted)
        number = remember(asked, verb, dataclasses.replace(wanted, as_of_ms=meant.as_of_ms), meant.count)
        answer = _answer(done, [], [], dry_run=True)
        return answer | {"count": meant.count, "number": number, "good_seconds": int(ASKED_SECONDS)}
    meant_then, count = counted(asked, verb, Wanted)
    doing = f"{verb} of {count} jobs by {asked.by.asks_as}"
    fates = await asked.console.actions.to_its_end(doing, act((), meant_then, False))
    left_out = [fate for fate in fates if not fate.done][:LEFT_OUT]
    return _answer(done, fates, left_out, dry_run=False) | {"count": count}


def _answer(done: str, fates: Sequence[JobFate], told: Sequence[JobFate], *, dry_run: bool) -> dict[str, Any]:
    """`done` of how many; each of `told` by itself."""
    return {
        "count": len(fates),
        "done": 0 if dry_run else sum(fate.done for fate in fates),
        "dry_run": dry_run,
        "number": None,
        "good_seconds": None,
        "items": [fate_object(done, fate, dry_run=dry_run) for fate in told],
    }
