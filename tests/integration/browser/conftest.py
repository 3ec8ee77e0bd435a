"""One browser for the tests of a module: starting it takes seconds, a page half of one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.servers.browser.shops import OneBrowser, one_browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[OneBrowser]:
    async with one_browser() as found:
        yield found
