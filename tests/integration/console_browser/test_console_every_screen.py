"""Every screen over no job, one job and 200,000 jobs: it opens, complains of nothing, asks nobody else for anything,
can be read by everybody, fits on a phone, and works without script."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.servers.console import Here
from tests.servers.console.chromium import DESK, PHONE, Watched, context_of
from tests.servers.console.screens import addresses

HUGE = 200_000
BROKEN = """() => [...document.querySelectorAll("main .whole")].filter((one) => one.getClientRects().length > 1)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("fleet", [0, 1, HUGE], indirect=True)
async def test_every_screen(chromium: Browser, fleet: Here) -> None:
    ada = await fleet.person("ada")
    found = await addresses(fleet, ada)
    full = (await fleet.store.jobs.open_count()) > 1
    if full:
        assert not [path for path, known in found.items() if not known], "no other screen leads to these"
    context = await context_of(chromium, fleet, ada)
    watched = Watched(await context.new_page(), fleet.url)
    for address in (address for known in found.values() for address in known):
        await watched.page.set_viewport_size(DESK)
        await watched.page.emulate_media(color_scheme="light")
        answer = await watched.page.goto(address)
        assert answer and answer.status == 200, address
        await watched.axe()
        if full:
            await watched.page.emulate_media(color_scheme="dark")
            await watched.axe("color-contrast", "link-in-text-block")
        await watched.page.set_viewport_size(PHONE)
        await watched.sideways()
        assert await watched.page.evaluate(BROKEN) == [], f"{address}: days and times that a narrow column tears apart"
        await watched.violations()
    await context.close()
    assert not watched.complaints, "\n".join(watched.complaints)


@pytest.mark.parametrize("fleet", [0, HUGE], indirect=True)
async def test_every_screen_without_script(chromium: Browser, fleet: Here) -> None:
    bo = await fleet.person("bo")
    context = await context_of(chromium, fleet, bo, script=False)
    page = await context.new_page()
    for known in (await addresses(fleet, bo)).values():
        for address in known:
            answer = await page.goto(address)
            assert answer and answer.status == 200, address
            assert await page.locator("main h1").count() == 1, address
            assert await page.get_by_role("navigation").get_by_role("link").count() > 3, address
    await context.close()
