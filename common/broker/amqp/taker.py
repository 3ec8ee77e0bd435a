"""Taking messages on demand, on a connection of its own: nothing is fetched ahead of its use.

A few messages are taken by basic.get, one by one. That is a round trip each and, for a quorum queue, a command to all
its members; so many messages are taken by a consumer, which is cancelled once they are here. A consumer for a single
message also waits for the first one, so that nobody asks an empty queue again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from aio_pika.abc import AbstractChannel as PikaChannel
from aio_pika.abc import AbstractConnection
from aiormq.abc import AbstractChannel, DeliveredMessage
from pamqp.commands import Basic

from common.broker.amqp.connection import close_quietly, open_connection, translated
from common.broker.amqp.delivery import AmqpDelivery
from common.broker.amqp.publisher import Publisher
from common.errors import BrokerError
from common.settings import BrokerSettings

MANY = 4
"""From so many on a consumer costs less than a get for each."""
COME_SECONDS = 0.25
"""Messages that were counted a moment ago arrive within this time; else somebody else has taken them."""


class Taker:
    """After a failure the next take() opens a new connection; what was unsettled on the old one is delivered again."""

    def __init__(self, settings: BrokerSettings, publisher: Publisher) -> None:
        self._settings = settings
        self._publisher = publisher
        self._connection: AbstractConnection | None = None
        self._pika: list[PikaChannel] = []
        """Held: aio-pika keeps channels by weak reference."""
        self._getting: AbstractChannel | None = None
        self._waiting: AbstractChannel | None = None
        self._lock = asyncio.Lock()
        self._turn = 0

    async def take(self, queues: Sequence[str], limit: int) -> Sequence[AmqpDelivery]:
        """See Broker.take."""
        if not queues:  # who asked may be gone by now
            return []
        async with self._lock:
            try:
                with translated(self._settings, "taking messages"):
                    async with asyncio.timeout(self._settings.publish_timeout_seconds):
                        await self._open()
                        return await self._taken(self._open_channel(self._getting), queues, limit)
            except BrokerError:
                await self._forget()
                raise

    async def first(self, queues: Sequence[str], *, until: asyncio.Event, seconds: float) -> Sequence[AmqpDelivery]:
        """See Broker.first."""
        try:
            with translated(self._settings, "waiting for a message"):
                async with self._lock, asyncio.timeout(self._settings.publish_timeout_seconds):
                    await self._open()
                    come = _Coming(self, self._open_channel(self._waiting))
                    await come.begin(queues, prefetch=1)
                await come.wait(1, seconds, until)
                async with asyncio.timeout(self._settings.publish_timeout_seconds):
                    return await come.end()
        except BrokerError:
            async with self._lock:
                await self._forget()
            raise

    async def close(self) -> None:
        async with self._lock:
            await self._forget()

    def delivery(self, message: DeliveredMessage, queue: str) -> AmqpDelivery:
        return AmqpDelivery(message, queue, self._settings, self._publisher, _nothing)

    async def _taken(self, channel: AbstractChannel, queues: Sequence[str], limit: int) -> list[AmqpDelivery]:
        self._turn += 1
        first = self._turn % len(queues)
        waiting = [*queues[first:], *queues[:first]]
        taken: list[AmqpDelivery] = []
        while waiting and len(taken) < limit:
            for queue in tuple(waiting):
                if len(taken) >= limit:
                    break
                message = await channel.basic_get(queue)
                if not isinstance(message.delivery, Basic.GetOk):
                    waiting.remove(queue)
                    continue
                taken.append(self.delivery(message, queue))
                # Each queue has its share of what is wanted; what others leave is asked for in the next turn.
                share = (limit - len(taken)) // len(waiting)
                if (many := min(share, message.delivery.message_count or 0)) >= MANY:
                    come = _Coming(self, channel)
                    await come.begin([queue], prefetch=many)
                    await come.wait(many, COME_SECONDS)
                    taken += await come.end()
        return taken

    async def _open(self) -> None:
        connection, channels = self._connection, (self._getting, self._waiting)
        if connection is None or connection.is_closed or any(one is None or one.is_closed for one in channels):
            await self._forget()
            self._connection = await open_connection(self._settings)
            self._pika = [await self._connection.channel(publisher_confirms=False) for _ in channels]
            self._getting, self._waiting = [await pika.get_underlay_channel() for pika in self._pika]

    def _open_channel(self, channel: AbstractChannel | None) -> AbstractChannel:
        if channel is None:
            raise RuntimeError("the channel is closed")
        return channel

    async def _forget(self) -> None:
        connection, self._connection, self._getting, self._waiting = self._connection, None, None, None
        await close_quietly(connection)


class _Coming:
    """Consumers on one channel, for as long as some messages take to come."""

    def __init__(self, taker: Taker, channel: AbstractChannel) -> None:
        self._taker = taker
        self._channel = channel
        self._tags: list[str] = []
        self._arrived: list[AmqpDelivery] = []
        self._wanted = 1
        self._enough = asyncio.Event()

    async def begin(self, queues: Sequence[str], *, prefetch: int) -> None:
        """At most `prefetch` come of each queue."""
        await self._channel.basic_qos(prefetch_count=prefetch)
        for queue in queues:
            begun = await self._channel.basic_consume(queue, partial(self._arrive, queue))
            self._tags.append(begun.consumer_tag or "")

    async def wait(self, wanted: int, seconds: float, until: asyncio.Event | None = None) -> None:
        """Until so many are here, the time is over, `until` is set, or the channel is closed."""
        self._wanted = wanted
        if len(self._arrived) >= wanted:
            return
        waits: list[asyncio.Future[Any]] = [asyncio.ensure_future(self._enough.wait()), self._channel.closing]
        if until is not None:
            waits.append(asyncio.ensure_future(until.wait()))
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    async def end(self) -> list[AmqpDelivery]:
        """What came; nothing comes any more."""
        for tag in self._tags:
            await self._channel.basic_cancel(tag)
        await asyncio.sleep(0)  # what came before the last answer is handed over by tasks of its own
        return self._arrived

    async def _arrive(self, queue: str, message: DeliveredMessage) -> None:
        self._arrived.append(self._taker.delivery(message, queue))
        if len(self._arrived) >= self._wanted:
            self._enough.set()


def _nothing() -> None:
    """Nobody counts what is held: its taker asks for no more than it can use."""
