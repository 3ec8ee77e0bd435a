"""Dead letters beside their jobs: what the broker holds, joined with what the database knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.broker.topology import is_dead_letter_queue
from common.errors import ConfigError
from fleet.letters import MOST, REQUEUABLE, Letter, letters
from fleet.one_look import one_look
from fleet.opening import opened_store, shared_broker
from fleet.operations.selecting import NotFound, Wanted

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import Settings
    from common.store import Store


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


async def list_letters(settings: Settings, wanted: Wanted, *, limit: int) -> list[Letter]:
    """At most `limit` dead letters that match, as the broker holds them; changes nothing.

    Waits for another look to end. Raises ConfigError for a shop that does not exist, LookedAt, and what shared_broker
    and opened_store raise.
    """
    wanted.filter()
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        found = await letters(store, broker, limit=MOST if wanted.anything else limit)
        now_ms = await store.jobs.now_ms()
    return [letter for letter in found if matches(letter, wanted, now_ms)][:limit]


async def requeue_letters(settings: Settings, typed: Sequence[str], *, every: bool) -> Requeued:
    """Another chance for the jobs of the letters whose job ids begin as `typed`, or of every letter; see `requeue`.

    Raises ConfigError unless exactly one of the two says which, NotFound when a typed word does not name one job.
    """
    _say_which("requeue", typed, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        ids = None if every else await _letter_ids(broker, typed)
        return Requeued(await requeue(store, broker, ids), await _left(broker))


async def drop_letters(settings: Settings, typed: Sequence[str], *, every: bool) -> Dropped:
    """Remove letters for good; their jobs stay as they are. Which letters, and errors: as requeue_letters."""
    _say_which("drop", typed, every)
    async with shared_broker(settings) as broker, opened_store(settings) as store, one_look(store):
        ids = None if every else await _letter_ids(broker, typed)
        return Dropped(await drop(broker, ids), await _left(broker))


def matches(letter: Letter, wanted: Wanted, now_ms: int) -> bool:
    """Whether the filters let this letter through; status, error and age are its job's."""
    job = letter.job
    if wanted.platform and not letter.message.routing_key.startswith(f"{wanted.platform}."):
        return False
    if not (wanted.statuses or wanted.error_code or wanted.older_than_ms or wanted.newer_than_ms):
        return True
    if job is None:
        return False
    age_ms = now_ms - job.updated_at
    return (
        (not wanted.statuses or job.status in wanted.statuses)
        and (wanted.error_code is None or job.error_code == wanted.error_code.upper())
        and (wanted.older_than_ms is None or age_ms >= wanted.older_than_ms)
        and (wanted.newer_than_ms is None or age_ms <= wanted.newer_than_ms)
    )


async def requeue(store: Store, broker: Broker, ids: Sequence[str] | None) -> list[LetterFate]:
    """Jobs of these letters (None: of all) back to NEW in the database first; only then are the letters removed.

    So a crash between the two leaves a letter too many, never a job too few. A letter whose job has moved on is removed
    too. Malformed letters and unknown jobs are kept: they can only be dropped.
    """
    found = await letters(store, broker, limit=MOST)
    chosen = [letter for letter in found if ids is None or letter.message.job_id in ids]
    owed = {letter.job.id for letter in chosen if letter.job and letter.job.status in REQUEUABLE}
    requeued = set(await store.jobs.requeue(sorted(owed))) if owed else set()
    counted = Counter(_fate(letter, requeued) for letter in chosen)
    fates = [replace(fate, letters=letters) for fate, letters in counted.items()]
    settled = [fate.job_id for fate in fates if fate.job_id and fate.fate != "kept"]
    if settled:
        await broker.take_dead_letters(MOST, drop=settled)
    return fates


def _fate(letter: Letter, requeued: set[str]) -> LetterFate:
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


def _say_which(verb: str, typed: Sequence[str], every: bool) -> None:
    if bool(typed) == every:
        raise ConfigError(f"dlq {verb}: say which letters, either by job id or with --all.")


async def _letter_ids(broker: Broker, typed: Sequence[str]) -> list[str]:
    """Ids of dead letters that begin as typed. Raises NotFound when one names none, or letters of several jobs."""
    known = {message.job_id for message in await broker.dead_letters(MOST) if message.job_id}
    ids = []
    for word in typed:
        found = [job_id for job_id in known if job_id.startswith(word.lower())]
        if len(found) != 1:
            problem = "no dead letter's job id starts with" if not found else "several dead letters' ids start with"
            raise NotFound(f"{problem} {word}. `crawlfleet dlq list` shows them.")
        ids.append(found[0])
    return ids
