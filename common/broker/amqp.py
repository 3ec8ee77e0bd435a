"""RabbitMQ through aio-pika. Publishing and consuming keep to connections of their own: a publisher that RabbitMQ
throttles must not hold up acks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from aio_pika.abc import AbstractConnection

from common.broker import amqp_dead_letters
from common.broker.amqp_connection import (
    check_topology,
    close_quietly,
    declare_topology,
    open_connection,
    translated,
)
from common.broker.amqp_consumer import consume
from common.broker.amqp_delivery import AmqpDelivery
from common.broker.amqp_publisher import Publisher
from common.broker.base import DeadLetter, Outgoing, QueueDepth
from common.broker.message import encode
from common.broker.topology import JOBS, Topology, topology, work_queue
from common.settings import BrokerSettings


class AmqpBroker:
    """See Broker for what each method promises."""

    def __init__(self, settings: BrokerSettings) -> None:
        self._settings = settings
        self._publisher = Publisher(settings)
        self._looking: AbstractConnection | None = None
        self._look_lock = asyncio.Lock()

    @property
    def _topology(self) -> Topology:
        return topology(max_length=self._settings.queue_max_length, delivery_limit=self._settings.delivery_limit)

    async def connect(self) -> None:
        connection = await self._look()
        with translated(self._settings, "looking for exchanges and queues"):
            await check_topology(connection, self._topology)

    async def close(self) -> None:
        await self._publisher.close()
        looking, self._looking = self._looking, None
        await close_quietly(looking)

    async def declare(self) -> None:
        connection = await self._look()
        with translated(self._settings, "declaring exchanges and queues"):
            await declare_topology(connection, self._topology)

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        outgoing = [(encode(message.job_id), message.routing_key, message.job_id) for message in messages]
        return await self._publisher.publish(JOBS, outgoing)

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[AmqpDelivery, None]:
        return consume(self._settings, self._publisher, [work_queue(platform) for platform in platforms], prefetch)

    async def depths(self) -> Sequence[QueueDepth]:
        connection = await self._look()
        with translated(self._settings, "looking at queues"):
            channel = await connection.channel()
            try:
                found = []
                for queue in self._topology.queues:
                    seen = (await channel.declare_queue(queue.name, passive=True)).declaration_result
                    found.append(QueueDepth(queue.name, seen.message_count or 0, seen.consumer_count or 0))
                return found
            finally:
                await close_quietly(channel)

    async def purge(self, queue: str) -> int:
        connection = await self._look()
        with translated(self._settings, f"purging {queue}"):
            channel = await connection.channel()
            try:
                underlay = await channel.get_underlay_channel()
                return (await underlay.queue_purge(queue)).message_count or 0
            finally:
                await close_quietly(channel)

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        connection = await self._look()
        with translated(self._settings, "looking at dead letters"):
            return await amqp_dead_letters.look(connection, limit)

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str] | None = None) -> Sequence[DeadLetter]:
        connection = await self._look()
        with translated(self._settings, "taking dead letters"):
            return await amqp_dead_letters.take(connection, limit, drop=drop)

    async def _look(self) -> AbstractConnection:
        """The connection for questions; opened again when it broke."""
        async with self._look_lock:
            if self._looking is None or self._looking.is_closed:
                self._looking = await open_connection(self._settings)
            return self._looking
