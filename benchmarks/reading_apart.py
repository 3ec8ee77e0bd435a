"""The parsing child as a contender in the race of readings: the same pages, asked as a worker asks."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from benchmarks.worker_footprint import resident_mib
from common.offer import Failure, Offer
from common.outcome.judge import judge
from common.page import Page
from common.parsing.process import ParsingChild
from common.parsing.watch import usage
from common.settings import ShopsSettings
from common.shops.reading import READERS, read_apart
from common.shops.registry import Shops


class ReadingApart:
    """Reads and judges in turn, from outside any event loop."""

    def __init__(self, child: ParsingChild, runner: asyncio.Runner) -> None:
        self._child = child
        self._runner = runner
        self._shops = Shops(ShopsSettings())

    def read(self, body: bytes, url: str) -> None:
        # In one loop, as in a worker: Runner.run would take the handler for Ctrl-C away and back for each page.
        outcome = self._runner.get_loop().run_until_complete(self._read(body, url))
        if isinstance(outcome, Offer):
            judge(outcome)

    async def _read(self, body: bytes, url: str) -> Offer | Failure:
        shop = self._shops.reader(urlsplit(url).hostname or "")
        return await read_apart(self._child, shop, Page(url, body), self._shops.link(url))

    def processor_seconds(self) -> float:
        """Of this process, the child, and the children before it that were replaced."""
        now = usage(self._child.pid) if self._child.pid else None
        spent = os.times()
        return time.process_time() + spent.children_user + spent.children_system + (now.processor_seconds if now else 0)

    def child_mib(self) -> float:
        return resident_mib(self._child.pid) if self._child.pid else float("nan")


@contextmanager
def reading_apart() -> Iterator[ReadingApart]:
    """With a child that is ready; it ends with the block."""
    with asyncio.Runner() as runner:
        child = ParsingChild(preload=READERS)
        runner.run(child.start())
        try:
            yield ReadingApart(child, runner)
        finally:
            runner.run(child.aclose())
