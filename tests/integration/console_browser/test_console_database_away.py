"""A page that is open while the database goes away and returns: it says so, and shows itself anew without a reload."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser, Page, expect

from common.settings import Settings
from common.store import init_schema, open_store
from tests.invented.fleet_of_jobs import statements
from tests.servers.console import serving
from tests.servers.console.chromium import context_of
from tests.servers.libsql import LibsqlServer

NOW_MS = 1_790_000_000_000
ASK_MS = 6_000
"""The page asks every five seconds of its own clock."""


async def asks_until(page: Page, shows: Callable[[], Awaitable[None]]) -> None:
    """Let the page ask again until it shows this: on a busy machine one question may find the database away still."""
    for left in reversed(range(20)):
        await page.clock.run_for(ASK_MS)
        try:
            await shows()
            return
        except AssertionError:
            if not left:
                raise


@pytest.mark.libsql_server
async def test_a_page_open_while_the_database_is_away(chromium: Browser, libsql_database: LibsqlServer) -> None:
    settings = Settings.model_validate(
        {
            "database": {"url": libsql_database.http_url, "timeout_seconds": 5.0},
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

        notice = live.get_by_role("status")
        await asks_until(live, lambda: expect(notice).to_contain_text("What is shown is of before.", timeout=ASK_MS))
        assert await rows.count() == shown, "what was read stays"
        answer = await opened.goto("/jobs")
        assert answer and answer.status == 503
        alert = opened.get_by_role("alert")
        await expect(alert).to_contain_text(". crawlfleet")
        await expect(alert).to_contain_text("doctor says what is wrong and what to do. This page asks again by itself.")

        await asyncio.to_thread(libsql_database.start)
        await expect(opened.get_by_role("heading", name="Jobs")).to_be_visible()
        await asks_until(live, lambda: expect(notice).to_be_empty(timeout=ASK_MS))
        await context.close()
    await store.close()
