"""Reading the dead-letter queues, and taking messages out of them. Both raise what aiormq raises.

Reading a message takes it off its queue, and RabbitMQ puts it back only some time after the reading channel has closed.
So both functions hand back what they read, and return when the queue counts it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from aio_pika.abc import AbstractChannel, AbstractConnection, AbstractIncomingMessage, AbstractQueue

from common.broker.amqp.connection import close_quietly
from common.broker.base import DeadLetter, dead_letter_of
from common.broker.topology import REASON_HEADER, dead_letter_queue, is_work_queue
from common.settings import PLATFORMS

BACK_SECONDS = 10.0
"""At most so long for messages to be back in their queue."""
BACK_LOOK_SECONDS = 0.02
QUIET_SECONDS = 3.0
"""A queue that sends nothing for so long has no more."""
SENT_AT_ONCE = 10_000
"""To one consumer; AMQP cannot say more than 65,535."""


async def look(connection: AbstractConnection, limit: int) -> list[DeadLetter]:
    """Up to `limit` messages. They are back in their queues when this returns; their order may change."""
    return await _through(connection, limit, lambda seen: False)


async def take(connection: AbstractConnection, limit: int, *, drop: Sequence[str | None] | None) -> list[DeadLetter]:
    """Remove up to `limit` messages (of the jobs in `drop`, when given); the others are back when this returns."""
    wanted = None if drop is None else frozenset(drop)
    return await _through(connection, limit, lambda seen: wanted is None or seen.job_id in wanted, taking=True)


async def _through(
    connection: AbstractConnection, limit: int, removed: Callable[[DeadLetter], bool], *, taking: bool = False
) -> list[DeadLetter]:
    """What was seen, or when `taking` what was removed: at most `limit`, over all queues."""
    channel = await connection.channel()
    try:
        found: list[DeadLetter] = []
        for platform in PLATFORMS:
            if len(found) >= limit:
                break
            queue = await channel.declare_queue(dead_letter_queue(platform), passive=True)
            held: list[AbstractIncomingMessage] = []
            gone: list[AbstractIncomingMessage] = []
            for message in await _received(channel, queue, None if taking else limit - len(found)):
                seen = _seen(queue.name, message)
                remove = len(found) < limit and removed(seen)
                (gone if remove else held).append(message)
                if remove or not taking:
                    found.append(seen)
            await _hand_back(channel, queue, held, alone=not gone)
            if gone:
                # By one ack. A quorum queue takes 32 at once from a channel and lets the rest wait there: those are
                # forgotten when the channel closes, and their messages come back.
                await gone[-1].ack(multiple=True)
        return found
    finally:
        await close_quietly(channel)


async def _received(channel: AbstractChannel, queue: AbstractQueue, most: int | None) -> list[AbstractIncomingMessage]:
    """What the queue holds, at most `most`, off it until it is acked or handed back. What comes in meanwhile may be
    left out."""
    there = queue.declaration_result.message_count or 0
    wanted = there if most is None else min(there, most)
    found: list[AbstractIncomingMessage] = []
    while len(found) < wanted:
        more = await _sent(channel, queue, min(wanted - len(found), SENT_AT_ONCE))
        if not more:  # somebody else has the rest
            break
        found += more
    return found


async def _sent(channel: AbstractChannel, queue: AbstractQueue, wanted: int) -> list[AbstractIncomingMessage]:
    """Messages by a consumer: to get them one by one takes a round trip each, which is minutes for a full queue. When
    somebody else takes some meanwhile, it returns fewer than wanted after QUIET_SECONDS."""
    found: list[AbstractIncomingMessage] = []
    arrived = asyncio.Event()

    async def keep(message: AbstractIncomingMessage) -> None:
        found.append(message)
        arrived.set()

    await channel.set_qos(prefetch_count=wanted)  # of the next consumer, which so gets no more than these
    tag = await queue.consume(keep)
    try:
        while len(found) < wanted:
            arrived.clear()
            await asyncio.wait_for(arrived.wait(), QUIET_SECONDS)
    except TimeoutError:
        pass
    finally:
        await queue.cancel(tag)
    return found


async def _hand_back(
    channel: AbstractChannel, queue: AbstractQueue, held: Sequence[AbstractIncomingMessage], *, alone: bool
) -> None:
    """Hand back, and wait until the queue counts them again; the whole time limit, when somebody else takes some
    meanwhile. `alone`: the channel has no other messages."""
    if not held:
        return
    for message in held[-1:] if alone else held:
        await message.nack(multiple=alone, requeue=True)
    loop = asyncio.get_running_loop()
    until = loop.time() + BACK_SECONDS
    while loop.time() < until:
        counted = (await channel.declare_queue(queue.name, passive=True)).declaration_result.message_count or 0
        if counted >= len(held):
            return
        await asyncio.sleep(BACK_LOOK_SECONDS)


def _seen(queue: str, message: AbstractIncomingMessage) -> DeadLetter:
    died_of, died_in = _last_death(message)
    expired_in = died_in if died_of == "expired" and died_in and is_work_queue(died_in) else None
    reason = message.headers.get(REASON_HEADER) or (f"expired in {expired_in}" if expired_in else died_of)
    return dead_letter_of(
        message.body,
        queue=queue,
        routing_key=message.routing_key or "",
        reason=str(reason) if reason else None,
        headers={name: str(value) for name, value in message.headers.items() if name != "x-death"},
        expired_in=expired_in,
    )


def _last_death(message: AbstractIncomingMessage) -> tuple[str, str]:
    """Of what RabbitMQ sent it here, and out of which queue. Its first death may be the wait in a retry queue, which is
    no trouble; x-death has the last one first."""
    deaths = message.headers.get("x-death")
    last = deaths[0] if isinstance(deaths, list) and deaths else None
    if not isinstance(last, dict):
        return str(message.headers.get("x-first-death-reason") or ""), ""
    return str(last.get("reason") or ""), str(last.get("queue") or "")
