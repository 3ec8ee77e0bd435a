"""Another chance for the jobs of dead letters, and the letters' end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fleet.letters import MOST, REQUEUABLE, Letter, letters
from fleet.operations.dead_letters.meant import of_jobs

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.store import Store

AT_A_TIME = 500
"""Jobs in one batch of the database: others get their turn in between, and what breaks off keeps those done before."""

Told = Callable[[int, int], None]
"""How many jobs are requeued by now, of how many."""


def nobody(done: int, of: int) -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class LetterFate:
    """What became of a dead letter: `requeued`, `removed` (its job needs nothing) or `kept`, and why."""

    job_id: str | None
    fate: str
    why: str
    letters: int = 1
    """How many letters this is: a job may have several, and noise may be alike."""


def needing_none(fates: Sequence[LetterFate]) -> int:
    """Of how many jobs the letters were only taken away."""
    return sum(fate.fate == "removed" for fate in fates)


async def requeue(
    store: Store, broker: Broker, ids: Sequence[str] | None, *, event: str | None = None
) -> list[LetterFate]:
    """Jobs of these letters (None: of all) back to NEW in the database first; only then are the letters removed.

    So what breaks off between the two leaves letters too many, never a job too few. A letter whose job has moved on is
    removed too. Malformed letters and unknown jobs are kept: they can only be dropped.
    """
    chosen = of_jobs(await letters(store, broker, limit=MOST), ids)
    return await requeue_chosen(store, broker, chosen, event=event, told=nobody)


async def requeue_chosen(
    store: Store, broker: Broker, chosen: Sequence[Letter], *, event: str | None, told: Told
) -> list[LetterFate]:
    owed, requeued = _owed(chosen), set[str]()
    told(0, len(owed))
    for at in range(0, len(owed), AT_A_TIME):
        requeued.update(await store.jobs.requeue(owed[at : at + AT_A_TIME], event=event))
        told(len(requeued), len(owed))
    fates = _fates(chosen, requeued)
    settled = [fate.job_id for fate in fates if fate.job_id and fate.fate != "kept"]
    again = await _needing_help(store, settled) if len(owed) > AT_A_TIME else frozenset[str]()
    if settled := [job_id for job_id in settled if job_id not in again]:
        await broker.take_dead_letters(MOST, drop=settled)
    return fates


async def _needing_help(store: Store, ids: Sequence[str]) -> frozenset[str]:
    """Those of these jobs that failed again while others were requeued: new letters of theirs would go with the old."""
    from common.store import JobFilter

    return frozenset(job.id for job in await store.listing.meant.of_ids(JobFilter(), ids) if job.status in REQUEUABLE)


def would_requeue(chosen: Sequence[Letter]) -> list[LetterFate]:
    """What requeue would say, of the same letters, with nothing changed."""
    return _fates(chosen, frozenset(_owed(chosen)))


def _owed(chosen: Sequence[Letter]) -> list[str]:
    """The jobs that need another chance."""
    return sorted({letter.job.id for letter in chosen if letter.job and letter.job.status in REQUEUABLE})


def _fates(chosen: Sequence[Letter], requeued: Collection[str]) -> list[LetterFate]:
    counted = Counter(_fate(letter, requeued) for letter in chosen)
    return [replace(fate, letters=letters) for fate, letters in counted.items()]


def _fate(letter: Letter, requeued: Collection[str]) -> LetterFate:
    job_id = letter.message.job_id
    if job_id is None:
        return LetterFate(None, "kept", f"malformed, it can only be dropped: {letter.message.body_preview}")
    if letter.job is None:
        return LetterFate(job_id, "kept", "no such job in this database, it can only be dropped")
    if job_id in requeued:
        return LetterFate(job_id, "requeued", f"was {letter.job.status}")
    return LetterFate(job_id, "removed", f"its job is {letter.job.status} and needs no help")


async def drop(broker: Broker, ids: Sequence[str | None] | None) -> int:
    """Remove the letters of these jobs (None: all letters; None among them: malformed ones); how many."""
    return len(await broker.take_dead_letters(MOST, drop=ids))
