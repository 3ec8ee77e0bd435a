"""Taking single messages on demand (basic.get), on a connection of its own: nothing is fetched ahead of its use."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aio_pika.abc import AbstractConnection
from aiormq.abc import AbstractChannel, DeliveredMessage
from pamqp.commands import Basic

from common.broker.amqp.connection import close_quietly, open_connection, translated
from common.broker.amqp.delivery import AmqpDelivery
from common.broker.amqp.publisher import Publisher
from common.errors import BrokerError
from common.settings import BrokerSettings


class Taker:
    """After a failure the next take() opens a new connection; what was unsettled on the old one is delivered again."""

    def __init__(self, settings: BrokerSettings, publisher: Publisher) -> None:
        self._settings = settings
        self._publisher = publisher
        self._connection: AbstractConnection | None = None
        self._channel: AbstractChannel | None = None
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
                        return await self._taken(await self._opened(), queues, limit)
            except BrokerError:
                await self._forget()
                raise

    async def close(self) -> None:
        async with self._lock:
            await self._forget()

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
                if _is_empty(message):
                    waiting.remove(queue)
                else:
                    taken.append(AmqpDelivery(message, queue, self._settings, self._publisher, _nothing))
        return taken

    async def _opened(self) -> AbstractChannel:
        if self._connection is None or self._connection.is_closed or self._channel is None or self._channel.is_closed:
            await self._forget()
            self._connection = await open_connection(self._settings)
            pika = await self._connection.channel(publisher_confirms=False)
            self._pika = pika  # held: aio-pika keeps channels by weak reference
            self._channel = await pika.get_underlay_channel()
        return self._channel

    async def _forget(self) -> None:
        connection, self._connection, self._channel = self._connection, None, None
        await close_quietly(connection)


def _is_empty(message: DeliveredMessage) -> bool:
    return isinstance(message.delivery, Basic.GetEmpty)


def _nothing() -> None:
    """Nobody counts what is held: its taker asks for no more than it can use."""
