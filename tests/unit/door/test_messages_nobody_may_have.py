"""A message whose job no waiting machine may take is acked once its job has a time, and never copied."""

from __future__ import annotations

from typing import Any, cast

import pytest

from common.job import JobStatus
from common.store.volunteers.values import OfferedJob
from common.ways.way import Way
from gateway.tasks.handing_out import HandingOut
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

    async def put_off(self, job_id: str, way: Way, *, delay_ms: int, nobody_may: bool = False) -> None:
        self.asked.append("put_off")


@pytest.mark.parametrize("status", [JobStatus.NEW, JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.SUCCEEDED])
async def test_what_becomes_of_it(status: JobStatus) -> None:
    told = Told()
    handing_out = HandingOut(store=cast(Any, told), shops=cast(Any, None), room=WaitingRoom(), lease_ms=60_000)
    await handing_out.set_aside(
        cast(Any, told), OfferedJob(JOB, "other", str(status), "https://shop.example/p", frozenset())
    )
    assert told.asked == ["put_off", "ack"]
