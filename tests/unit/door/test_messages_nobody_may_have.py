"""A message whose job no waiting machine may take: only one that outran the dispatcher's note makes a copy of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from common.job import JobStatus
from common.store.volunteers.values import OfferedJob
from gateway.tasks.desk import Desk
from gateway.tasks.waiting_room import WaitingRoom

JOB = "a" * 26


class Told:
    """A delivery and a store that keep what is asked of them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.queue = "crawl.other"

    async def ack(self) -> None:
        self.asked.append("ack")

    async def retry_after(self, seconds: float) -> bool:
        self.asked.append("retry_after")
        return True

    async def put_off(self, job_id: str, *, delay_ms: int) -> None:
        self.asked.append("put_off")


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (JobStatus.NEW, ["retry_after"]),
        (JobStatus.QUEUED, ["put_off", "ack"]),
        (JobStatus.RUNNING, ["put_off", "ack"]),
        (JobStatus.SUCCEEDED, ["put_off", "ack"]),
    ],
)
async def test_what_becomes_of_it(status: JobStatus, asked: list[str]) -> None:
    told = Told()
    shops = SimpleNamespace(link=lambda url: None)
    desk = Desk(
        broker=cast(Any, None), store=cast(Any, told), shops=cast(Any, shops), room=WaitingRoom(), lease_ms=60_000
    )
    job = OfferedJob(JOB, "other", str(status), "https://shop.example/p", frozenset())
    await desk._give(cast(Any, told), JOB, job)
    assert told.asked == asked
