"""A round of claims that is cut short: no machine's request waits for a claim that nobody makes any more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from common.broker.message import encode
from common.settings import ShopSettings, ShopsSettings
from common.shops.registry import Shops
from common.store.values.claims import Claim
from common.store.volunteers.values import KnownMachine, MachineClaim, OfferedJob
from gateway.tasks.handing_out import HandingOut
from gateway.tasks.waiting_room import Waiter, WaitingRoom

JOB = "a" * 26
LINK = "https://shop.pinewood.example/p/1"


class Store:
    """Hangs at its `hangs`-th question of a claim."""

    def __init__(self, hangs: str) -> None:
        self._hangs = hangs
        self.asked = asyncio.Event()

    async def offered(self, ids: Sequence[str]) -> list[OfferedJob]:
        return [OfferedJob(JOB, "other", "QUEUED", LINK, frozenset())]

    async def claim_all(self, claims: Sequence[MachineClaim], *, lease_ms: int) -> list[Claim | None]:
        await self._answer("claim_all")
        return [None for _ in claims]

    async def claim_late(self, claim: MachineClaim, *, lease_ms: int) -> Claim:
        await self._answer("claim_late")
        raise AssertionError("it hangs")

    async def _answer(self, question: str) -> None:
        if question == self._hangs:
            self.asked.set()
            await asyncio.Event().wait()


class Message:
    queue, routing_key, body = "crawl.other", "other.any", encode(JOB)


@pytest.mark.parametrize("hangs", ["claim_all", "claim_late"])
async def test_what_was_under_way_is_given_up(hangs: str) -> None:
    store, room = Store(hangs), WaitingRoom()
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__) | {"id": "m", "person": "p", "join_hash": "j"}
    waiter = room.enter(Waiter(KnownMachine(**known), "request", frozenset(), 1))
    shops = Shops(ShopsSettings(other=ShopSettings(domains=("pinewood.example",))))
    handing_out = HandingOut(store=cast(Any, store), shops=shops, room=room, lease_ms=60_000)
    round_ = asyncio.create_task(handing_out.round([cast(Any, Message())], lambda: None, keep=False))
    await store.asked.wait()
    assert waiter.pending == 1
    round_.cancel()
    await asyncio.gather(round_, return_exceptions=True)
    assert (waiter.pending, waiter.room, waiter.unsure, waiter.settled.is_set()) == (0, 1, True, True)
