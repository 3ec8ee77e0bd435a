"""Dead letters beside their jobs: what the broker holds, joined with what the database knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.broker.topology import is_dead_letter_queue
from fleet.letters import MOST, Letter, letters
from fleet.one_look import one_look
from fleet.opening import opened_store, shared_broker
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.dead_letters.meant import (
    EVERYTHING,
    matching,
    meant_ids,
    of_jobs,
    of_no_job,
    say_which,
    target_of,
)
from fleet.operations.dead_letters.requeueing import (
    LetterFate,
    Told,
    drop,
    needing_none,
    nobody,
    requeue_chosen,
    would_requeue,
)
from fleet.operations.selecting import Wanted

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import Settings


@dataclass(frozen=True, slots=True)
class Requeued:
    """What became of each letter, and how many are in the queues afterwards."""

    fates: list[LetterFate]
    left: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """How many letters were removed for good, and how many are in the queues afterwards."""

    dropped: int
    left: int


async def list_letters(settings: Settings, wanted: Wanted, *, limit: int) -> list[Letter]:
    """At most `limit` dead letters that match, as the broker holds them; changes nothing.

    Waits for another look to end. Raises ConfigError for a shop that does not exist, LookedAt, and what shared_broker
    and opened_store raise.
    """
    wanted.filter()
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST if wanted.anything else limit)
        return (await matching(store, found, wanted))[:limit]


async def requeue_letters(
    settings: Settings,
    typed: Sequence[str],
    wanted: Wanted = EVERYTHING,
    *,
    every: bool,
    dry_run: bool = False,
    operator: Operator | None = None,
    told: Told = nobody,
) -> Requeued:
    """Another chance for the jobs of the letters whose job ids begin as `typed`, or that `wanted` finds, or of every
    letter; see `requeue`. A dry run changes nothing.

    Raises WrongUsage unless exactly one of the three says which (`wanted` may narrow `typed`), NotFound when a typed
    word does not name one job.
    """
    say_which("requeue", typed, wanted, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST)
        ids = None if every else await meant_ids(store, found, typed, wanted)
        chosen = of_jobs(found, ids)
        if dry_run:
            return Requeued(would_requeue(chosen), await _left(broker))
        target = target_of(typed, wanted, every)
        async with recorded(
            store, operator, Action.DLQ_REQUEUE, target, meant=None if ids is None else len(ids)
        ) as event:
            fates = await requeue_chosen(store, broker, chosen, event=event.id, told=told)
            event.needed_none = needing_none(fates)
        return Requeued(fates, await _left(broker))


async def drop_letters(
    settings: Settings,
    typed: Sequence[str],
    wanted: Wanted = EVERYTHING,
    *,
    every: bool,
    no_job: bool = False,
    dry_run: bool = False,
    operator: Operator | None = None,
) -> Dropped:
    """Remove letters for good; their jobs stay as they are. Which letters, and errors: as requeue_letters. A malformed
    letter names no job and matches no filter: it goes with `every`, or with `no_job`, which takes those alone that name
    no job of this database."""
    say_which("drop", typed, wanted, every, no_job=no_job)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        if dry_run and every:
            left = await _left(broker)
            return Dropped(min(left, MOST), left)
        ids: Sequence[str | None] | None = None
        found: Sequence[Letter] = ()
        if not every:
            found = await letters(store, broker, limit=MOST)
            ids = of_no_job(found) if no_job else await meant_ids(store, found, typed, wanted)
        if dry_run:
            return Dropped(len(of_jobs(found, ids)), await _left(broker))
        target, meant_jobs = target_of(typed, wanted, every, no_job=no_job), None if ids is None else len(ids)
        async with recorded(store, operator, Action.DLQ_DROP, target, meant=meant_jobs) as event:
            event.done = await drop(broker, ids)
        return Dropped(event.done, await _left(broker))


async def _left(broker: Broker) -> int:
    return sum(depth.ready for depth in await broker.depths(is_dead_letter_queue))
