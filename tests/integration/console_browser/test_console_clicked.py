"""What operators do, by the page's own buttons; what a viewer sees of them; and one whole path by keyboard alone."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import Browser, Locator, Page, expect
from starlette.routing import Route

from common.job import JobStatus
from common.store import ConsoleRole
from fleet.console.app import routes
from tests.servers.console import PASSWORD, Here
from tests.servers.console.chromium import Watched, context_of, sign_in
from tests.servers.console.screens import addresses
from tests.servers.fleet_world import eventually

ANOTHER = "another horse, another battery"


async def standing(here: Here) -> dict[JobStatus, int]:
    found: dict[JobStatus, int] = {}
    for one in await here.store.listing.counts():
        found[one.status] = found.get(one.status, 0) + one.count
    return found


async def test_signing_in_by_link_by_password_and_out(chromium: Browser, here: Here) -> None:
    context = await context_of(chromium, here)
    watched = Watched(await context.new_page(), here.url)
    page = watched.page
    secret = await here.invite("ada")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"/invite#{secret}")
    await expect(page.get_by_role("heading", name="Welcome, ada")).to_be_visible()
    assert asked and not [url for url in asked if secret in url], "no server, log or proxy is sent it in an address"
    assert secret not in page.url, "nor does the history keep it"
    await watched.axe()
    await page.get_by_label("Choose a password").fill(ANOTHER)
    await page.get_by_label("The same again").fill(ANOTHER)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    await page.goto("/jobs?status=DEAD")
    await watched.axe()
    await page.get_by_label("Name").fill("ada")
    await page.get_by_label("Password").fill(ANOTHER)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page).to_have_url(re.compile(r"/jobs\?status=DEAD$"))
    assert await context.cookies(), "the session's"
    assert not watched.complaints, "\n".join(watched.complaints)
    await context.close()


def screen(page: Page, name: str) -> Locator:
    """The link at the top to this screen: findings lead to screens, too."""
    return page.get_by_role("navigation", name="Screens").get_by_role("link", name=name, exact=True)


@pytest.mark.parametrize("script", [True, False])
async def test_all_that_the_filters_find(script: bool, chromium: Browser, here: Here) -> None:
    """Requeued, cancelled and crawled again, each after the exact count and a question."""
    await here.person("ada")
    context = await context_of(chromium, here, script=script)
    page = await context.new_page()
    await sign_in(page, "ada")
    before = await standing(here)

    async def done(status: JobStatus, verb: str) -> None:
        await screen(page, "Jobs").click()
        await page.get_by_label(status, exact=True).check()
        await page.get_by_role("button", name="Show", exact=True).click()
        await page.get_by_role("button", name=f"{verb}…").click()
        count = before[status]
        await expect(page.get_by_role("heading", name=re.compile(rf"^{verb} {count} jobs?\?$"))).to_be_visible()
        await page.get_by_role("button", name=f"{verb} {count}").click()
        await expect(page).to_have_url(re.compile("/audit"))
        await eventually(lambda: gone(status), what=f"no {status} left")

    async def gone(status: JobStatus) -> bool:
        return status not in await standing(here)

    await done(JobStatus.FAILED_PERMANENT, "Requeue")
    await done(JobStatus.SUCCEEDED, "Recheck")
    await done(JobStatus.QUEUED, "Cancel")
    after = await standing(here)
    new = before[JobStatus.NEW] + before[JobStatus.FAILED_PERMANENT] + before[JobStatus.SUCCEEDED]
    assert (after[JobStatus.NEW], after[JobStatus.FAILED_PERMANENT]) == (new, before[JobStatus.QUEUED])
    await context.close()


async def test_one_job_and_one_shop(chromium: Browser, here: Here) -> None:
    context = await context_of(chromium, here, await here.person("ada"))
    watched = Watched(await context.new_page(), here.url)
    page = watched.page
    await page.goto("/jobs?status=NEW")
    await page.locator("tbody a").first.click()
    await page.get_by_label("Why").fill("posted by mistake")
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("status")).to_contain_text("This job is cancelled.")
    await expect(page.get_by_role("main")).to_contain_text("posted by mistake")
    await watched.axe()
    await page.get_by_role("button", name="Requeue").click()
    await expect(page.get_by_role("status")).to_contain_text("This job is requeued.")

    await screen(page, "Shops").click()
    await page.get_by_label("Why shopee is paused").fill("the terms changed")
    await page.get_by_label("Why shopee is paused").press("Enter")
    shopee = page.get_by_role("row", name=re.compile(r"^shopee\b"))
    await expect(shopee).to_contain_text("the terms changed")
    await watched.axe()
    await shopee.get_by_role("button", name="Resume").click()
    await expect(shopee).not_to_contain_text("the terms changed")
    assert not watched.complaints, "\n".join(watched.complaints)
    await context.close()


async def test_a_page_that_shows_itself_anew_keeps_what_was_unfolded_and_ticked(chromium: Browser, here: Here) -> None:
    context = await context_of(chromium, here, await here.person("ada"))
    page = await context.new_page()
    await page.clock.install()
    await here.store.notices.add_target("phone", "ntfys://ntfy.sh/invented")
    await page.goto("/notices")
    rules, ticked = page.locator("details").first, page.get_by_label("Remove the target phone for good")
    await rules.locator("summary").click()
    await here.store.notices.add_target("chat", "ntfys://ntfy.sh/invented-too")
    await page.clock.run_for(16_000)
    await expect(page.get_by_role("rowheader", name="chat")).to_be_visible()
    assert await rules.evaluate("one => one.open"), "still unfolded"
    await ticked.check()
    await page.locator("h1").click()
    await here.store.notices.remove_target("chat")
    await page.clock.run_for(31_000)
    assert await ticked.is_checked() and await page.get_by_role("rowheader", name="chat").is_visible(), "somebody acts"
    await ticked.uncheck()
    kind = page.locator('select[name="kind"]')
    await kind.select_option("gone")
    await page.locator("h1").click()
    await page.clock.run_for(31_000)
    await page.wait_for_timeout(1_000)  # what was fetched in spite of it has come by then
    assert await kind.input_value() == "gone", "the rule that is about to be added"
    await kind.select_option(index=0)
    await page.locator("h1").click()
    await page.clock.run_for(16_000)
    await expect(page.get_by_role("rowheader", name="chat")).to_be_hidden()
    await context.close()


async def test_a_page_stands_still_for_the_keyboard_and_for_marked_text_and_says_so(
    chromium: Browser, here: Here
) -> None:
    context = await context_of(chromium, here, await here.person("ada"))
    page = await context.new_page()
    await page.clock.install()
    await here.store.notices.add_target("phone", "ntfys://ntfy.sh/invented")
    await page.goto("/notices")
    stands = page.get_by_text("It stands still while")
    chat = page.get_by_role("rowheader", name="chat")
    await tab_to(page, "button", "Stop updating this page")
    await page.keyboard.press("Shift+Tab")
    place = await page.evaluate_handle("document.activeElement")
    await here.store.notices.add_target("chat", "ntfys://ntfy.sh/invented-too")
    await page.clock.run_for(31_000)
    await expect(stands).to_be_visible()
    assert await place.evaluate("one => one === document.activeElement && one.isConnected")
    await page.keyboard.press("Tab")  # out of what is shown anew
    await page.clock.run_for(16_000)
    await expect(chat).to_be_visible()
    await expect(stands).to_be_hidden()
    await chat.select_text()
    await here.store.notices.remove_target("chat")
    await page.clock.run_for(31_000)
    await expect(stands).to_be_visible()
    assert await page.evaluate("getSelection().toString()") == "chat", "to be copied"
    await page.evaluate("getSelection().removeAllRanges()")
    await page.clock.run_for(16_000)
    await expect(chat).to_be_hidden()
    await context.close()


async def tab_to(page: Page, role: Literal["button", "checkbox", "link", "textbox"], name: str) -> None:
    """By the Tab key to the control of this name; every place on the way must show that it has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True).first
    for _ in range(120):
        if await wanted.evaluate("one => one === document.activeElement"):
            return
        await page.keyboard.press("Tab")
        shown = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert shown != "none", await page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"the Tab key does not come to the {role} {name}")


async def test_by_keyboard_alone(chromium: Browser, here: Here) -> None:
    """Signed in, the dead jobs found, all of them requeued."""
    await here.person("ada")
    dead = (await standing(here))[JobStatus.DEAD]
    context = await context_of(chromium, here)
    page = await context.new_page()
    await page.goto("/sign-in")
    await expect(page.get_by_role("textbox", name="Name")).to_be_focused()  # once the page is drawn
    await page.keyboard.type("ada")
    await tab_to(page, "textbox", "Password")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_role("heading", name="Overview").wait_for()
    await tab_to(page, "link", "To the page's content")
    await tab_to(page, "link", "Jobs")
    await page.keyboard.press("Enter")
    await page.get_by_role("heading", name="Jobs").wait_for()
    await tab_to(page, "checkbox", "DEAD")
    await page.keyboard.press("Space")
    await tab_to(page, "button", "Show")
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile("status=DEAD"))
    await tab_to(page, "button", "Requeue…")
    await page.keyboard.press("Enter")
    await page.get_by_role("heading", name=re.compile("^Requeue")).wait_for()
    await tab_to(page, "button", f"Requeue {dead}")
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile("/audit"))

    async def none_left() -> bool:
        return JobStatus.DEAD not in await standing(here)

    await eventually(none_left, what="no job is DEAD")
    await context.close()


async def test_a_viewer_sees_no_button_and_is_refused(chromium: Browser, here: Here) -> None:
    vic = await here.person("vic", ConsoleRole.VIEWER)
    context = await context_of(chromium, here, vic)
    page = await context.new_page()
    before = await standing(here)
    for known in (await addresses(here, vic)).values():
        for address in known:
            await page.goto(address)
            assert await page.locator('main form[method="post"]').count() == 0, address
            shown = page.locator("main button").filter(
                has_not_text=re.compile("^(Copy|Copied)")
            )  # copying changes nothing
            assert await shown.count() == await page.locator('main form[method="get"] button').count(), address
    key = await page.locator('input[name="key"]').first.input_value()
    for route in routes(here.console):
        if isinstance(route, Route) and "POST" in (route.methods or ()) and route.path not in OWN:
            path = re.sub(r"\{[^}]*\}", "cancel", route.path)
            status = await page.evaluate(FORGE, [path, key])
            assert status == 403, (path, status)
    assert await standing(here) == before
    await context.close()


OWN = {"/sign-in", "/invite", "/sign-out"}
FORGE = """([path, key]) => fetch(path, { method: "POST", redirect: "manual", body: new URLSearchParams({
  key, every: "yes", sure: "yes", verb: "cancel", status: "NEW", shop: "shopee", reason: "mine" })
}).then((answer) => answer.status)"""
