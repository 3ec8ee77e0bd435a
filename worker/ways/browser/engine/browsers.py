"""One page at a time, in a browser that is replaced when it is worn, has died, hangs or takes too much memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from common.errors import CrawlError
from common.turns.time_limit import not_counted
from worker import metrics
from worker.ways.browser.engine import tree
from worker.ways.browser.engine.process import BrowserProcess, Started
from worker.ways.browser.limits import BrowserLimits

log = logging.getLogger("crawlfleet.worker.browser")


class Browsers:
    """Starts a browser when the first page wants one. Close it with `aclose()`."""

    def __init__(self, make: Callable[[], BrowserProcess], limits: BrowserLimits) -> None:
        self._make = make
        self._limits = limits
        self._turn = asyncio.Lock()
        self._process: BrowserProcess | None = None
        self._started: Started | None = None

    @asynccontextmanager
    async def for_one_page(self) -> AsyncIterator[Started]:
        """The browser, this caller's alone inside; waiting for it counts towards no time limit around it.

        A page that fails keeps its browser. One in which the browser died or hung (a CrawlError whose cause is a
        TimeoutError), and one that is cancelled, cost it: the next page gets a fresh one. Raises BrowserUnavailable.
        """
        with not_counted():
            await self._turn.acquire()
        try:
            started = await self._ready()
            started.pages += 1
            watching = asyncio.create_task(self._watch(started, tree.own_bytes()))
            try:
                yield started
            except CrawlError as error:
                if isinstance(error.__cause__, TimeoutError) or started.stuck or not started.alive:
                    await self._replace(started, error.detail)
                raise
            except BaseException as error:
                await self._replace(started, type(error).__name__)
                raise
            else:
                if started.stuck:
                    await self._replace(started, "a page could not be closed")
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
        finally:
            self._turn.release()

    async def aclose(self) -> None:
        async with self._turn:
            await self._end()

    async def _ready(self) -> Started:
        started = self._started
        if started is not None:
            if started.alive and started.pages < self._limits.pages and not await self._worn(started):
                return started
            await self._end()
        process = self._make()
        self._started = await process.start()
        self._process = process
        metrics.browsers_started.inc()
        return self._started

    async def _replace(self, started: Started, why: str) -> None:
        log.info("the browser is ended in mid-page", extra={"reason": why})
        metrics.browsers_ended.labels("memory" if started.over_memory else "mid-page").inc()
        await self._end()

    async def _end(self) -> None:
        process, self._process, self._started = self._process, None, None
        if process is not None:
            # Shielded: a worker that is stopped in the middle of this must not leave a browser behind.
            ending = asyncio.ensure_future(process.end())
            with suppress(asyncio.CancelledError):
                await asyncio.shield(ending)
                return
            await ending
            raise asyncio.CancelledError

    async def _worn(self, started: Started) -> bool:
        held = await asyncio.to_thread(started.memory_bytes)
        return held - started.begins_bytes > self._limits.left_bytes

    async def _watch(self, started: Started, own_bytes: int) -> None:
        """`own_bytes`: what this process held when the page began. What a page throws or posts comes here as well."""
        while True:
            await asyncio.sleep(self._limits.look_seconds)
            if await asyncio.to_thread(self._takes_too_much, started, own_bytes):
                started.over_memory = True
                if self._process is not None:
                    await self._process.kill()
                return

    def _takes_too_much(self, started: Started, own_bytes: int) -> bool:
        held = started.memory_bytes()
        metrics.browser_memory_bytes.set(held)
        return held + max(0, tree.own_bytes() - own_bytes) > self._limits.memory_bytes
