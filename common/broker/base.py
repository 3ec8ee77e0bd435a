"""What a broker does for the roles: carry job ids. It may lose them all at any time; the database is the truth."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from common.broker.message import MalformedMessage, decode


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A job id to publish under `<platform>.<region>`."""

    job_id: str
    routing_key: str


@dataclass(frozen=True, slots=True)
class QueueDepth:
    name: str
    ready: int
    consumers: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message seen in a dead-letter queue. `job_id` is None when the message was malformed."""

    queue: str
    routing_key: str
    job_id: str | None
    reason: str | None
    body_preview: str
    """The first 200 bytes, for people."""
    headers: Mapping[str, str] = field(default_factory=dict)


def dead_letter_of(
    body: bytes, *, queue: str, routing_key: str, reason: str | None, headers: Mapping[str, str]
) -> DeadLetter:
    """A message found in a dead-letter queue, whatever its bytes are."""
    try:
        job_id = decode(body)
    except MalformedMessage:
        job_id = None
    return DeadLetter(queue, routing_key, job_id, reason, body[:200].decode("utf-8", "replace"), headers)


class Delivery(Protocol):
    """One message held by this consumer. Exactly one of the four ends is called, once.

    Every end raises BrokerUnavailable when the channel is gone; the broker then redelivers the message.
    """

    @property
    def body(self) -> bytes: ...
    @property
    def routing_key(self) -> str: ...
    @property
    def redelivered(self) -> bool: ...
    @property
    def queue(self) -> str: ...

    async def ack(self) -> None:
        """The work is done and committed."""

    async def requeue(self) -> None:
        """Hand it back at once for another consumer."""

    async def retry_after(self, delay_seconds: float) -> None:
        """Publish a copy to the retry queue with the nearest delay at or above, confirmed, then ack.

        Falls back to requeue() when the copy is refused.
        """

    async def dead_letter(self, reason: str) -> None:
        """Publish a copy to the dead-letter exchange with the reason in its headers, confirmed, then ack.

        Falls back to a plain reject (dead-lettered by the queue, without the reason) when the copy is refused.
        """


class Broker(Protocol):
    """One conformance suite holds every implementation to this."""

    async def connect(self) -> None:
        """Connect and look (passively) that the topology is there. Raises BrokerUnavailable, TopologyMissing."""

    async def close(self) -> None: ...

    async def declare(self) -> None:
        """Create every exchange, queue and binding of topology.py. Needs configure permission."""

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        """Publish persistent, mandatory, confirmed. One entry per message, in order: None means confirmed.

        Entries are PublishRefused, Unroutable or BrokerUnavailable; never raises for a single message.
        """

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[Delivery, None]:
        """Deliveries of these platforms' work queues, for ever; reconnects by itself. Closing the iterator cancels the
        consumer and leaves unacked deliveries to their holders."""

    async def depths(self) -> Sequence[QueueDepth]:
        """Ready messages and consumers of every work, retry and dead-letter queue, as far as this broker tells."""

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        """A look at the dead-letter queues that leaves them as they were (order may change)."""

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str] | None = None) -> Sequence[DeadLetter]:
        """Remove up to `limit` dead letters (only those whose job_id is in `drop`, when given)."""
