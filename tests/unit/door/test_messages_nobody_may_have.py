"""A message whose job no waiting machine may take is acked once its job has a time, and never copied."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from common.broker.message import encode
from common.job import JobStatus
from common.protocol.base import MAX_ADDRESS_CHARS
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops
from common.store.values.claims import Claim, ClaimOutcome
from common.store.volunteers.values import EVERYBODY, KnownMachine, MachineClaim, OfferedJob
from common.ways.way import Way
from gateway.tasks.handing_out import HandingOut
from gateway.tasks.waiting_room import Waiter, WaitingRoom

JOB = "a" * 26


class Told:
    """A delivery and a store that keep what is asked of them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.put_off_ms: list[int] = []
        self.queue = "crawl.other"
        self.body, self.routing_key = b"", ""
        self.job: OfferedJob | None = None
        self.late = Claim(ClaimOutcome.SHOP_PAUSED)

    async def ack(self) -> None:
        self.asked.append("ack")

    async def retry_after(self, seconds: float) -> bool:
        self.asked.append("retry_after")
        return True

    async def offered(self, ids: Sequence[str]) -> list[OfferedJob]:
        return [self.job] if self.job else []

    async def claim_all(self, claims: Sequence[MachineClaim], *, lease_ms: int) -> list[Claim | None]:
        self.asked += ["claim"] * len(claims)
        return [None for _ in claims]

    async def claim_late(self, claim: MachineClaim, *, lease_ms: int) -> Claim:
        return self.late

    async def put_off(self, job_id: str, way: Way, *, delay_ms: int, nobody_may: bool = False) -> None:
        self.asked.append("put_off")
        self.put_off_ms.append(delay_ms)


def door_of_one(
    told: Told,
    *,
    link: str = "https://shop.example/p",
    room: int = 4,
    monotonic: Callable[[], float] = time.monotonic,
) -> HandingOut:
    """One machine waits, and `told` is the message of a job with this link."""
    told.body, told.routing_key = encode(JOB), "other.any"
    told.job = OfferedJob(JOB, "other", "QUEUED", link, frozenset())
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__) | {"id": "m", "person": "p", "join_hash": "h"}
    waiting = WaitingRoom()
    waiting.enter(Waiter(KnownMachine(**known | {"trusted": True}), "request", frozenset(), room))
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("shop.example",))))
    return HandingOut(store=cast(Any, told), shops=shops, room=waiting, lease_ms=60_000, monotonic=monotonic)


@pytest.mark.parametrize("status", [JobStatus.NEW, JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.SUCCEEDED])
async def test_what_becomes_of_it(status: JobStatus) -> None:
    told = Told()
    handing_out = HandingOut(store=cast(Any, told), shops=cast(Any, None), room=WaitingRoom(), lease_ms=60_000)
    await handing_out.set_aside(
        cast(Any, told), OfferedJob(JOB, "other", str(status), "https://shop.example/p", frozenset())
    )
    assert told.asked == ["put_off", "ack"]


async def test_few_such_jobs_come_again_soon_and_many_later() -> None:
    """Few: an operator's worker may wait for them while gateways get their messages. Many would be in others' way."""
    told, clock, room = Told(), [1000.0], WaitingRoom()
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__) | {"id": "m", "person": "p"}
    room.enter(Waiter(KnownMachine(**known), "request", frozenset(), 4))
    handing_out = HandingOut(
        store=cast(Any, told), shops=cast(Any, None), room=room, lease_ms=60_000, monotonic=lambda: clock[0]
    )

    async def put_off(jobs: int) -> list[int]:
        told.put_off_ms.clear()
        for _ in range(jobs):
            await handing_out.set_aside(
                cast(Any, told), OfferedJob(JOB, "other", "QUEUED", "https://shop.example/p", frozenset({EVERYBODY}))
            )
        return told.put_off_ms

    assert await put_off(2) == [5_000] * 2
    clock[0] += 10
    assert await put_off(100) == [5_000] * 8 + [30_000] * 92
    clock[0] += 20
    assert await put_off(3) == [5_000] * 2 + [30_000]
    clock[0] += 30
    assert await put_off(1) == [5_000]


async def test_jobs_of_a_spent_budget_come_one_behind_the_other() -> None:
    """Four for each page that it has room for: all at once they would be published and claimed in vain for each."""
    told, clock = Told(), [1000.0]
    told.late = Claim(ClaimOutcome.OVER_BUDGET, wait_seconds=2.0, room_every_seconds=2.0)
    handing_out = door_of_one(told, room=200, monotonic=lambda: clock[0])
    for _ in range(150):
        await handing_out.round([cast(Any, told)], lambda: None, keep=False)
    assert told.put_off_ms[:6] == [2_000, 2_500, 3_000, 3_500, 4_000, 4_500]
    assert told.put_off_ms[116:] == [60_000] * 34, "a minute at the most"
    clock[0] += 50
    await handing_out.round([cast(Any, told)], lambda: None, keep=False)
    assert told.put_off_ms[-1] == 10_500
    told.late = Claim(ClaimOutcome.OVER_BUDGET, wait_seconds=90.0, room_every_seconds=100.0)
    await handing_out.round([cast(Any, told)], lambda: None, keep=False)
    assert told.put_off_ms[-1] == 90_000, "or as long as the budget wants"


@pytest.mark.parametrize(("chars", "handed_out"), [(MAX_ADDRESS_CHARS, True), (MAX_ADDRESS_CHARS + 1, False)])
async def test_a_link_that_no_answer_could_name_is_put_off(chars: int, handed_out: bool) -> None:
    """It was accepted before such links were none."""
    told = Told()
    handing_out = door_of_one(told, link="https://shop.example/".ljust(chars, "p"))
    await handing_out.round([cast(Any, told)], lambda: None, keep=False)
    assert told.asked == (["claim", "ack"] if handed_out else ["put_off", "ack"])


@pytest.mark.parametrize(
    ("late", "asked"),
    [
        (Claim(ClaimOutcome.EXCLUDED, wait_seconds=0.5), ["put_off", "ack"]),
        (Claim(ClaimOutcome.LEASE_OVER), ["put_off", "ack"]),
        (Claim(ClaimOutcome.NOT_CLAIMABLE, wait_seconds=0.5), ["retry_after"]),
        (Claim(ClaimOutcome.NOT_CLAIMABLE, wait_seconds=5.0), ["ack"]),
        (Claim(ClaimOutcome.NOT_CLAIMABLE), ["ack"]),
    ],
)
async def test_what_becomes_of_one_whose_claim_brought_no_lease(late: Claim, asked: list[str]) -> None:
    """Another machine may have the job at once; else it would wait until the dispatcher takes its message for lost."""
    told = Told()
    told.late = late
    await door_of_one(told).round([cast(Any, told)], lambda: None, keep=False)
    assert told.asked == ["claim", *asked]
