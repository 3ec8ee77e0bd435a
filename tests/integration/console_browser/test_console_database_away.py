"""A page that is open while the database goes away and returns: it says so, and shows itself anew without a reload."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, expect

from common.settings import Settings
from common.store import init_schema, open_store
from tests.invented.fleet_of_jobs import statements
from tests.servers.console import serving
from tests.servers.console.chromium import context_of
from tests.servers.libsql import LibsqlServer

NOW_MS = 1_790_000_000_000


@pytest.mark.libsql_server
async def test_a_page_open_while_the_database_is_away(chromium: Browser, libsql_database: LibsqlServer) -> None:
    settings = Settings.model_validate(
        {
            "database": {"url": libsql_database.http_url, "timeout_seconds": 1.0},
            "console": {"listen": "127.0.0.1:0"},
        }
    )
    await init_schema(settings.database)
    store = await open_store(settings.database)
    for statement in statements(20, NOW_MS):
        await store._driver.batch([statement])
    async with serving(settings, store) as here:
        context = await context_of(chromium, here, await here.person("ada"))
        live, opened = await context.new_page(), await context.new_page()
        await live.clock.install()
        await live.goto("/audit")
        rows = live.get_by_role("row")
        shown = await rows.count()
        assert shown > 5
        await asyncio.to_thread(libsql_database.stop)

        await live.clock.run_for(6_000)
        notice = live.get_by_role("status")
        await expect(notice).to_contain_text("What is shown is of before.", timeout=20_000)
        assert await rows.count() == shown, "what was read stays"
        answer = await opened.goto("/jobs")
        assert answer and answer.status == 503
        await expect(opened.get_by_role("alert")).to_contain_text("This page asks again by itself.")

        await asyncio.to_thread(libsql_database.start)
        await expect(opened.get_by_role("heading", name="Jobs")).to_be_visible(timeout=20_000)
        await live.clock.run_for(6_000)
        await expect(notice).to_be_empty(timeout=20_000)
        await context.close()
    await store.close()
