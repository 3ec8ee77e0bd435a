"""What the in-memory broker's queues hold, and in which order its consumers are given it."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from common.broker.base import Delivery
from common.broker.topology import held_at_most

REMEMBERED = 10_000
"""Of so many jobs it is known who had their last message."""


@dataclass(slots=True, eq=False)
class MemoryMessage:
    body: bytes
    routing_key: str
    headers: dict[str, str] = field(default_factory=dict)
    deliveries: int = 0


@dataclass(slots=True)
class MemoryQueue:
    name: str
    arguments: dict[str, str | int]
    ready: deque[MemoryMessage] = field(default_factory=deque)
    unacked: int = 0
    consumers: int = 0

    @property
    def full(self) -> bool:
        limit = self.arguments.get("x-max-length")
        return isinstance(limit, int) and len(self.ready) + self.unacked >= limit


@dataclass(slots=True, eq=False)
class MemoryConsumer:
    queues: Sequence[MemoryQueue]
    prefetch: int
    held: set[Delivery] = field(default_factory=set)
    """Those that are not settled."""
    waiting: bool = False
    turn: int = 0

    @property
    def has_room(self) -> bool:
        return self.waiting and len(self.held) < self.prefetch

    def may_hold(self, queue: MemoryQueue) -> bool:
        """Whether it may be given one more message of this queue."""
        return sum(one.queue == queue.name for one in self.held) < held_at_most(queue.name, self.prefetch)


class Line:
    """Hands messages to the waiting consumers in turn, as RabbitMQ does: whoever was served longest ago is next.

    Without turns the first consumer would be given every message, even those that it turns away for another. And a
    consumer that had a job's last message gets its next one only when no other waits: it gave the job back, or may not
    take a second look at it, and turns alone might bring the same jobs to the same consumers for ever.
    """

    def __init__(self) -> None:
        self._consumers: list[MemoryConsumer] = []
        self._had: OrderedDict[bytes, MemoryConsumer] = OrderedDict()

    def join(self, consumer: MemoryConsumer) -> None:
        self._consumers.append(consumer)

    def leave(self, consumer: MemoryConsumer) -> None:
        self._consumers.remove(consumer)

    def is_next(self, consumer: MemoryConsumer) -> bool:
        return next((one for one in self._consumers if one.has_room and self._offered(one)), None) is consumer

    def serve(self, consumer: MemoryConsumer) -> MemoryQueue:
        """The queue whose first message is this consumer's; the consumer goes to the line's end. Its queues take turns,
        so that a full one does not starve the others."""
        offered = self._offered(consumer)
        queue = offered[consumer.turn % len(offered)]
        consumer.turn += 1
        self._consumers.remove(consumer)
        self._consumers.append(consumer)
        self._had[queue.ready[0].body] = consumer
        self._had.move_to_end(queue.ready[0].body)
        if len(self._had) > REMEMBERED:
            self._had.popitem(last=False)
        return queue

    def _offered(self, consumer: MemoryConsumer) -> list[MemoryQueue]:
        return [
            queue
            for queue in consumer.queues
            if queue.ready and consumer.may_hold(queue) and not self._is_anothers(queue, consumer)
        ]

    def _is_anothers(self, queue: MemoryQueue, consumer: MemoryConsumer) -> bool:
        return self._had.get(queue.ready[0].body) is consumer and any(
            one is not consumer and one.has_room and queue in one.queues and one.may_hold(queue)
            for one in self._consumers
        )
