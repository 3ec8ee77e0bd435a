"""Faults put into the product's own code on purpose, to see that the simulation notices each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

from common.job import JobStatus
from common.outcome import second_sight
from common.store.jobs.jobs import JobStore
from common.store.statements import SQL
from common.store.values.jobs import DueJob, Reaped
from worker.handle import TaskHandler
from worker.source.base import Task
from worker.source.direct import OfferedMessage

_WITHIN_LEASE = " AND +crawl_jobs.lock_expires_at > done.at"
_SAME_TOKEN = " AND crawl_jobs.lease_token = done.token"


def without(name: str, *parts: str) -> AbstractContextManager[object]:
    """The statement without these parts. Raises ValueError when it has them no more: then mend the break."""
    sql = SQL[name]
    for part in parts:
        if part not in sql:
            raise ValueError(
                f"the statement {name} does not say {part!r} any more; mend tests/simulation/faults/breaks.py"
            )
        sql = sql.replace(part, "")
    return mock.patch.dict(SQL, {name: sql})


def _no_token_asked() -> AbstractContextManager[object]:
    """A result is recorded whatever lease it belongs to."""
    return without("succeed", _SAME_TOKEN)


def _late_record() -> AbstractContextManager[object]:
    """A result is recorded although its lease has run out, as long as nobody has taken the job back."""
    return without("succeed", _WITHIN_LEASE)


def _late_renewal() -> AbstractContextManager[object]:
    """A lease that has run out is renewed."""
    return without("renew", " AND +crawl_jobs.lock_expires_at > COALESCE(:now_ms, " + _database_clock() + ")")


def _database_clock() -> str:
    return SQL["now"].split("COALESCE(:now_ms, ", 1)[1].rsplit(")", 1)[0]


def _attempt_kept() -> AbstractContextManager[object]:
    """A job that is given back unfinished has spent the attempt all the same."""
    sql = SQL["release"]
    return mock.patch.dict(SQL, {"release": sql.replace("attempt = attempt - 1", "attempt = attempt")})


def _wall_spends() -> AbstractContextManager[object]:
    """A wall spends an attempt, although the job goes on by another way."""
    sql = SQL["next_way"]
    return mock.patch.dict(SQL, {"next_way": sql.replace("attempt = attempt - 1", "attempt = attempt")})


def _no_sweep() -> AbstractContextManager[object]:
    """Leases that ran out are forgotten."""

    async def reap(self: JobStore, **more: object) -> Sequence[Reaped]:
        return []

    return mock.patch.object(JobStore, "reap", reap)


def _no_republish() -> AbstractContextManager[object]:
    """A message that was lost is never published again."""
    due = JobStore.due

    async def only_once(self: JobStore, platform: str, **more: Any) -> Sequence[DueJob]:
        return [job for job in await due(self, platform, **more) if job.status is not JobStatus.QUEUED]

    return mock.patch.object(JobStore, "due", only_once)


class _Settled:
    """A message that was acked at once; whatever its holder does to it later does nothing."""

    def __init__(self, delivery: Any) -> None:
        self._delivery = delivery

    def __getattr__(self, name: str) -> Any:
        return getattr(self._delivery, name)

    async def _nothing(self, *how: object) -> None:
        return None

    ack = requeue = retry_after = dead_letter = _nothing


def _ack_first() -> AbstractContextManager[object]:
    """The message is acked when the job is claimed, before anything is recorded."""
    run = TaskHandler._run

    async def acks_first(self: TaskHandler, offered: OfferedMessage, task: Task) -> None:
        await offered._delivery.ack()
        offered._delivery = _Settled(offered._delivery)  # type: ignore[assignment]  # its ends do nothing
        await run(self, offered, task)

    return mock.patch.object(TaskHandler, "_run", acks_first)


def _first_sight() -> AbstractContextManager[object]:
    """A price that leaps is recorded at first sight."""
    return mock.patch.object(second_sight, "doubt_of", lambda found, known, factors: None)


BREAKS: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "lease-guard": _no_token_asked,
    "ack-first": _ack_first,
    "no-sweep": _no_sweep,
    "late-record": _late_record,
    "no-republish": _no_republish,
    "late-renewal": _late_renewal,
    "attempt-kept": _attempt_kept,
    "first-sight": _first_sight,
    "wall-spends": _wall_spends,
}
