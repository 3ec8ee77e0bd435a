"""The broker of a world: the in-memory broker in a process of its own, reached over connections that break."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from random import Random
from typing import TypeVar

from common.broker.base import DeadLetter, Outgoing, OutgoingLetter, QueueDepth
from common.broker.memory import MemoryBroker, MemoryDelivery
from common.broker.memory_queues import MemoryMessage, MemoryQueue
from common.broker.message import MalformedMessage, decode
from common.errors import BrokerError, BrokerUnavailable
from common.settings import BrokerSettings
from tests.simulation.faults.weather import Weather
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.trace import Trace

T = TypeVar("T")

RECONNECT_SECONDS = 2.0
LISTEN_AGAIN_SECONDS = 0.5


class BrokerServer:
    """Holds the queues, and one channel for each consumer."""

    def __init__(
        self, loop: SimulatedLoop, weather: Weather, trace: Trace, delays: Random, settings: BrokerSettings
    ) -> None:
        self.loop = loop
        self.weather = weather
        self.trace = trace
        self.delays = delays
        self.process = loop.process("broker")
        self.memory = MemoryBroker(settings)
        self.channels: list[Channel] = []

    def call(self, work: Callable[[], Awaitable[T]]) -> Awaitable[T]:
        """Ask the server for something: there and back takes time. To be awaited by the process that asks."""
        answer: asyncio.Future[T] = self.loop.create_future()
        self.loop.after(self.process, self.delays.random() * 0.01, self._begin, work, answer)
        return answer

    def _begin(self, work: Callable[[], Awaitable[T]], answer: asyncio.Future[T]) -> None:
        self.loop.start(self.process, self._serve(work, answer))

    async def _serve(self, work: Callable[[], Awaitable[T]], answer: asyncio.Future[T]) -> None:
        try:
            result = await work()
        except BrokerError as error:
            await asyncio.sleep(self.delays.random() * 0.01)
            if not answer.done():
                answer.set_exception(error)
            return
        await asyncio.sleep(self.delays.random() * 0.01)
        if not answer.done():
            answer.set_result(result)

    async def publish(self, message: Outgoing) -> Exception | None:
        weather = self.weather
        if weather.broker_away or weather.falls(weather.lost_publish):
            return BrokerUnavailable("the message was lost")
        (refused,) = await self.memory.publish([message])
        if weather.falls(weather.doubled):
            await self.memory.publish([message])
        if weather.falls(weather.shuffled):
            self.shuffle()
        if weather.falls(weather.lost_confirm):
            return BrokerUnavailable("no confirm in time")
        return refused

    async def publish_letter(self, letter: OutgoingLetter) -> Exception | None:
        weather = self.weather
        if weather.broker_away or weather.falls(weather.lost_publish):
            return BrokerUnavailable("the letter was lost")
        (refused,) = await self.memory.publish_letters([letter])
        if weather.falls(weather.lost_confirm):
            return BrokerUnavailable("no confirm in time")
        return refused

    def ready(self, *, retries: bool = True) -> int:
        """Messages that wait in work queues, and with `retries` in retry queues."""
        return sum(len(queue.ready) for queue in self._queues() if retries or not queue.name.startswith("crawl.retry."))

    def unacked(self) -> int:
        return sum(queue.unacked for queue in self._queues())

    def _queues(self) -> list[MemoryQueue]:
        return [queue for queue in self.memory._queues.values() if not queue.name.startswith("crawl.dlq.")]

    def purge(self) -> int:
        """Every queue is empty; what consumers hold stays with them. Returns how many messages are gone."""
        gone = self.ready()
        for queue in self._queues():
            queue.ready.clear()
        return gone

    def shuffle(self) -> None:
        for queue in self._queues():
            order = list(queue.ready)
            self.weather.dice.shuffle(order)
            queue.ready = deque(order)

    async def forge(self, body: bytes) -> None:
        """A message that nobody of the fleet sent."""
        self.memory._route("crawl.jobs", MemoryMessage(body, "other.any"))
        await self.memory._wake()

    def held(self, process: Process, job_id: str) -> bool:
        """Whether this process holds a message for the job, or lost one with its channel."""
        return any(channel.process is process and channel.knows(job_id) for channel in self.channels)

    async def taken(self, process: Process, platforms: Sequence[str], limit: int) -> Sequence[SimulatedDelivery]:
        """Messages for a process that takes them one by one."""
        if self.weather.broker_away:
            raise BrokerUnavailable("nobody answers")
        channel = next((one for one in self.channels if one.process is process), None)
        if channel is None:
            self.channels.append(channel := Channel(self, process, (), 0))
        return channel.took(await self.memory.take(platforms, limit))

    async def close(self, process: Process) -> None:
        """The process's connection is gone: what it held is delivered again."""
        for channel in [one for one in self.channels if one.process is process]:
            await channel.close()
            await channel.shut()
            self.channels.remove(channel)


class Channel:
    """One consumer's connection, on the server's side."""

    def __init__(self, server: BrokerServer, process: Process, platforms: Sequence[str], prefetch: int) -> None:
        self.server = server
        self.process = process
        self._platforms = platforms
        self._prefetch = prefetch
        self._held: dict[SimulatedDelivery, None] = {}
        self._lost: set[str] = set()
        self._inbox: deque[SimulatedDelivery] = deque()
        self._wanted: asyncio.Future[None] | None = None
        self._pump: asyncio.Task[None] | None = None
        self._closed = False

    def knows(self, job_id: str) -> bool:
        return job_id in self._lost or any(one.job_id == job_id for one in self._held)

    async def open(self) -> None:
        """Deliver from now on, unless it does already or was closed meanwhile."""
        if self._closed or (self._pump is not None and not self._pump.cancelling() and not self._pump.done()):
            return
        self._pump = self.server.loop.start(self.server.process, self._deliver())

    async def _deliver(self) -> None:
        async with aclosing(self.server.memory.consume(self._platforms, self._prefetch)) as deliveries:
            async for inner in deliveries:
                delivery = SimulatedDelivery(self, inner)
                self._held[delivery] = None
                await asyncio.sleep(self.server.delays.random() * 0.01)
                self._inbox.append(delivery)
                if self._wanted is not None and not self._wanted.done():
                    self._wanted.set_result(None)

    async def next(self) -> SimulatedDelivery:
        """In the consumer's process."""
        while not self._inbox:
            self._wanted = self.server.loop.create_future()
            await self._wanted
        return self._inbox.popleft()

    def took(self, inner: Sequence[MemoryDelivery]) -> Sequence[SimulatedDelivery]:
        """These were asked for, and are in hand at once."""
        taken = [SimulatedDelivery(self, one) for one in inner]
        for one in taken:
            one.taken = True
            self._held[one] = None
        return taken

    async def close(self) -> None:
        """Its consumer wants nothing more; what it has in hand stays with it."""
        self._closed = True
        await self.stop()

    async def stop(self) -> None:
        if self._pump is not None:
            self._pump.cancel()
        for delivery in list(self._inbox):
            await self._back(delivery)
        for delivery in list(self._held):
            if not delivery.taken:
                await self._back(delivery)
        self._inbox.clear()

    async def cut(self) -> None:
        """The connection breaks, and is made again after a while."""
        await self.shut()
        await asyncio.sleep(self.server.delays.random() * RECONNECT_SECONDS)
        if self._platforms:
            await self.open()

    async def shut(self) -> None:
        await self.stop()
        for delivery in list(self._held):
            if delivery.job_id is not None:
                self._lost.add(delivery.job_id)
            await self._back(delivery)

    async def _back(self, delivery: SimulatedDelivery) -> None:
        if delivery not in self._held:
            return  # its holder settled it while others were handed back
        del self._held[delivery]
        delivery.gone = True
        await delivery.inner.requeue()

    async def settle(self, delivery: SimulatedDelivery, how: str, end: Callable[[], Awaitable[T]]) -> T:
        if delivery.gone:
            raise BrokerUnavailable("the channel of this message is gone")
        # First of all, so that a channel that breaks meanwhile does not hand it back as well.
        self._held.pop(delivery, None)
        answer = await end()
        self.server.trace(self.server.loop.now, how, self.process.name, (delivery.job_id or "?")[:6])
        return answer


class SimulatedDelivery:
    """See common/broker/base.py Delivery."""

    def __init__(self, channel: Channel, inner: MemoryDelivery) -> None:
        self._channel = channel
        self.inner = inner
        self.taken = False
        self.gone = False
        try:
            self.job_id: str | None = decode(inner.body)
        except MalformedMessage:
            self.job_id = None

    @property
    def body(self) -> bytes:
        return self.inner.body

    @property
    def routing_key(self) -> str:
        return self.inner.routing_key

    @property
    def queue(self) -> str:
        return self.inner.queue

    async def ack(self) -> None:
        await self._settle("ack", self.inner.ack)

    async def requeue(self) -> None:
        await self._settle("requeue", self.inner.requeue)

    async def retry_after(self, delay_seconds: float) -> bool:
        return await self._settle(f"retry in {delay_seconds:.1f}", lambda: self.inner.retry_after(delay_seconds))

    async def dead_letter(self, reason: str) -> bool:
        return await self._settle("dead letter", lambda: self.inner.dead_letter(reason))

    async def _settle(self, how: str, end: Callable[[], Awaitable[T]]) -> T:
        server = self._channel.server
        return await server.call(lambda: self._channel.settle(self, how, end))


class SimulatedBroker:
    """See common/broker/base.py Broker; one process's side of it."""

    def __init__(self, server: BrokerServer, process: Process) -> None:
        self._server = server
        self._process = process

    async def connect(self) -> None:
        """The line needs no opening."""

    async def close(self) -> None:
        await self._server.call(lambda: self._server.close(self._process))

    async def declare(self, *, rebuild: bool = False) -> None:
        await self._server.call(lambda: self._server.memory.declare(rebuild=rebuild))

    async def publish(self, messages: Sequence[Outgoing]) -> Sequence[Exception | None]:
        async def one_by_one() -> list[Exception | None]:
            return [await self._server.publish(message) for message in messages]

        return await self._server.call(one_by_one)

    async def check_takes(self) -> None:
        await self._server.call(self._server.memory.check_takes)

    async def publish_letters(self, letters: Sequence[OutgoingLetter]) -> Sequence[Exception | None]:
        async def one_by_one() -> list[Exception | None]:
            return [await self._server.publish_letter(letter) for letter in letters]

        return await self._server.call(one_by_one)

    async def consume(self, platforms: Sequence[str], prefetch: int) -> AsyncGenerator[SimulatedDelivery, None]:
        channel = Channel(self._server, self._process, platforms, prefetch)
        self._server.channels.append(channel)
        await self._server.call(channel.open)
        try:
            while True:
                delivery = await channel.next()
                delivery.taken = True
                yield delivery
        finally:
            await self._server.call(channel.close)

    async def take(self, platforms: Sequence[str], limit: int) -> Sequence[SimulatedDelivery]:
        return await self._server.call(lambda: self._server.taken(self._process, platforms, limit))

    async def first(
        self, platforms: Sequence[str], *, until: asyncio.Event, seconds: float
    ) -> Sequence[SimulatedDelivery]:
        # Asked for now and then, not listened for: `until` is of another process than the server's.
        end = self._server.loop.time() + seconds
        while not (until.is_set() or self._server.loop.time() >= end):
            if taken := await self.take(platforms, 1):
                return taken
            with suppress(TimeoutError):
                async with asyncio.timeout(LISTEN_AGAIN_SECONDS):
                    await until.wait()
        return ()

    async def depths(self, wanted: Callable[[str], bool] | None = None) -> Sequence[QueueDepth]:
        return await self._server.call(lambda: self._server.memory.depths(wanted))

    async def carried(self) -> Sequence[QueueDepth]:
        return await self._server.call(self._server.memory.carried)

    async def dead_letters(self, limit: int) -> Sequence[DeadLetter]:
        return await self._server.call(lambda: self._server.memory.dead_letters(limit))

    async def take_dead_letters(self, limit: int, *, drop: Sequence[str | None] | None = None) -> Sequence[DeadLetter]:
        return await self._server.call(lambda: self._server.memory.take_dead_letters(limit, drop=drop))
