"""Dead letters beside their jobs: what the broker holds, joined with what the database knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from common.broker.topology import is_dead_letter_queue
from common.errors import WrongUsage
from fleet.letters import MOST, REQUEUABLE, Letter, letters
from fleet.one_look import one_look
from fleet.opening import opened_store, shared_broker
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.selecting import NotFound, Wanted, first_letters

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import Settings
    from common.store import Store


EVERYTHING = Wanted()
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


@dataclass(frozen=True, slots=True)
class LettersPlan:
    """The letters that an action would take, counted exactly. Carried out later it takes letters of these very jobs; of
    those that are gone by then nothing is left to take."""

    verb: str
    letters: int
    nameless: int
    """Of those: malformed ones, which name no job."""
    ids: Sequence[str] | None
    """Their jobs. None: every letter, because those without a job cannot be told apart from those that come later."""
    target: Mapping[str, Any]
    """As the audit has it."""


async def plan_letters(
    settings: Settings, verb: str, typed: Sequence[str], wanted: Wanted = EVERYTHING, *, every: bool
) -> LettersPlan:
    """What `verb` (requeue or drop) would take now. Which letters, and errors: as requeue_letters."""
    _say_which(verb, typed, wanted, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST)
    async with opened_store(settings) as store:
        if not every:
            meant = set(await _meant(store, found, typed, wanted))
            chosen = [letter for letter in found if letter.message.job_id in meant]
        else:
            chosen = found
    if verb == "requeue":  # those without a job are kept
        chosen = [letter for letter in chosen if letter.job is not None]
    nameless = sum(letter.message.job_id is None for letter in chosen)
    ids = None if nameless else sorted({letter.message.job_id for letter in chosen if letter.message.job_id})
    return LettersPlan(verb, len(chosen), nameless, ids, _target(typed, wanted, every))


async def end_planned(settings: Settings, plan: LettersPlan, *, operator: Operator | None = None) -> int:
    """Do what was counted: how many jobs were requeued, or letters dropped. Raises as requeue_letters."""
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        meant = plan.letters if plan.verb == "drop" or plan.ids is None else len(plan.ids)
        async with recorded(store, operator, Action(f"dlq {plan.verb}"), plan.target, meant=meant) as event:
            if plan.verb == "drop":
                event.done = await drop(broker, plan.ids)
                return event.done
            fates = await requeue(store, broker, plan.ids, event=event.id)
    return sum(fate.fate == "requeued" for fate in fates)


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
    _say_which("requeue", typed, wanted, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST)
        ids = None if every else await _meant(store, found, typed, wanted)
        chosen = _of(found, ids)
        if dry_run:
            return Requeued(_would_requeue(chosen), await _left(broker))
        target = _target(typed, wanted, every)
        async with recorded(
            store, operator, Action.DLQ_REQUEUE, target, meant=None if ids is None else len(ids)
        ) as event:
            fates = await _requeued(store, broker, chosen, event=event.id, told=told)
        return Requeued(fates, await _left(broker))


async def drop_letters(
    settings: Settings,
    typed: Sequence[str],
    wanted: Wanted = EVERYTHING,
    *,
    every: bool,
    dry_run: bool = False,
    operator: Operator | None = None,
) -> Dropped:
    """Remove letters for good; their jobs stay as they are. Which letters, and errors: as requeue_letters. A malformed
    letter names no job and matches no filter: it goes with `every` alone."""
    _say_which("drop", typed, wanted, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        ids = None if every else await _letter_ids(store, broker, typed, wanted)
        if dry_run:
            held, meant = await broker.dead_letters(MOST), None if ids is None else frozenset(ids)
            return Dropped(sum(meant is None or message.job_id in meant for message in held), await _left(broker))
        target = _target(typed, wanted, every)
        async with recorded(store, operator, Action.DLQ_DROP, target, meant=None if ids is None else len(ids)) as event:
            event.done = await drop(broker, ids)
        return Dropped(event.done, await _left(broker))


def _target(typed: Sequence[str], wanted: Wanted, every: bool) -> dict[str, Any]:
    return wanted.as_dict() | ({"jobs": list(typed)} if typed else {}) | ({"all": True} if every else {})


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


async def requeue(
    store: Store, broker: Broker, ids: Sequence[str] | None, *, event: str | None = None
) -> list[LetterFate]:
    """Jobs of these letters (None: of all) back to NEW in the database first; only then are the letters removed.

    So what breaks off between the two leaves letters too many, never a job too few. A letter whose job has moved on is
    removed too. Malformed letters and unknown jobs are kept: they can only be dropped.
    """
    return await _requeued(store, broker, _of(await letters(store, broker, limit=MOST), ids), event=event, told=nobody)


def _of(found: Sequence[Letter], ids: Collection[str] | None) -> Sequence[Letter]:
    """Those of these jobs; None: all."""
    meant = None if ids is None else frozenset(ids)
    return [letter for letter in found if meant is None or letter.message.job_id in meant]


def _owed(chosen: Sequence[Letter]) -> list[str]:
    """The jobs that need another chance."""
    return sorted({letter.job.id for letter in chosen if letter.job and letter.job.status in REQUEUABLE})


async def _requeued(
    store: Store, broker: Broker, chosen: Sequence[Letter], *, event: str | None, told: Told
) -> list[LetterFate]:
    owed, requeued = _owed(chosen), set[str]()
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


async def drop(broker: Broker, ids: Sequence[str] | None) -> int:
    """Remove the letters of these jobs (None: all letters); how many."""
    return len(await broker.take_dead_letters(MOST, drop=ids))


async def _left(broker: Broker) -> int:
    return sum(depth.ready for depth in await broker.depths() if is_dead_letter_queue(depth.name))


def _would_requeue(chosen: Sequence[Letter]) -> list[LetterFate]:
    """What requeue would say, of the same letters, with nothing changed."""
    return _fates(chosen, frozenset(_owed(chosen)))


def _say_which(verb: str, typed: Sequence[str], wanted: Wanted, every: bool) -> None:
    if every == bool(typed or wanted.anything):
        raise WrongUsage(
            f"dlq {verb}: say which letters, by job id, by a filter such as --shop or --error-code, or with --all."
        )


async def _letter_ids(store: Store, broker: Broker, typed: Sequence[str], wanted: Wanted) -> list[str]:
    """Job ids of dead letters: those that begin as typed, and that the filters let through. Raises NotFound when a
    typed word names none, or letters of several jobs."""
    return await _meant(store, await letters(store, broker, limit=MOST), typed, wanted)


async def _meant(store: Store, found: Sequence[Letter], typed: Sequence[str], wanted: Wanted) -> list[str]:
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
