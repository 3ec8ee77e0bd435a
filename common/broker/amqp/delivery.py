"""One message held by a consumer, and its four ends."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from aiormq.abc import AbstractChannel, DeliveredMessage

from common.broker.amqp.connection import translated
from common.broker.amqp.publisher import Publisher, Sending
from common.broker.message import MAX_BYTES
from common.broker.topology import (
    DEAD,
    REASON_HEADER,
    RETRY,
    original_key,
    platform_of,
    retry_delay_name,
    retry_key,
    shop_in,
)
from common.errors import BrokerError, BrokerUnavailable
from common.settings import PLATFORMS, BrokerSettings

REASON_CHARACTERS = 200


class AmqpDelivery:
    """See Delivery for what each end promises. A copy is confirmed before the original is acked: a crash in between
    leaves the message twice, never lost."""

    def __init__(
        self,
        message: DeliveredMessage,
        queue: str,
        settings: BrokerSettings,
        publisher: Publisher,
        on_settled: Callable[[], None],
    ) -> None:
        self._message = message
        self._queue = queue
        self._settings = settings
        self._publisher = publisher
        self._on_settled = on_settled
        self._settled = False

    @property
    def body(self) -> bytes:
        return self._message.body

    @property
    def routing_key(self) -> str:
        return original_key(self._message.routing_key or "")

    @property
    def queue(self) -> str:
        return self._queue

    async def ack(self) -> None:
        with self._settling("acking"):
            await self._channel.basic_ack(self._tag, wait=False)

    async def requeue(self) -> None:
        # Not basic.nack: from RabbitMQ 4.3 on that does not count, and what is requeued for ever would never end.
        with self._settling("requeueing"):
            await self._channel.basic_reject(self._tag, requeue=True, wait=False)

    async def give_back(self) -> None:
        """Requeue a message that was never handed out."""
        await self._channel.basic_nack(self._tag, requeue=True, wait=False)

    async def retry_after(self, delay_seconds: float) -> bool:
        key = retry_key(self.routing_key, retry_delay_name(delay_seconds))
        refusal = await self._copied(RETRY, key, self.body)
        if isinstance(refusal, BrokerUnavailable):
            await self.requeue()
        else:
            await self.ack()
        return refusal is None

    async def dead_letter(self, reason: str) -> bool:
        key = self.routing_key
        if shop_in(key) not in PLATFORMS:
            # A stranger's: it is kept with what came through its queue, of a way's queue with those of the open web.
            lane = platform_of(self._queue)
            key = f"{lane if lane in PLATFORMS else PLATFORMS[-1]}.any"
        body = self.body[:MAX_BYTES]
        refusal = await self._copied(DEAD, key, body, {REASON_HEADER: reason[:REASON_CHARACTERS]})
        if isinstance(refusal, BrokerUnavailable):
            with self._settling("rejecting"):
                await self._channel.basic_reject(self._tag, requeue=False, wait=False)
        else:
            await self.ack()
        return refusal is None

    async def _copied(
        self, exchange: str, routing_key: str, body: bytes, headers: dict[str, str] | None = None
    ) -> Exception | None:
        message_id = self._message.header.properties.message_id
        [refusal] = await self._publisher.publish(exchange, [Sending(body, routing_key, message_id, headers)])
        return refusal

    def _settling(self, doing: str) -> _Settling:
        if self._settled:
            raise BrokerError("this message was settled already")
        self._settled = True
        return _Settling(self, doing)

    @property
    def _channel(self) -> AbstractChannel:
        return self._message.channel

    @property
    def _tag(self) -> int:
        return self._message.delivery_tag or 0


class _Settling:
    """Counts the message as settled whatever the channel answers: after a lost channel the broker delivers it again."""

    def __init__(self, delivery: AmqpDelivery, doing: str) -> None:
        self._delivery = delivery
        self._translated = translated(delivery._settings, doing)

    def __enter__(self) -> None:
        self._translated.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        self._delivery._on_settled()
        return self._translated.__exit__(kind, error, traceback)
