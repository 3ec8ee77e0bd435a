"""`crawlfleet dlq`: dead letters for people and scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from common.errors import ConfigError
from fleet.opening import connected_broker, opened_store
from fleet.operations import dead_letters
from fleet.operations.dead_letters import MOST, Letter
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.output import note, print_json, print_line
from fleet.terminal.table import Column, render

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.settings import Settings

COLUMNS = (
    Column("queue"),
    Column("job"),
    Column("status"),
    Column("reason", flexible=True),
    Column("link or message", flexible=True),
)


async def list_letters(settings: Settings, wanted: Wanted, *, limit: int, as_json: bool) -> None:
    wanted.filter()
    async with connected_broker(settings) as broker, opened_store(settings) as store:
        found = await dead_letters.letters(store, broker, limit=MOST if wanted.anything else limit)
        now_ms = await store.jobs.now_ms()
    kept = [letter for letter in found if matches(letter, wanted, now_ms)][:limit]
    if as_json:
        for letter in kept:
            print_json(letter_object(letter))
        return
    if not kept:
        print_line("no dead letter matches." if wanted.anything else "no dead letters.")
        return
    print_line(render(COLUMNS, [_row(letter) for letter in kept]))
    print_line("crawlfleet dlq requeue ID… | --all gives their jobs another chance; crawlfleet dlq drop removes them.")


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


def letter_object(letter: Letter) -> dict[str, Any]:
    job, message = letter.job, letter.message
    return {
        "queue": message.queue,
        "job_id": message.job_id,
        "reason": letter.reason,
        "message_reason": message.reason,
        "status": job.status if job else None,
        "error_code": job.error_code if job else None,
        "url_norm": job.url_norm if job else None,
        "updated_at": job.updated_at if job else None,
        "body_preview": message.body_preview,
    }


def _row(letter: Letter) -> list[str]:
    job, message = letter.job, letter.message
    status = job.status if job else ("unknown job" if message.job_id else "malformed")
    what = job.url_norm if job else message.body_preview
    return [message.queue, (message.job_id or "-")[:10], status, letter.reason, what]


async def requeue_letters(settings: Settings, typed: Sequence[str], *, every: bool, as_json: bool) -> None:
    """Raises NotFound when none of the named letters could be settled."""
    _say_which("requeue", typed, every)
    async with connected_broker(settings) as broker, opened_store(settings) as store:
        ids = None if every else await _letter_ids(broker, typed)
        fates = await dead_letters.requeue(store, broker, ids)
    for fate in fates:
        if as_json:
            print_json({"job_id": fate.job_id, "fate": fate.fate, "detail": fate.why})
        elif fate.fate == "kept":
            note(f"kept {fate.job_id or 'a malformed message'}: {fate.why}")
        else:
            print_line(f"{fate.fate}  {fate.job_id}  {fate.why}")
    settled = [fate for fate in fates if fate.fate != "kept"]
    if fates and not settled and not every:
        raise NotFound("none of these dead letters could be requeued. `crawlfleet dlq drop` removes them.")
    if not as_json:
        requeued = sum(fate.fate == "requeued" for fate in fates)
        print_line(f"{requeued} requeued, {len(settled) - requeued} removed, {len(fates) - len(settled)} kept")


async def drop_letters(settings: Settings, typed: Sequence[str], *, every: bool, as_json: bool) -> None:
    _say_which("drop", typed, every)
    async with connected_broker(settings) as broker:
        ids = None if every else await _letter_ids(broker, typed)
        dropped = await dead_letters.drop(broker, ids)
    if as_json:
        print_json({"dropped": dropped})
    else:
        print_line(f"{dropped} dropped; their jobs stay in the database as they are")


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
