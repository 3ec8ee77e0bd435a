"""Publishing with confirms: persistent, mandatory, within a time limit."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aio_pika.abc import AbstractConnection
from aiormq.abc import AbstractChannel
from aiormq.exceptions import DeliveryError, PublishError
from pamqp.commands import Basic

from common.broker.amqp.connection import (
    GONE,
    address,
    cancellations,
    close_quietly,
    open_connection,
    translated,
    without_a_word,
)
from common.errors import BrokerBlocked, BrokerError, BrokerUnavailable, PublishRefused, Unroutable
from common.settings import BrokerSettings

FLIGHT = 200
"""Messages sent before waiting for confirms: enough to hide the round trip, few enough to notice an outage soon."""

_UNSPEAKABLE = (ValueError, TypeError, struct.error)
"""Raised by the library for what AMQP cannot express: a routing key of more than 255 bytes, half a character in a
header."""

PERSISTENT = 2
_AT_ONCE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Sending:
    """A message on its way out."""

    body: bytes
    routing_key: str
    message_id: str | None = None
    headers: Mapping[str, str] | None = None


class Publisher:
    """One connection, opened when first needed and again after it broke. May be shared between tasks."""

    def __init__(self, settings: BrokerSettings) -> None:
        self._settings = settings
        self._connection: AbstractConnection | None = None
        self._channel: AbstractChannel | None = None
        self._opening = asyncio.Lock()

    async def close(self) -> None:
        connection, self._connection, self._channel = self._connection, None, None
        await close_quietly(connection)

    async def publish(self, exchange: str, messages: Sequence[Sending]) -> list[Exception | None]:
        """One answer per message, in order: None when confirmed, else the BrokerError. Never raises for a message.

        Publish messages that go together in one call: a broker that does not answer then costs its time limit once, not
        once per message."""
        answers: list[Exception | None] = []
        # Once it is away, each flight of the rest would wait as long for the same answer.
        for start in range(0, len(messages), FLIGHT):
            flight = messages[start : start + FLIGHT]
            try:
                channel = await self._open()
            except BrokerError as error:
                answers += [error] * (len(messages) - start)
                break
            answers += await asyncio.gather(*(self._one(channel, exchange, message) for message in flight))
            if away := next((answer for answer in answers if isinstance(answer, BrokerUnavailable)), None):
                answers += [away] * (len(messages) - len(answers))
                break
        return answers

    async def _one(self, channel: AbstractChannel, exchange: str, message: Sending) -> Exception | None:
        routing_key = message.routing_key
        properties = Basic.Properties(
            content_type="application/json",
            delivery_mode=PERSISTENT,
            message_id=message.message_id,
            headers=dict(message.headers) if message.headers else None,
        )
        cancelled_before = cancellations()
        try:
            await channel.basic_publish(
                message.body,
                exchange=exchange,
                routing_key=routing_key,
                properties=properties,
                mandatory=True,
                timeout=self._settings.publish_timeout_seconds,
            )
        except PublishError:
            return Unroutable(f"no queue is bound to {exchange} for {routing_key}; run `crawlfleet broker init`")
        except DeliveryError:
            return PublishRefused(f"the broker refused a message for {routing_key}: its queue is full")
        except _UNSPEAKABLE as error:
            return PublishRefused(f"a message for {routing_key[:100]!a} cannot be sent: {error!a}")
        except asyncio.CancelledError:
            if cancellations() > cancelled_before:
                raise
            return BrokerUnavailable(f"the broker {address(self._settings)} did not confirm: it went silent")
        except Exception as error:
            if not (isinstance(error, GONE) or without_a_word(error)):
                raise
            if await self._blocked():
                return BrokerBlocked(
                    f"the broker {address(self._settings)} takes no message from anybody, as it does while it is short "
                    "of memory or disk"
                )
            text = str(error) or type(error).__name__
            return BrokerUnavailable(f"the broker {address(self._settings)} did not confirm: {text}")
        return None

    async def _blocked(self) -> bool:
        """Whether the broker has told this connection to send nothing: it says so at the first message."""
        transport = self._connection.transport if self._connection else None
        if transport is None or transport.connection.is_closed:
            return False
        try:
            async with asyncio.timeout(_AT_ONCE_SECONDS):
                await transport.connection.ready()
        except TimeoutError:
            return True
        return False

    async def _open(self) -> AbstractChannel:
        async with self._opening:
            if self._channel is not None and not self._channel.is_closed:
                return self._channel
            await self.close()
            self._connection = await open_connection(self._settings)
            with translated(self._settings, "opening a channel"):
                channel = await self._connection.channel(publisher_confirms=True, on_return_raises=True)
                self._channel = await channel.get_underlay_channel()
                self._keep = channel  # aio-pika's wrapper closes its channel when collected
            return self._channel
