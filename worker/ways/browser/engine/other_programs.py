"""No page starts another program of this machine.

Browsers hand a `mailto:` address to the mail program without asking anybody, outside of their sandbox; a redirect or a
frame suffices. No argument, and no call of the DevTools protocol switches that off. But until somebody has touched the
browser they hand on the first such address alone, whatever its scheme and whoever follows it. So that is ours, and
leads nowhere; nobody ever touches this browser.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Browser

NOBODYS = "crawlfleet-nothing:x"
"""An address of a scheme for which no machine has a program."""


async def start_none(browser: Browser) -> None:
    """From now on no page makes this browser start one. Raises playwright's Error for a browser that has ended."""
    from playwright.async_api import Error  # noqa: PLC0415  # only where the browser is on

    context = await browser.new_context()
    try:
        page = await context.new_page()
        with suppress(Error):  # it leads nowhere
            await page.goto(NOBODYS)
    finally:
        await context.close()
