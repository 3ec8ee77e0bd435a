"""RabbitMQ through aio-pika. Publishing and consuming keep to connections of their own: a publisher that RabbitMQ
throttles must not hold up acks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from aio_pika.abc import AbstractConnection

from common.broker.amqp import dead_letters, looking
from common.broker.amqp.connection import close_quietly, open_connection, translated
from common.broker.amqp.consumer import consume
from common.broker.amqp.declaring import declare_topology
from common.broker.amqp.delivery import AmqpDelivery
from common.broker.amqp.publisher import Publisher, Sending
from common.broker.amqp.taker import Taker
from common.broker.base import DeadLetter, Outgoing, OutgoingLetter, QueueDepth
from common.broker.message import encode
from common.broker.topology import DEAD, JOBS, REASON_HEADER, Topology, topology, work_queue
from common.errors import BrokerBlocked, BrokerUnavailable
from common.settings import BrokerSettings

NOWHERE = "doctor.nowhere"
"""A routing key that no queue is bound to."""
CHECK_SECONDS = 3.0


class AmqpBroker:
    """See Broker for what each method promises."""

    def __init__(self, settings: BrokerSettings) -> None:
        self._settings = settings
        self._publisher = Publisher(settings)
        self._taker = Taker(settings, self._publisher)
        self._looking: AbstractConnection | None = None
        self._look_lock = asyncio.Lock()

    @property
    def _topology(self) -> Topology:
        return topology(max_length=self._settings.queue_max_length, delivery_limit=self._settings.delivery_limit)

    async def connect(self) -> None:
        async with self._asking("looking for exchanges and queues") as connection:
            await looking.check_topology(
                connection, self._topology, answer_seconds=self._settings.publish_timeout_seconds
            )

    async def close(self) -> None:
        looking, self._looking = self._looking, None
        # At once: each takes seconds to give up a line that carries nothing back, and a service that stops has few.
        await asyncio.gather(self._taker.close(), self._publisher.close(), close_quietly(looking))

    async def declare(self, *, rebuild: bool = False) -> None:
        async with self._asking("declaring exchanges and queues") as connection:
            await declare_topology(connection, self._topology, rebuild=rebuild)

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        outgoing = [Sending(encode(one.job_id), one.routing_key, one.job_id) for one in messages]
        return await self._publisher.publish(JOBS, outgoing)

    async def check_takes(self) -> None:
        hasty = self._settings.model_copy(
            update={"publish_timeout_seconds": min(CHECK_SECONDS, self._settings.publish_timeout_seconds)}
        )
        publisher = Publisher(hasty)
        try:
            (answer,) = await publisher.publish(JOBS, [Sending(b"{}", NOWHERE)])
        finally:
            await publisher.close()
        if isinstance(answer, BrokerBlocked):
            raise answer

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        return await self._publisher.publish(
            DEAD,
            [Sending(encode(one.job_id), one.routing_key, one.job_id, {REASON_HEADER: one.reason}) for one in letters],
        )

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[AmqpDelivery, None]:
        return consume(self._settings, self._publisher, [work_queue(platform) for platform in platforms], prefetch)

    async def take(self, platforms: Sequence[str], limit: int) -> Sequence[AmqpDelivery]:
        return await self._taker.take([work_queue(platform) for platform in platforms], limit)

    async def first(self, platforms: Sequence[str], *, until: asyncio.Event, seconds: float) -> Sequence[AmqpDelivery]:
        return await self._taker.first([work_queue(platform) for platform in platforms], until=until, seconds=seconds)

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        names = [queue.name for queue in self._topology.queues if wanted is None or wanted(queue.name)]
        async with self._asking("looking at queues") as connection:
            return await looking.depths(connection, names, answer_seconds=self._settings.publish_timeout_seconds)

    async def carried(self) -> Sequence[QueueDepth]:
        async with self._asking("looking at queues") as connection:
            return await looking.carried(connection, answer_seconds=self._settings.publish_timeout_seconds)

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        async with self._asking("looking at dead letters") as connection:
            return await dead_letters.look(connection, limit)

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        async with self._asking("taking dead letters") as connection:
            return await dead_letters.take(connection, limit, drop=drop)

    @asynccontextmanager
    async def _asking(self, doing: str) -> AsyncIterator[AbstractConnection]:
        """The connection for everything but publishing and consuming. After a failure the next call opens a new one."""
        async with self._look_lock:
            if self._looking is None or self._looking.is_closed:
                self._looking = await open_connection(self._settings)
            connection = self._looking
        try:
            with translated(self._settings, doing):
                yield connection
        except BrokerUnavailable:
            if self._looking is connection:
                self._looking = None
            await close_quietly(connection)
            raise
