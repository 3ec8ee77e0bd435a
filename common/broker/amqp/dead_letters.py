"""Reading the dead-letter queues, and taking messages out of them. Both raise what aiormq raises."""

from __future__ import annotations

from collections.abc import Sequence

from aio_pika.abc import AbstractConnection, AbstractIncomingMessage

from common.broker.amqp.connection import close_quietly
from common.broker.base import DeadLetter, dead_letter_of
from common.broker.topology import REASON_HEADER, dead_letter_queue
from common.settings import PLATFORMS


async def look(connection: AbstractConnection, limit: int) -> list[DeadLetter]:
    """Up to `limit` messages. They return to their queues when the channel closes; their order may change."""
    channel = await connection.channel()
    try:
        found: list[DeadLetter] = []
        for platform in PLATFORMS:
            queue = await channel.declare_queue(dead_letter_queue(platform), passive=True)
            while len(found) < limit and (message := await queue.get(fail=False)) is not None:
                found.append(_seen(queue.name, message))
        return found
    finally:
        await close_quietly(channel)


async def take(connection: AbstractConnection, limit: int, *, drop: Sequence[str] | None) -> list[DeadLetter]:
    """Remove up to `limit` messages (of the jobs in `drop`, when given); the others return to their queues."""
    wanted = None if drop is None else frozenset(drop)
    channel = await connection.channel()
    try:
        taken: list[DeadLetter] = []
        for platform in PLATFORMS:
            queue = await channel.declare_queue(dead_letter_queue(platform), passive=True)
            left = queue.declaration_result.message_count or 0
            while left > 0 and len(taken) < limit and (message := await queue.get(fail=False)) is not None:
                left -= 1
                seen = _seen(queue.name, message)
                if wanted is None or seen.job_id in wanted:
                    await message.ack()
                    taken.append(seen)
        return taken
    finally:
        await close_quietly(channel)


def _seen(queue: str, message: AbstractIncomingMessage) -> DeadLetter:
    reason = message.headers.get(REASON_HEADER) or message.headers.get("x-first-death-reason")
    return dead_letter_of(
        message.body,
        queue=queue,
        routing_key=message.routing_key or "",
        reason=None if reason is None else str(reason),
        headers={name: str(value) for name, value in message.headers.items() if name != "x-death"},
    )
