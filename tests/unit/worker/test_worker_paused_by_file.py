"""work.paused_file: while it exists nothing is taken; where nobody may look whether it does, neither."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker
from common.job import Crawlable
from common.outcome.crawl_result import CrawlResult
from common.settings import BrokerSettings, DatabaseSettings
from common.settings_tables.work import WorkSettings
from common.store import Store, init_schema, open_store
from tests.servers.fleet_world import eventually
from worker.direct import WorkService


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    settings = DatabaseSettings(url=f"file:{tmp_path / 'jobs.db'}")
    await init_schema(settings)
    store = await open_store(settings)
    yield store
    await store.close()


class Nothing:
    async def crawl(self, job: Crawlable) -> CrawlResult:
        raise AssertionError("unreachable: no job is there")


async def test_it_waits_while_the_file_exists_or_cannot_be_seen_and_then_works(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused = tmp_path / "paused"
    paused.touch()
    broker = MemoryBroker(BrokerSettings())
    await broker.declare()
    settings = WorkSettings(spool_dir=tmp_path / "spool", paused_file=paused)
    worker = WorkService(store=store, broker=broker, crawler=Nothing(), settings=settings, version="0")
    began = asyncio.Event()
    running = asyncio.create_task(worker.run(on_ready=began.set))

    async def says(sentence: str) -> None:
        await eventually(lambda: running.done() or worker.presence.state == sentence, what=sentence)
        assert not running.done(), running.result()

    await says(f"paused: the file {paused} exists; remove it to go on")

    stat = Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:  # as for root, whom no mode stops
        if path == paused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    with monkeypatch.context() as closed:
        closed.setattr(Path, "stat", refuse)
        await says(f"paused: this user may not see whether the file {paused} exists; let it look into that folder")
    assert not began.is_set()

    paused.unlink()
    async with asyncio.timeout(60):
        await began.wait()
        worker.stop()
        await running
