"""The broker of one process: the same topology, kept in memory.

The same routing, turns of consumers, length limits, retries and dead letters as on RabbitMQ. All of it is lost with the
process; the dispatcher then publishes again every job that is not done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from common.broker.base import DeadLetter, Outgoing, OutgoingLetter, QueueDepth, dead_letter_of
from common.broker.memory_queues import Line, MemoryConsumer, MemoryMessage, MemoryQueue
from common.broker.message import MAX_BYTES, encode
from common.broker.topology import (
    DEAD,
    JOBS,
    REASON_HEADER,
    RETRY,
    Topology,
    is_dead_letter_queue,
    matches,
    original_key,
    retry_delay_name,
    retry_key,
    topology,
    work_queue,
)
from common.errors import BrokerError, BrokerUnavailable, PublishRefused, TopologyMissing, Unroutable
from common.settings import BrokerSettings

Later = Callable[[float, Callable[[], None]], object]
"""Call something after so many seconds; the event loop's call_later by default."""


class MemoryBroker:
    """One instance is shared by every role of a process. Not safe across threads or event loops."""

    def __init__(self, settings: BrokerSettings, *, later: Later | None = None) -> None:
        self._settings = settings
        self._later = later
        self._topology: Topology | None = None
        self._queues: dict[str, MemoryQueue] = {}
        self._changed = asyncio.Condition()
        self._line = Line()
        self._wakes: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        if self._topology is None:
            raise TopologyMissing("the in-memory broker has no queues yet; declare() makes them")

    async def close(self) -> None:
        """Nothing to close: the messages are lost with the process."""

    async def declare(self, *, rebuild: bool = False) -> None:
        self._topology = topology(
            max_length=self._settings.queue_max_length, delivery_limit=self._settings.delivery_limit
        )
        for queue in self._topology.queues:
            self._queues.setdefault(queue.name, MemoryQueue(queue.name, queue.arguments))

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        answers = [
            self._route(JOBS, MemoryMessage(encode(message.job_id), message.routing_key)) for message in messages
        ]
        await self._wake()
        return answers

    async def check_takes(self) -> None:
        """It always does."""

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        return [
            self._route(DEAD, MemoryMessage(encode(one.job_id), one.routing_key, {REASON_HEADER: one.reason}))
            for one in letters
        ]

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[MemoryDelivery, None]:
        return self._consume([self._queue(work_queue(platform)) for platform in platforms], prefetch)

    async def _consume(self, queues: list[MemoryQueue], prefetch: int) -> AsyncGenerator[MemoryDelivery, None]:
        consumer = MemoryConsumer(queues, prefetch)
        for queue in queues:
            queue.consumers += 1
        self._line.join(consumer)
        try:
            while True:
                if delivery := await self._served(consumer):
                    yield delivery
        finally:
            self._line.leave(consumer)
            for queue in queues:
                queue.consumers -= 1

    async def _served(self, consumer: MemoryConsumer) -> MemoryDelivery | None:
        """Waits for the consumer's turn. None: the message had been delivered too often."""
        async with self._changed:
            consumer.waiting = True
            try:
                await self._changed.wait_for(lambda: self._line.is_next(consumer))
                return self._take(self._line.serve(consumer), consumer)
            finally:
                # Served or cancelled, somebody else is next now.
                consumer.waiting = False
                self._changed.notify_all()

    async def take(self, platforms: Sequence[str], limit: int) -> Sequence[MemoryDelivery]:
        queues = [self._queue(work_queue(platform)) for platform in platforms]
        nobody = MemoryConsumer(queues, limit)
        taken: list[MemoryDelivery] = []
        while len(taken) < limit and any(queue.ready for queue in queues):
            for queue in queues:
                if queue.ready and len(taken) < limit and (delivery := self._take(queue, nobody)):
                    taken.append(delivery)
        return taken

    async def first(
        self, platforms: Sequence[str], *, until: asyncio.Event, seconds: float
    ) -> Sequence[MemoryDelivery]:
        queues = [self._queue(work_queue(platform)) for platform in platforms]

        async def something() -> None:
            async with self._changed:
                await self._changed.wait_for(lambda: any(queue.ready for queue in queues))

        waits = [asyncio.ensure_future(something()), asyncio.ensure_future(until.wait())]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        return await self.take(platforms, 1)

    def _take(self, queue: MemoryQueue, consumer: MemoryConsumer) -> MemoryDelivery | None:
        message = queue.ready.popleft()
        limit = queue.arguments.get("x-delivery-limit")
        if isinstance(limit, int) and message.deliveries > limit:
            self._dead_letter(message, "delivery limit")
            return None
        message.deliveries += 1
        queue.unacked += 1
        delivery = MemoryDelivery(self, queue, message, consumer)
        consumer.held.add(delivery)
        return delivery

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        asked = [queue for queue in self._queues.values() if wanted is None or wanted(queue.name)]
        return [QueueDepth(queue.name, len(queue.ready), queue.consumers) for queue in asked]

    async def carried(self) -> Sequence[QueueDepth]:
        return []  # nothing here is ever made anew

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        return [_seen(queue, message) for queue, message in self._dead()][:limit]

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        taken: list[DeadLetter] = []
        for queue, message in self._dead():
            seen = _seen(queue, message)
            if len(taken) < limit and (drop is None or seen.job_id in drop):
                queue.ready.remove(message)
                taken.append(seen)
        return taken

    def _dead(self) -> list[tuple[MemoryQueue, MemoryMessage]]:
        queues = [queue for queue in self._queues.values() if is_dead_letter_queue(queue.name)]
        return [(queue, message) for queue in queues for message in queue.ready]

    def _queue(self, name: str) -> MemoryQueue:
        if name not in self._queues:
            raise TopologyMissing(f"the in-memory broker has no queue {name}; declare() makes them")
        return self._queues[name]

    def _route(self, exchange: str, message: MemoryMessage) -> BrokerError | None:
        """Put the message into every queue bound for it. Returns the reason when it reached none."""
        if self._topology is None:
            return BrokerUnavailable("the in-memory broker has no queues yet; declare() makes them")
        targets = [
            self._queues[binding.queue]
            for binding in self._topology.bindings
            if binding.exchange == exchange and matches(binding.routing_key, message.routing_key)
        ]
        if not targets:
            return Unroutable(f"no queue is bound to {exchange} for {message.routing_key}")
        if full := [queue.name for queue in targets if queue.full]:
            return PublishRefused(f"the queue {full[0]} is full")
        for queue in targets:
            queue.ready.append(message)
            if isinstance(ttl := queue.arguments.get("x-message-ttl"), int):
                self._expire_later(queue, message, ttl / 1000)
        return None

    def _expire_later(self, queue: MemoryQueue, message: MemoryMessage, seconds: float) -> None:
        def expire() -> None:
            if message in queue.ready:
                if self._route(JOBS, MemoryMessage(message.body, message.routing_key)) is not None:
                    # The work queue is full: as on RabbitMQ, the message stays in the retry queue until there is room.
                    later(seconds, expire)
                    return
                queue.ready.remove(message)
                self._wake_soon()

        later = self._later or asyncio.get_running_loop().call_later
        later(seconds, expire)

    def _dead_letter(self, message: MemoryMessage, reason: str) -> bool:
        headers = {**message.headers, REASON_HEADER: reason}
        return self._route(DEAD, MemoryMessage(message.body[:MAX_BYTES], message.routing_key, headers)) is None

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _wake_soon(self) -> None:
        task = asyncio.get_running_loop().create_task(self._wake())
        self._wakes.add(task)
        task.add_done_callback(self._wakes.discard)


class MemoryDelivery:
    """See Delivery for what each end promises."""

    def __init__(
        self, broker: MemoryBroker, queue: MemoryQueue, message: MemoryMessage, consumer: MemoryConsumer
    ) -> None:
        self._broker = broker
        self._queue = queue
        self._message = message
        self._consumer = consumer

    @property
    def body(self) -> bytes:
        return self._message.body

    @property
    def routing_key(self) -> str:
        return original_key(self._message.routing_key)

    @property
    def queue(self) -> str:
        return self._queue.name

    async def ack(self) -> None:
        self._end()
        await self._broker._wake()

    async def requeue(self) -> None:
        self._end()
        self._queue.ready.appendleft(self._message)
        await self._broker._wake()

    async def retry_after(self, delay_seconds: float) -> bool:
        key = retry_key(self.routing_key, retry_delay_name(delay_seconds))
        refusal = self._broker._route(RETRY, MemoryMessage(self.body, key))
        await self.ack()
        return refusal is None

    async def dead_letter(self, reason: str) -> bool:
        kept = self._broker._dead_letter(self._message, reason)
        await self.ack()
        return kept

    def _end(self) -> None:
        """Raises BrokerError when the message was settled before: a bug of the caller."""
        if self not in self._consumer.held:
            raise BrokerError("this message was settled already")
        self._consumer.held.discard(self)
        self._queue.unacked -= 1


def _seen(queue: MemoryQueue, message: MemoryMessage) -> DeadLetter:
    return dead_letter_of(
        message.body,
        queue=queue.name,
        routing_key=message.routing_key,
        reason=message.headers.get(REASON_HEADER),
        headers=dict(message.headers),
    )
