"""Looking at exchanges and queues without changing them, as far as the account may. Raises what aiormq raises, and
TimeoutError for an answer that does not come within the seconds named: a line that carries nothing back any more would
else hold up whoever looks until it is taken for dead, more than a minute.

Up to RabbitMQ 4.2.5 whoever is connected may look at all. Later ones let an account look only at what it has some right
to, 4.2.6 and 4.3.0 only at what it may configure (https://github.com/rabbitmq/rabbitmq-server/pull/16272). What an
account may not look at is passed over here: it may be there, and using it would say so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from aio_pika.abc import AbstractChannel, AbstractConnection, AbstractExchange
from aiormq.exceptions import ChannelAccessRefused, ChannelNotFoundEntity

from common.broker.amqp.connection import close_quietly
from common.broker.base import QueueDepth
from common.broker.topology import Topology, carrying_queue
from common.settings import PLATFORMS

T = TypeVar("T")


async def check_topology(connection: AbstractConnection, wanted: Topology, *, answer_seconds: float) -> None:
    """Raises ChannelNotFoundEntity for an exchange or queue that is missing."""
    await _each(connection, (exchange.name for exchange in wanted.exchanges), _exchange, answer_seconds)
    await _each(connection, (queue.name for queue in wanted.queues), _depth, answer_seconds)


async def depths(connection: AbstractConnection, names: Iterable[str], *, answer_seconds: float) -> list[QueueDepth]:
    """Of those queues that this account may look at. Raises ChannelNotFoundEntity for one that is missing."""
    return await _each(connection, names, _depth, answer_seconds)


async def carried(connection: AbstractConnection, *, answer_seconds: float) -> list[QueueDepth]:
    """The queues in which dead letters wait that a rebuild carried away and did not bring back; mostly none is there.
    Asking for one that is not makes a line in RabbitMQ's log."""
    names = map(carrying_queue, PLATFORMS)
    passed_over = (ChannelAccessRefused, ChannelNotFoundEntity)
    found = await _each(connection, names, _depth, answer_seconds, passed_over=passed_over)
    return [depth for depth in found if depth.ready]


async def _exchange(channel: AbstractChannel, name: str) -> AbstractExchange:
    return await channel.declare_exchange(name, passive=True)


async def _depth(channel: AbstractChannel, name: str) -> QueueDepth:
    seen = (await channel.declare_queue(name, passive=True)).declaration_result
    return QueueDepth(name, seen.message_count or 0, seen.consumer_count or 0)


async def _each(
    connection: AbstractConnection,
    names: Iterable[str],
    look: Callable[[AbstractChannel, str], Awaitable[T]],
    answer_seconds: float,
    *,
    passed_over: tuple[type[Exception], ...] = (ChannelAccessRefused,),
) -> list[T]:
    found: list[T] = []
    channel: AbstractChannel | None = None
    try:
        for name in names:
            try:
                async with asyncio.timeout(answer_seconds):
                    if channel is None:
                        channel = await connection.channel()
                    found.append(await look(channel, name))
            except passed_over:  # which closed the channel
                channel = None
    finally:
        await close_quietly(channel)
    return found
