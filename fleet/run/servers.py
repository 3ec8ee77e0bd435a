"""A service's database and broker: waited for until they are there, or opened at once and failed fast.

Whatever may change without this process being started anew is waited for: a server that is down, a login that is
refused (passwords and tokens are read from their files at each try), queues or a schema that are missing or too old.
Settings that can never work are raised: ConfigError, a schema newer than this program, cleartext to a stranger's
network, and whatever an embedded database refuses, which has no server to come back.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import random as random_module
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from common.errors import (
    BrokerError,
    CleartextRefused,
    ConfigError,
    CrawlfleetError,
    SchemaNewer,
    StoreError,
    StoreUnavailable,
)
from common.timing.backoff import backoff_seconds
from common.waiting import wait_or_stop
from fleet.opening import opened_store, own_broker
from fleet.run.signals import on_stop_signals
from fleet.run.standing.logs import logs_written
from fleet.run.standing.sd_notify import Notifier
from fleet.run.standing.standing import Standing, watchdog

if TYPE_CHECKING:
    from common.broker.base import Broker
    from common.output.served.health import Health
    from common.settings import Settings
    from common.store import Store

log = logging.getLogger("crawlfleet.run")

T = TypeVar("T")

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 15.0
_NEW_OBJECTS = 20_000
"""Between two looks of a service's garbage collector. It waits on others and makes few objects that go in circles."""


class StoppedWhileWaiting(Exception):
    """The service was asked to end before its servers were there. Nothing was begun."""


@dataclass(slots=True)
class Start:
    """One start of a service: how it stands, whether it waits, and whether it was asked to end meanwhile."""

    standing: Standing
    patient: bool
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    on_stop: Callable[[], None] | None = None
    """Called at every signal beside setting `stop`, once the service is there to hear it."""

    def signalled(self) -> None:
        if not self.stop.is_set():
            log.info("asked to stop: nothing new is begun, what is under way is ended in order")
        self.stop.set()
        if self.on_stop:
            self.on_stop()

    def listens(self, on_stop: Callable[[], None]) -> None:
        """From now on signals reach the service itself; one that came before reaches it now."""
        self.on_stop = on_stop
        if self.stop.is_set():
            on_stop()


@asynccontextmanager
async def starting(health: Health, *, patient: bool) -> AsyncIterator[Start]:
    """The life of a service. A patient one waits for its servers, and SIGTERM and SIGINT make it stop in order; for any
    other, signals keep their usual meaning. A stop during the wait ends the block here without an error."""
    _leave_alone_what_is_loaded()
    notifier = Notifier()
    start = Start(Standing(notifier=notifier, health=health), patient)
    async with watchdog(notifier):
        with on_stop_signals(start.signalled) if patient else nullcontext(), suppress(StoppedWhileWaiting):
            yield start
        start.standing.stopping()
    if start.stop.is_set():
        log.info("stopped")
    logs_written()


def _leave_alone_what_is_loaded() -> None:
    """The garbage collector never looks through it: modules stay until the end, and one pass over them takes some
    hundredths of a second. Once in a process; of what it loads later there is little."""
    if gc.get_threshold()[0] != _NEW_OBJECTS:
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS)


@asynccontextmanager
async def store_of(settings: Settings, start: Start) -> AsyncIterator[Store]:
    """The opened store. Raises as opened_store, or waits."""

    def hopeless(error: CrawlfleetError) -> bool:
        return settings.database.embedded and not isinstance(error, StoreUnavailable)

    async with AsyncExitStack() as stack:
        store = await _until_open("database", partial(opened_store, settings, create=True), stack, start, hopeless)
        start.standing.health.ask(lambda: store.trouble)
        yield store


@asynccontextmanager
async def broker_of(settings: Settings, start: Start) -> AsyncIterator[Broker]:
    """The broker, its topology looked at. Raises as own_broker, or waits."""
    async with AsyncExitStack() as stack:
        yield await _until_open("broker", partial(own_broker, settings), stack, start, lambda _: False)


async def _until_open(
    what: str,
    opened: Callable[[], AbstractAsyncContextManager[T]],
    stack: AsyncExitStack,
    start: Start,
    hopeless: Callable[[CrawlfleetError], bool],
) -> T:
    failures = 0
    while True:
        try:
            found = await _or_stopped(stack.enter_async_context(opened()), start)
        except (StoreError, BrokerError, ConfigError) as error:
            if not start.patient or never_works(error) or hopeless(error):
                raise
            failures += 1
            start.standing.waiting(what, error)
        else:
            start.standing.back(what)
            return found
        await wait_or_stop(start.stop, pause_seconds(failures))


async def _or_stopped(opening: Coroutine[Any, Any, T], start: Start) -> T:
    """What `opening` gives; when a stop comes first it is cut off, and StoppedWhileWaiting raised."""
    opened = asyncio.create_task(opening)
    stopped = asyncio.create_task(start.stop.wait())
    try:
        await asyncio.wait({opened, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            raise StoppedWhileWaiting
        return opened.result()
    finally:
        for task in (opened, stopped):
            task.cancel()
        await asyncio.gather(opened, stopped, return_exceptions=True)


def never_works(error: CrawlfleetError) -> bool:
    """Whether no waiting can mend it: what must change is this process's own settings or program."""
    if isinstance(error, CleartextRefused):
        return not error.may_pass  # Tailscale's interface may still come up
    return isinstance(error, ConfigError | SchemaNewer)


def pause_seconds(failures: int, random: Callable[[], float] = random_module.random) -> float:
    return backoff_seconds(
        failures, base_seconds=FIRST_PAUSE_SECONDS, max_seconds=LONGEST_PAUSE_SECONDS, random=random()
    )
