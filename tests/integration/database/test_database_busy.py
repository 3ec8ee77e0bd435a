"""A libsql-server whose connections are all taken answers 429: clients wait for their turn, and give up in the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from prometheus_client import REGISTRY

from common.errors import StoreBusy
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from fleet.doctor.database.database_writes import check_writes
from fleet.doctor.finding import Level
from tests.servers.fleet_world import eventually
from tests.servers.libsql import LibsqlServers

pytestmark = pytest.mark.libsql_server


def turned_away() -> float:
    return REGISTRY.get_sample_value("crawlfleet_database_tried_again_total", {"reason": "busy"}) or 0.0


@pytest.fixture
async def url(libsql_servers: LibsqlServers) -> AsyncIterator[str]:
    """A server with one connection, and the schema."""
    server = libsql_servers.new(env={"SQLD_MAX_CONCURRENT_CONNECTIONS": "1"})
    await init_schema(DatabaseSettings(url=server.http_url))
    yield server.http_url
    await asyncio.to_thread(server.kill)


@asynccontextmanager
async def taken(url: str) -> AsyncIterator[None]:
    """Somebody holds the one connection, asking now and then so that the server does not take it back."""
    async with httpx.AsyncClient(timeout=20) as client:
        baton: str | None = None

        async def ask(kind: dict[str, object]) -> None:
            nonlocal baton
            answer = await client.post(f"{url}/v2/pipeline", json={"baton": baton, "requests": [kind]})
            assert answer.status_code == 200, answer.text
            baton = answer.json()["baton"]

        async def hold() -> None:
            while True:
                await ask({"type": "execute", "stmt": {"sql": "SELECT 1"}})
                await asyncio.sleep(0.5)

        await ask({"type": "execute", "stmt": {"sql": "BEGIN"}})
        holding = asyncio.create_task(hold())
        try:
            yield
        finally:
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)
            # Whatever was under way when it was cancelled, the server forgets the stream with its client.
            await client.aclose()


async def test_opening_and_writing_wait_for_their_turn(url: str) -> None:
    before = turned_away()
    async with taken(url):
        opening = asyncio.create_task(open_store(DatabaseSettings(url=url, timeout_seconds=60)))
        await eventually(lambda: turned_away() > before, what="a 429")
        assert not opening.done()
    store = await opening
    before = turned_away()
    async with taken(url):
        writing = asyncio.create_task(store.jobs.renew([("", "")], lease_ms=1))
        await eventually(lambda: turned_away() > before, what="a 429")
        assert not writing.done()
    assert not await writing
    assert store.trouble is None
    await store.close()


async def test_the_wait_has_an_end_and_doctor_calls_it_busy(url: str) -> None:
    settings = DatabaseSettings(url=url, timeout_seconds=3)
    async with taken(url):
        with pytest.raises(StoreBusy, match="429"):
            await open_store(settings)
        found = await check_writes(Settings(database=settings), limit_seconds=10)
    assert (found.level, found.section) == (Level.WARNING, "database")
    assert found.text.startswith("busy: ")
