"""How often the desk asks the broker, and how soon it ends: whoever waits for a message is told of each change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from common.broker.base import Delivery
from common.store.volunteers.values import KnownMachine
from common.waiting import call_off
from gateway.tasks.desk import LATELY_SECONDS, LOOK_AGAIN_SECONDS, Desk
from gateway.tasks.handing_out import Round
from gateway.tasks.waiting_room import Waiter, WaitingRoom


class Message:
    queue = "crawl.shopee"


class Broker:
    """Counts how often it is asked, and answers when it may."""

    def __init__(self) -> None:
        self.looks = 0
        self.listens = 0
        self.next: list[Message] = []
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()
        self.may_answer.set()

    async def take(self, queues: Sequence[str], limit: int) -> Sequence[Delivery]:
        self.looks += 1
        self.asked.set()
        await self.may_answer.wait()
        taken, self.next = self.next, []
        return cast(Sequence[Delivery], taken)

    async def first(self, queues: Sequence[str], *, until: asyncio.Event, seconds: float) -> Sequence[Delivery]:
        self.listens += 1
        await until.wait()
        return ()


class HandingOut:
    async def round(self, taken: object, placed: Callable[[], None], *, keep: bool, fill: bool = False) -> Round:
        placed()
        return Round(None)


def waiter(machine: str, shop: str) -> Waiter:
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__) | {"id": machine, "person": "p", "join_hash": "h"}
    return Waiter(KnownMachine(**known), "request", frozenset({shop}), 4)


@asynccontextmanager
async def serving(broker: Broker, room: WaitingRoom) -> AsyncIterator[tuple[Desk, asyncio.Task[None]]]:
    desk = Desk(broker=cast(Any, broker), handing_out=cast(Any, HandingOut()), room=room)
    task = asyncio.create_task(desk.serve())
    try:
        yield desk, task
    finally:
        await call_off(task)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.001)


async def test_after_a_message_it_looks_again_now_and_then_and_not_all_the_time() -> None:
    broker, room = Broker(), WaitingRoom()
    async with serving(broker, room) as (desk, _):
        room.enter(waiter("ada's", "shopee"))
        desk.changed()
        await until(lambda: broker.listens == 1)
        # Who comes now wants another shop, so it listens anew; and it finds a message.
        broker.next = [Message()]
        room.enter(waiter("bob's", "taobao"))
        desk.changed()
        await until(lambda: broker.listens == 2)
    assert broker.looks <= LATELY_SECONDS / LOOK_AGAIN_SECONDS + 5


async def test_told_to_end_while_it_looks_it_does_not_begin_to_listen() -> None:
    broker, room = Broker(), WaitingRoom()
    broker.may_answer.clear()
    async with serving(broker, room) as (desk, task):
        room.enter(waiter("ada's", "shopee"))
        desk.changed()
        await broker.asked.wait()
        task.cancel()
        await asyncio.sleep(0)
        broker.may_answer.set()
        await until(task.done)
    assert broker.listens == 0
