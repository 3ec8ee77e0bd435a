"""What a broker does for the roles: carry job ids. It may lose all of them at any time; the database is the truth."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from common.broker.message import MalformedMessage, decode


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A job id to publish under topology.job_key()."""

    job_id: str
    routing_key: str


@dataclass(frozen=True, slots=True)
class OutgoingLetter:
    """A dead letter to publish: the job that ended DEAD, under `<platform>.<region>`, and why."""

    job_id: str
    routing_key: str
    reason: str


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """How many messages of a queue wait for a consumer, and how many consumers it has."""

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
    expired_in: str | None = None
    """The work queue in which the broker let it run out. No work queue is made with a time for its messages."""


def dead_letter_of(
    body: bytes,
    *,
    queue: str,
    routing_key: str,
    reason: str | None,
    headers: Mapping[str, str],
    expired_in: str | None = None,
) -> DeadLetter:
    """A message found in a dead-letter queue, whatever its bytes are."""
    try:
        job_id = decode(body)
    except MalformedMessage:
        job_id = None
    preview = body[:200].decode("utf-8", "replace")
    return DeadLetter(queue, routing_key, job_id, reason, preview, headers, expired_in)


class Delivery(Protocol):
    """One message held by this consumer. Its holder calls exactly one of the four ends, once.

    Every end raises BrokerUnavailable when the channel is gone; the broker then delivers the message again. A second
    end raises BrokerError.
    """

    @property
    def body(self) -> bytes: ...
    @property
    def routing_key(self) -> str: ...
    @property
    def queue(self) -> str: ...

    async def ack(self) -> None:
        """The message is done with: the database holds what it stood for."""

    async def requeue(self) -> None:
        """Hand it back at once, for any consumer. Counts towards its delivery limit."""

    async def retry_after(self, delay_seconds: float) -> bool:
        """Publish a copy to the retry queue with the shortest delay not below this one, wait for the confirm, then ack.

        Only for jobs that the database brings back by itself. So a copy that is refused (the retry queue is full) costs
        nothing: the message is acked all the same, and the answer is False. Falls back to requeue() when the broker did
        not answer.
        """

    async def dead_letter(self, reason: str) -> bool:
        """Publish a copy to the dead-letter exchange with the reason in a header, wait for the confirm, then ack.

        Only for messages that stand for no work. A copy that is refused (the dead-letter queue is full) is dropped, and
        the answer is False; a plain reject would keep the message in its work queue for ever. Falls back to that reject
        when the broker did not answer.
        """


class Broker(Protocol):
    """What roles need of a broker; tests/integration/broker/test_broker_conformance.py tests every one for it."""

    async def connect(self) -> None:
        """Connect, and check passively that the topology is there, as far as the account may look.

        Raises BrokerUnavailable, TopologyMissing.
        """

    async def close(self) -> None: ...

    async def declare(self, *, rebuild: bool = False) -> None:
        """Create every exchange, queue and binding of topology.py. Needs configure permission.

        Raises BrokerError that names what is there already with other arguments; with `rebuild` that is made anew, and
        no dead letter is lost. Messages of work and retry queues may be: the dispatcher publishes again what is owed.
        """

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        """Publish persistent, mandatory and with confirms. One entry per message, in order: None means confirmed.

        Entries are PublishRefused, Unroutable or BrokerUnavailable; never raises for a single message.
        """

    async def check_takes(self) -> None:
        """Raises BrokerBlocked while the broker takes messages from nobody. It finds out by sending a message that no
        queue gets, so for an account that may not send it notices nothing."""

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        """Publish dead letters; answers as publish() does. PublishRefused: the dead-letter queue is full."""

    def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[Delivery, None]:
        """Deliveries of these work queues, without end; each is named by what it is for: a platform, or a way that
        has a queue of its own (topology.LANES). Reconnects by itself. At most `prefetch` are held, of one queue at most
        topology.held_at_most().

        Closing the iterator cancels the consumers; deliveries that were handed out stay with their holders. Raises
        BrokerUnavailable or TopologyMissing when the first connection fails.
        """

    async def take(self, platforms: Sequence[str], limit: int) -> Sequence[Delivery]:
        """Up to `limit` messages of these work queues (as in consume) that wait now; none when none waits.

        The queues take turns. For a caller that knows how many it can use: nothing is fetched ahead. Raises
        BrokerUnavailable; messages that were on their way then come again.
        """

    async def first(self, platforms: Sequence[str], *, until: asyncio.Event, seconds: float) -> Sequence[Delivery]:
        """Wait for a message of these platforms' work queues, as long as `until` is not set and for `seconds` at most.

        At most one of each queue; none when the wait ended without one. Costs nobody anything while nothing comes.
        Raises BrokerUnavailable; messages that were on their way then come again.
        """

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        """Ready messages and consumers of every work, retry and dead-letter queue that the account may look at; only of
        those whose name is `wanted`, where that is given. Each costs a question over the network."""

    async def carried(self) -> Sequence[QueueDepth]:
        """The queues with dead letters that a rebuild carried away and did not bring back; depths() has none of them.
        For a person's look, not for every few seconds."""

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        """Up to `limit` dead letters, left in their queues (their order may change).

        All that are there, unless somebody else looks at the same time: a letter is off its queue while one looks. When
        this returns they are back.
        """

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        """Remove and return up to `limit` dead letters; with `drop`, only those of the job ids in it. Else as
        dead_letters()."""
