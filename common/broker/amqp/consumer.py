"""Consuming: a session on one connection, watched, and replaced as a whole when it may be broken."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial

from aio_pika.abc import AbstractChannel as PikaChannel
from aio_pika.abc import AbstractConnection
from aiormq.abc import AbstractChannel, DeliveredMessage

from common.broker.amqp.connection import address, close_quietly, open_connection, translated
from common.broker.amqp.delivery import AmqpDelivery
from common.broker.amqp.publisher import Publisher
from common.broker.topology import held_at_most
from common.errors import BrokerError
from common.settings import BrokerSettings
from common.timing.backoff import backoff_seconds

log = logging.getLogger("crawlfleet.broker.consume")

FIRST_PAUSE_SECONDS = 0.4
LONGEST_PAUSE_SECONDS = 15.0
"""Between two tries to reach a broker that is away."""
REFRESH_AFTER_STALLS = 10
"""A session that heard nothing for this many times broker.stall_seconds is replaced even when its queues look empty:
the broker may deliver to a consumer that is gone (seen on RabbitMQ 3.10.8 after a queue was deleted and declared)."""


class Session:
    """Consumers of some queues on one channel. `broken` says why it must be replaced, once it must.

    Each queue's consumer has the whole prefetch (the browser's: see held_at_most), because any of them may be the only
    busy one; next() hands out no more than the prefetch in all. Messages beyond that wait in this session, and go back
    to their queues at its end.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        publisher: Publisher,
        queues: Sequence[str],
        prefetch: int,
        monotonic: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._monotonic = monotonic
        self._publisher = publisher
        self._queues = {queue: f"crawlfleet.{queue}.{id(self):x}" for queue in queues}
        self._prefetch = prefetch
        self._queue_of = {tag: queue for queue, tag in self._queues.items()}
        self._settled_for = {queue: partial(self._settled, queue) for queue in queues}
        self._inbox: deque[AmqpDelivery] = deque()
        self._held = 0
        self._unsettled = dict.fromkeys(queues, 0)
        now = monotonic()
        self._heard_at = dict.fromkeys(queues, now)
        self._looked_at = now
        self._suspects: dict[str, float] = {}
        self._changed = asyncio.Event()
        self._connection: AbstractConnection | None = None
        self._pika: PikaChannel | None = None
        self._channel: AbstractChannel | None = None
        self._watch: asyncio.Task[None] | None = None
        self._may_close = False
        self.broken: str | None = None

    async def open(self) -> None:
        """Raises BrokerUnavailable, TopologyMissing."""
        self._connection = await open_connection(self._settings)
        try:
            with translated(self._settings, "consuming"):
                self._pika = await self._connection.channel(publisher_confirms=False)
                self._channel = await self._pika.get_underlay_channel()
                self._channel.on_consumer_cancel_callbacks.add(self._cancelled)
                for queue, tag in self._queues.items():
                    # It holds for the consumers that begin after it.
                    await self._channel.basic_qos(prefetch_count=held_at_most(queue, self._prefetch))
                    await self._channel.basic_consume(queue, self._arrive, consumer_tag=tag)
        except BaseException:
            await close_quietly(self._connection)
            raise
        self._watch = asyncio.create_task(self._look_after())
        # Whatever ends it: a session that nobody watches may be deaf for ever.
        self._watch.add_done_callback(lambda _: self._break("nobody watches it any more"))

    async def next(self) -> AmqpDelivery | None:
        """The next message within the prefetch; None when the session broke."""
        while self.broken is None:
            if self._inbox and self._held < self._prefetch:
                self._held += 1
                return self._inbox.popleft()
            self._changed.clear()
            await self._changed.wait()
        return None

    async def end(self) -> None:
        """Take no more messages, requeue those not handed out, and close once the others are settled."""
        if self._channel is not None and self.broken is None:
            try:
                # A connection that does not answer must not hold up a worker that is told to stop.
                with translated(self._settings, "ending"):
                    async with asyncio.timeout(self._settings.publish_timeout_seconds):
                        await self._hand_back()
            except Exception as error:  # aiormq ends calls on a channel closed under them with a bare Exception
                self._break(f"the connection was lost while ending: {error!r}")
        # Not before: a message settled meanwhile would close the channel under the cancelling above.
        self._may_close = True
        if self._held == 0 or self.broken is not None:
            await self._close()

    async def _hand_back(self) -> None:
        """Take no more, and requeue what was not handed out."""
        if self._channel is not None:
            for tag in self._queues.values():
                await self._channel.basic_cancel(tag)
        while self._inbox:
            await self._inbox.popleft().give_back()

    async def _arrive(self, message: DeliveredMessage) -> None:
        queue = self._queue_of[message.consumer_tag or ""]
        self._heard_at[queue] = self._monotonic()
        self._unsettled[queue] += 1
        self._inbox.append(AmqpDelivery(message, queue, self._settings, self._publisher, self._settled_for[queue]))
        self._changed.set()

    def _settled(self, queue: str) -> None:
        self._held -= 1
        self._unsettled[queue] -= 1
        self._changed.set()
        if self._may_close and self._held == 0:
            self._closing = asyncio.create_task(self._close())

    def _cancelled(self, frame: object) -> None:
        self._break("the broker cancelled a consumer")

    def _break(self, reason: str) -> None:
        if self.broken is None:
            self.broken = reason
            self._changed.set()

    async def _look_after(self) -> None:
        """Notice a closed channel, and a consumer that gets nothing although messages wait."""
        interval = min(1.0, self._settings.stall_seconds / 4)
        while self.broken is None:
            await asyncio.sleep(interval)
            if self._channel is None or self._channel.is_closed:
                self._break("the connection was lost")
            elif self._monotonic() - self._looked_at > self._settings.stall_seconds and self._quiet():
                await self._check_stall()

    def _quiet(self) -> list[str]:
        """Queues whose consumer could take more, and has heard nothing for the stall time."""
        since = self._monotonic() - self._settings.stall_seconds
        return [
            queue
            for queue, heard_at in self._heard_at.items()
            if heard_at < since and self._unsettled[queue] < held_at_most(queue, self._prefetch)
        ]

    async def _check_stall(self) -> None:
        """Check each queue by itself: a busy one must not hide that another's consumer is gone."""
        if self._connection is None:
            return
        self._looked_at = self._monotonic()
        busy = any(self._unsettled.values())
        silent_since = max(self._heard_at.values())
        if not busy and self._looked_at - silent_since > REFRESH_AFTER_STALLS * self._settings.stall_seconds:
            self._break("nothing came for a long time; replaced to be sure")
            return
        probe = None
        try:
            with translated(self._settings, "looking at its queues"):
                async with asyncio.timeout(self._settings.publish_timeout_seconds):
                    probe = await self._connection.channel()
                    for queue in self._quiet():
                        declared = await probe.declare_queue(queue, passive=True)
                        self._judge(queue, declared.declaration_result.message_count or 0, busy=busy)
        except BrokerError as error:
            self._break(f"the connection did not answer: {error}")
        finally:
            await close_quietly(probe)

    def _judge(self, queue: str, waiting: int, *, busy: bool) -> None:
        """Crawls under way cannot ack on a new connection: a busy session is replaced only when suspected twice."""
        heard_at = self._heard_at[queue]
        if not waiting or queue not in self._quiet():
            self._suspects.pop(queue, None)
        elif busy and self._suspects.get(queue) != heard_at:
            self._suspects[queue] = heard_at
        else:
            seconds = self._settings.stall_seconds
            self._break(f"{waiting} messages wait in {queue}, and none came for {seconds:g} s")

    async def _close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        connection, self._connection = self._connection, None
        await close_quietly(connection)


async def consume(
    settings: BrokerSettings,
    publisher: Publisher,
    queues: Sequence[str],
    prefetch: int,
    *,
    monotonic: Callable[[], float] = time.monotonic,
) -> AsyncGenerator[AmqpDelivery, None]:
    """Deliveries without end. Waits out an outage with growing pauses; raises only when the first connection fails."""
    new_session = partial(Session, settings, publisher, queues, prefetch, monotonic)
    session = new_session()
    await session.open()
    try:
        while True:
            delivery = await session.next()
            if delivery is not None:
                yield delivery
                continue
            log.warning("rebuilding the connection to %s: %s", address(settings), session.broken)
            await session.end()
            session = await _opened(new_session, address(settings))
    finally:
        await session.end()


async def _opened(new_session: Callable[[], Session], where: str) -> Session:
    failures = 0
    while True:
        session = new_session()
        try:
            await session.open()
        except BrokerError as error:  # away, queues gone, or a login refused while passwords are changed
            failures += 1
            level = logging.WARNING if failures in (1, 10) else logging.DEBUG
            log.log(level, "the broker is still away: %s", error)
            chance = random.random()  # noqa: S311  (no secret)
            pause = backoff_seconds(
                failures, base_seconds=FIRST_PAUSE_SECONDS, max_seconds=LONGEST_PAUSE_SECONDS, random=chance
            )
            await asyncio.sleep(pause)
            continue
        log.info("connected to %s again", where)
        return session
