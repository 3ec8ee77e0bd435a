"""One Chromium for all of these tests, and consoles over no job, one job and 200,000 jobs, each made once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from common.settings import Settings
from common.store import init_schema, open_store
from fleet.opening import embedded_path
from tests.invented.fleet_of_jobs import DOMAINS, fill
from tests.servers.console import Here, serving
from tests.servers.console.chromium import chromium as one_chromium

AtFleet = Callable[[int], Awaitable[Here]]
FEEDS = [
    {"source": "rss", "account": "https://deals.example/feed"},
    {"source": "mastodon", "account": "@ada@social.example"},
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with one_chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def at_fleet(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[AtFleet]:
    """Consoles by the number of jobs of their fleet, each made when it is first asked for."""
    made: dict[int, Here] = {}
    async with AsyncExitStack() as stack:

        async def at(jobs: int) -> Here:
            if jobs not in made:
                settings = settings_at(tmp_path_factory.mktemp(f"fleet-{jobs}"))
                made[jobs] = await stack.enter_async_context(_console(settings, jobs))
            return made[jobs]

        yield at


@pytest_asyncio.fixture(loop_scope="session")
async def fleet(request: pytest.FixtureRequest, at_fleet: AtFleet) -> Here:
    """The console over as many jobs as the test's parameter says. For looking: nothing is put back."""
    return await at_fleet(request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    """A console over sixty jobs of this test's own."""
    async with _console(settings_at(tmp_path), 60) as found:
        yield found


def settings_at(folder: Path) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": f"file:{folder / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "feeds": FEEDS,
            # Leads somewhere on a machine without a network, too: so a proxy for it is asked.
            "fetch": {"resolve": ["shopee.tw:443:1.1.1.1"]},
            "shops": {"other": {"domains": DOMAINS[:1]}},
        }
    )


@asynccontextmanager
async def _console(settings: Settings, jobs: int) -> AsyncIterator[Here]:
    await init_schema(settings.database)
    await asyncio.to_thread(fill, embedded_path(settings.database), jobs, int(time.time() * 1000))
    store = await open_store(settings.database)
    try:
        async with serving(settings, store) as found:
            yield found
    finally:
        await store.close()
