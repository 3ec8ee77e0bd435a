"""Making the topology, and making it anew where a broker has an older one. Both raise what aiormq raises.

A queue keeps the arguments it was made with, so another limit needs another queue. Messages of work and retry queues go
with theirs: the dispatcher publishes again what the database still owes. Dead letters are carried over, through a queue
`crawl.carry.<shop>`: each is confirmed there before it leaves the old queue, so a crash may double one and loses none.
Run again, an interrupted rebuild goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aio_pika.abc import AbstractConnection
from aiormq.abc import AbstractChannel
from aiormq.exceptions import ChannelNotFoundEntity, ChannelPreconditionFailed, DeliveryError

from common.broker.amqp.connection import close_quietly
from common.broker.amqp.differences import Difference, told
from common.broker.topology import DEAD, Exchange, Queue, Topology, carrying_queue, dead_letter_queue
from common.errors import BrokerError
from common.output.counting import counted
from common.settings import PLATFORMS


async def declare_topology(connection: AbstractConnection, wanted: Topology, *, rebuild: bool) -> None:
    """Create exchanges, queues and bindings; what is there already stays, or is made anew with `rebuild`.

    Raises BrokerError that names everything that differs (all else is made by then); with `rebuild`, BrokerError for a
    queue that is in use.
    """
    differing = await _declare(connection, wanted)
    if differing and not rebuild:
        raise BrokerError(
            f"{len(differing)} of the broker's exchanges and queues were made otherwise: {told(differing)}. Stop "
            "dispatchers and workers and run `crawlfleet broker init --rebuild`: it makes these anew and keeps every "
            "dead letter."
        )
    await _in_use(connection, differing)
    for platform in PLATFORMS:
        if dead_letter_queue(platform) in {one.name for one in differing}:
            await _carry_away(connection, platform, _letter_keys(wanted, platform))
    await _remove(connection, wanted, differing)
    if differing and (again := await _declare(connection, wanted)):
        raise BrokerError(f"{again[0].name} could not be made anew: {again[0].why}")
    for platform in PLATFORMS:
        await _carry_back(connection, platform, _letter_keys(wanted, platform))


def _letter_keys(wanted: Topology, platform: str) -> list[str]:
    """What this shop's dead-letter queue is bound for: letters that go another way than plain HTTP have their own."""
    return [one.routing_key for one in wanted.bindings if one.queue == dead_letter_queue(platform)]


async def _declare(connection: AbstractConnection, wanted: Topology) -> list[Difference]:
    differing: list[Difference] = []
    everything: list[Exchange | Queue] = [*wanted.exchanges, *wanted.queues]
    for one in everything:
        # A refused declaration closes its channel.
        channel = await _channel(connection)
        try:
            if isinstance(one, Exchange):
                await channel.exchange_declare(one.name, exchange_type=one.kind, durable=True)
            else:
                await channel.queue_declare(one.name, durable=True, arguments=dict(one.arguments))
        except ChannelPreconditionFailed as error:
            differing.append(Difference(one.name, str(error)))
        finally:
            await close_quietly(channel)
    wrong = {one.name for one in differing}
    channel = await _channel(connection)
    try:
        for binding in wanted.bindings:
            if binding.exchange not in wrong:
                await channel.queue_bind(binding.queue, binding.exchange, binding.routing_key)
    finally:
        await close_quietly(channel)
    return differing


async def _in_use(connection: AbstractConnection, differing: Iterable[Difference]) -> None:
    channel = await _channel(connection)
    try:
        for one in differing:
            try:
                found = await channel.queue_declare(one.name, passive=True)
            except ChannelNotFoundEntity:  # an exchange
                channel = await _channel(connection)
                continue
            if found.consumer_count:
                raise BrokerError(
                    f"{one.name} has {counted(found.consumer_count, 'consumer')}. Stop every worker first, then run "
                    "`crawlfleet broker init --rebuild` again; nothing was changed."
                )
    finally:
        await close_quietly(channel)


async def _remove(connection: AbstractConnection, wanted: Topology, differing: Iterable[Difference]) -> None:
    names = {one.name for one in differing}
    channel = await _channel(connection)
    try:
        for queue in wanted.queues:
            if queue.name in names:
                await channel.queue_delete(queue.name)
        for exchange in wanted.exchanges:
            if exchange.name in names:
                await channel.exchange_delete(exchange.name)
    finally:
        await close_quietly(channel)


async def _carry_away(connection: AbstractConnection, platform: str, keys: Sequence[str]) -> None:
    """Move all letters of this shop into its carrying queue, which takes new ones too until the new queue is there.
    `keys` must name every key that the old queue is bound for: a letter under another key would be moved from that
    queue into itself, for ever."""
    carrying = carrying_queue(platform)
    channel = await _channel(connection)
    try:
        await channel.queue_declare(carrying, durable=True, arguments={"x-queue-type": "quorum"})
        for key in keys:
            await channel.queue_bind(carrying, DEAD, key)
            await channel.queue_unbind(dead_letter_queue(platform), DEAD, key)
        await _move(channel, dead_letter_queue(platform))
    finally:
        await close_quietly(channel)


async def _carry_back(connection: AbstractConnection, platform: str, keys: Sequence[str]) -> None:
    carrying = carrying_queue(platform)
    channel = await _channel(connection)
    try:
        for key in keys:
            await channel.queue_unbind(carrying, DEAD, key)
        left = await _move(channel, carrying)
        if left:
            raise BrokerError(
                f"{dead_letter_queue(platform)} is full, and {left} more dead letters wait in {carrying}. Requeue or "
                "drop some (`crawlfleet dlq list`), then run `crawlfleet broker init --rebuild` again."
            )
        await channel.queue_delete(carrying)
    except ChannelNotFoundEntity:
        return
    finally:
        await close_quietly(channel)


async def _move(channel: AbstractChannel, queue: str) -> int:
    """Publish each message of `queue` to the dead-letter exchange under its own key and properties, then ack it.

    How many are left: not 0 only when the queue they go to is full.
    """
    while (message := await channel.basic_get(queue)).delivery_tag is not None:
        tag = message.delivery_tag
        try:
            await channel.basic_publish(
                message.body,
                exchange=DEAD,
                routing_key=message.routing_key or "",
                properties=message.header.properties,
                mandatory=True,
            )
        except DeliveryError:
            await channel.basic_nack(tag, requeue=True)
            return (await channel.queue_declare(queue, passive=True)).message_count or 1
        await channel.basic_ack(tag)
    return 0


async def _channel(connection: AbstractConnection) -> AbstractChannel:
    """A bare channel with confirms; it is closed by whoever asked."""
    transport = connection.transport
    if transport is None:
        raise RuntimeError("the connection is closed")
    return await transport.connection.channel(publisher_confirms=True, on_return_raises=True)
