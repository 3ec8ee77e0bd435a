"""Dead letters: listed, requeued, dropped."""

from __future__ import annotations

from typing import Any

from fleet.console.actions import ASKED_SECONDS
from fleet.console.api.call import Asked
from fleet.console.api.confirming import OnMany, counted, only_number, other_count, remember
from fleet.console.api.given import JobsFilter, Limit
from fleet.operations.dead_letters.acting import drop_letters, list_letters, requeue_letters
from fleet.operations.dead_letters.planned import LettersPlan, end_planned, plan_letters
from fleet.operations.json_objects import letter_fate_object, letter_object
from fleet.operations.selecting import Wanted


class LettersGiven(JobsFilter):
    limit: Limit = 50


async def list_(asked: Asked[LettersGiven]) -> dict[str, Any]:
    asked.require_broker()
    found = await list_letters(asked.settings, asked.given.wanted, limit=asked.given.limit)
    return {"items": [letter_object(letter) for letter in found]}


class OnLetters(OnMany):
    all: bool = False
    """Every dead letter; counted first, as by a filter."""


async def requeue(asked: Asked[OnLetters]) -> dict[str, Any]:
    return await _steer(asked, "requeue")


async def drop(asked: Asked[OnLetters]) -> dict[str, Any]:
    return await _steer(asked, "drop")


async def _steer(asked: Asked[OnLetters], verb: str) -> dict[str, Any]:
    asked.require_broker()
    given = asked.given
    only_number(given)
    if given.number is None and (given.jobs or given.dry_run):
        wanted = given.filter.wanted
        if given.jobs:
            return await _named(asked, verb, wanted)
        planned = await plan_letters(asked.settings, verb, (), wanted, every=given.all)
        number = remember(asked, f"dlq {verb}", planned, planned.letters)
        return _answer(planned.letters, 0, dry_run=True) | {"number": number, "good_seconds": int(ASKED_SECONDS)}
    planned, count = counted(asked, f"dlq {verb}", LettersPlan)
    if planned.ids is None:  # malformed ones cannot be told apart from those that came since
        now = await plan_letters(asked.settings, verb, (), every=True)
        if now.letters != count:
            raise other_count(now.letters, count)
    doing = f"dlq {verb} of {count} letters by {asked.by.asks_as}"
    acting = end_planned(asked.settings, planned, operator=asked.operator)
    carried = await asked.console.actions.to_its_end(doing, acting)
    return _answer(count, carried.done, dry_run=False) | {"needed_none": carried.needed_none}


async def _named(asked: Asked[OnLetters], verb: str, wanted: Wanted) -> dict[str, Any]:
    """Those of jobs that were named, at once."""
    dry_run, to_its_end = asked.given.dry_run, asked.console.actions.to_its_end
    told: dict[str, Any] = {"every": asked.given.all, "dry_run": dry_run, "operator": asked.operator}
    doing, jobs = f"dlq {verb} by {asked.by.asks_as}", asked.given.jobs
    if verb == "drop":
        dropped = await to_its_end(doing, drop_letters(asked.settings, jobs, wanted, **told))
        return _answer(dropped.dropped, dropped.dropped, dry_run=dry_run) | {"left": dropped.left}
    requeued = await to_its_end(doing, requeue_letters(asked.settings, jobs, wanted, **told))
    count = sum(fate.letters for fate in requeued.fates if fate.fate != "kept")
    items = [letter_fate_object(fate) for fate in requeued.fates]
    return _answer(count, count, dry_run=dry_run) | {"left": requeued.left, "items": items}


def _answer(count: int, done: int, *, dry_run: bool) -> dict[str, Any]:
    return {
        "count": count,
        "done": 0 if dry_run else done,
        "dry_run": dry_run,
        "number": None,
        "good_seconds": None,
        "left": None,
        "needed_none": None,
        "items": [],
    }
