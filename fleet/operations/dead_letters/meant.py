"""Which dead letters somebody means: by a job's first letters, by a filter, or all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from common.errors import WrongUsage
from fleet.letters import Letter
from fleet.operations.selecting import NotFound, Wanted, first_letters

if TYPE_CHECKING:
    from common.store import Store

EVERYTHING = Wanted()


def say_which(verb: str, typed: Sequence[str], wanted: Wanted, every: bool, *, no_job: bool = False) -> None:
    if [every, no_job, bool(typed or wanted.anything)].count(True) != 1:
        alone = " or with --all" if verb != "drop" else " with --no-job, or with --all"
        raise WrongUsage(
            f"dlq {verb}: say which letters, by job id, by a filter such as --shop or --error-code,{alone}."
        )


def target_of(typed: Sequence[str], wanted: Wanted, every: bool, *, no_job: bool = False) -> dict[str, Any]:
    named = {"jobs": list(typed)} if typed else {}
    return wanted.as_dict() | named | ({"all": True} if every else {}) | ({"of no job": True} if no_job else {})


def of_no_job(found: Sequence[Letter]) -> list[str | None]:
    """What the letters name that can only be dropped: a job that the database does not have; None: malformed ones."""
    return list({letter.message.job_id for letter in found if letter.job is None})


async def matching(store: Store, found: Sequence[Letter], wanted: Wanted) -> list[Letter]:
    """Those the filters let through. What is filtered is the letter's job; a letter without one can still be of a shop,
    by the queue it lies in."""
    if not wanted.anything:
        return list(found)
    known = [letter.job.id for letter in found if letter.job]
    meant = {job.id for job in await store.listing.meant.of_ids(wanted.filter(), known)}
    platform = wanted.shop if wanted.shop and set(wanted.as_dict()) == {"shop"} else None
    return [
        letter
        for letter in found
        if (
            letter.job.id in meant
            if letter.job
            else platform and f"{letter.message.routing_key}.".startswith(f"{platform}.")
        )
    ]


async def meant_ids(store: Store, found: Sequence[Letter], typed: Sequence[str], wanted: Wanted) -> list[str]:
    ids = {letter.message.job_id for letter in found if letter.message.job_id}
    if typed:
        ids = {_one_id(word, ids) for word in typed}
    if wanted.anything:
        ids &= {letter.message.job_id or "" for letter in await matching(store, found, wanted)}
    return sorted(ids)


def _one_id(typed: str, known: Collection[str]) -> str:
    if first_letters(typed, "crawlfleet dlq list") in known:
        return typed
    found = [job_id for job_id in known if job_id.startswith(typed.lower())]
    if len(found) != 1:
        problem = "no dead letter's job id starts with" if not found else "several dead letters' ids start with"
        raise NotFound(f"{problem} {typed}. `crawlfleet dlq list` shows them.")
    return found[0]


def of_jobs(found: Sequence[Letter], ids: Collection[str | None] | None) -> Sequence[Letter]:
    """Those of these jobs; None: all. None among them: malformed ones."""
    meant = None if ids is None else frozenset(ids)
    return [letter for letter in found if meant is None or letter.message.job_id in meant]
