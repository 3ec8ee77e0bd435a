"""A button that is pressed twice while the console takes its time; and a page that is of an earlier sign-in."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.async_api import Browser, Locator, Page, expect

from fleet.opening import embedded_path
from tests.servers.console import Here
from tests.servers.console.chromium import context_of, sign_in


@contextmanager
def slow_database(here: Here) -> Iterator[None]:
    """Nobody else writes meanwhile: a form waits for its answer."""
    path = embedded_path(here.settings.database)
    assert path is not None
    lock = sqlite3.connect(path, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        lock.execute("ROLLBACK")
        lock.close()


async def pressed(page: Page, button: Locator, *, times: int) -> None:
    """As a mouse does: Playwright's own click waits until the first one has led somewhere."""
    await button.scroll_into_view_if_needed()
    box = await button.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "button": "left", "clickCount": 1}
    mouse = await page.context.new_cdp_session(page)
    for number in range(times):
        await asyncio.sleep(0.2 if number else 0)
        for kind in ("mousePressed", "mouseReleased"):
            await mouse.send("Input.dispatchMouseEvent", {"type": kind, **at})


async def test_what_is_pressed_twice_is_done_once(chromium: Browser, here: Here) -> None:
    """Two rules came of it, each of which told all; and of what was removed that it was not there."""
    context = await context_of(chromium, here, await here.person("ada"))
    page = await context.new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    await here.store.notices.add_target("phone", "ntfys://ntfy.sh/invented")
    await page.goto("/notices")
    await page.locator("summary", has_text="Add a rule").click()
    await page.locator('select[name="kind"]').select_option("gone")
    with slow_database(here):
        await pressed(page, page.get_by_role("button", name="Add this rule"), times=2)
    await expect(page.locator("p.well")).to_contain_text("The rule tells")
    assert len(sent) == 1
    remove = page.get_by_role("button", name="Remove rule 1")
    await page.get_by_label("Remove rule 1 for good").check()
    with slow_database(here):
        await pressed(page, remove, times=2)
    await expect(page.locator("p.well")).to_contain_text("The rule is removed")
    assert len(sent) == 2
    await context.close()


async def test_a_page_of_an_earlier_sign_in_says_so(chromium: Browser, here: Here) -> None:
    """It was told as one from elsewhere."""
    context = await context_of(chromium, here, await here.person("ada"))
    page, other = await context.new_page(), await context.new_page()
    await page.goto("/jobs")
    link = page.locator('form[action="/jobs/add"]')
    await link.locator('input[name="link"]').fill("https://shopee.tw/product/31/99")
    await other.goto("/")
    await other.get_by_role("button", name="Sign out").click()
    await sign_in(other, "ada")
    await link.get_by_role("button").click()
    await expect(page.get_by_role("main")).to_contain_text("of an earlier sign-in, so nothing was done")
    await context.close()
