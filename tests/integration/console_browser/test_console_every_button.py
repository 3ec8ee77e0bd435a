"""Buttons of every screen that acts, pressed in a real Chromium over one fleet; then a viewer, who has none of them.

One browser, one fleet and one window for all: each screen is left as the next one needs it.
"""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from common.store import ConsoleRole
from common.store.proxies.values import Seen
from tests.servers.console import Here
from tests.servers.console.chromium import DESK, PHONE, Watched, context_of
from tests.servers.fleet_world import eventually
from tests.servers.notices import notice_listener
from tests.servers.ports import free_port

pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")

SECRET = "hunter2-of-the-proxy"
TOPIC = "sesame-topic"
SCREENS = ("/proxies", "/notices", "/volunteers/person-2", "/shops/one?shop=shopee", "/feeds")
IN_BLOCKS = ("/shops", "/volunteers", "/workers", "/audit")
"""On a phone each row of these is a block, for its sentences and buttons have no room beside one another."""
FEED = "rss:https://deals.example/feed"


SCROLLED = """() => [...document.querySelectorAll(".stacked")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => `${one.scrollWidth} in ${one.clientWidth}: ${one.textContent.slice(0, 80)}`)"""


OUT_OF_SIGHT = """(buttons) => buttons.filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)"""


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).click()


async def done(page: Page, said: str) -> None:
    await expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()


async def feeds(page: Page, here: Here) -> None:
    await page.goto("/feeds")
    await page.get_by_label(f"Why {FEED} is paused").fill("moves house")
    await press(page, f"Pause {FEED}")
    await done(page, "is not polled until it is resumed")
    await expect(page.get_by_role("main")).to_contain_text("moves house")
    await press(page, f"Resume {FEED}")
    await done(page, "is polled again")
    await press(page, f"Poll {FEED} now")
    await done(page, "is polled within seconds")
    wishes = {wish.source: wish for wish in await here.store.feeds.wishes()}
    assert wishes["rss"].paused_at is None and wishes["rss"].poll_asked_at is not None
    await press(page, "Add the domain lanternworks.example")
    await done(page, "lanternworks.example is a shop now")
    await here.store.feeds.record_poll_failure("rss", "https://old.example/feed", error="gone", next_poll_in_ms=None)
    await page.goto("/feeds")
    await press(page, "Forget rss:https://old.example/feed")
    await expect(page.get_by_role("heading", name=re.compile(r"^Forget \d+ rows?\?$"))).to_be_visible()
    await page.get_by_role("button", name=re.compile(r"^Forget \d+$")).click()
    await expect(page.get_by_role("heading", name="Who did what")).to_be_visible()

    async def forgotten() -> bool:
        return "https://old.example/feed" not in [state.account for state in await here.store.feeds.states()]

    await eventually(forgotten, what="the account is in the database no more")


async def domains(page: Page, here: Here) -> None:
    await page.goto("/domains")
    await page.get_by_label("A shop's own domain").fill("kettles.example")
    await press(page, "Add this domain")
    await done(page, "kettles.example is a shop now")
    await press(page, "Remove the domain kettles.example")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was removed")
    await page.goto("/domains")
    await page.get_by_label("Take no more links of kettles.example").check()
    await press(page, "Remove the domain kettles.example")
    await done(page, "kettles.example is no shop any more")
    assert "kettles.example" not in [one.domain for one in await here.store.domains.added()]


async def volunteers(page: Page, here: Here) -> None:
    await page.goto("/volunteers/person-1")
    main = page.get_by_role("main")
    await page.get_by_label("Why they are paused").fill("exams")
    await page.get_by_role("button", name="Pause", exact=True).click()
    await done(page, "paused")
    await expect(main).to_contain_text("exams")
    await press(page, "Resume")
    await done(page, "resumed")
    await press(page, "Trust: these machines are our own")
    await done(page, "trusted")
    await press(page, "Look twice again")
    await done(page, "looked at twice")
    await page.get_by_label("Tasks a day").fill("77")
    await press(page, "Limit each machine")
    await done(page, "limited")
    await expect(main).to_contain_text("takes 77 tasks a day")
    machine = page.get_by_role("row", name=re.compile("home-"))
    await machine.first.get_by_label(re.compile("is paused$")).fill("hot")
    await machine.first.get_by_role("button", name=re.compile("^Pause")).click()
    await machine.first.get_by_role("button", name=re.compile("^Resume")).click()
    await machine.first.get_by_label(re.compile("for good$")).check()
    await machine.first.get_by_role("button", name=re.compile("^Revoke")).click()
    await done(page, "revoked")
    await press(page, "Revoke")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was revoked")
    await page.goto("/volunteers/person-1")
    await page.get_by_label("for good", exact=True).check()
    await press(page, "Revoke")
    await done(page, "revoked")
    (person,) = await here.store.people.persons("person-1")
    assert (person.tasks_per_day, person.trusted, person.revoked_at is not None) == (77, False, True)


async def shops(page: Page, here: Here) -> None:
    await page.goto("/shops/one?shop=shopee")
    await page.get_by_label("Why shopee is paused").fill("captchas")
    await press(page, "Pause")
    await done(page, "paused")
    await press(page, "Resume")
    await done(page, "resumed")
    await page.get_by_label("What the terms say of reading pages").fill("robots.txt allows it")
    await press(page, "I have read the terms")
    await done(page, "noted as read")
    await page.get_by_label("Why http is switched off").fill("walls only")
    await press(page, "Switch http off")
    await done(page, "off")
    await expect(page.get_by_role("main")).to_contain_text("walls only")
    await press(page, "Switch http on")
    await done(page, "on")
    assert not [rung for rung in await here.store.ways.ladders() if rung.off_at is not None]


async def proxies(page: Page, here: Here) -> None:
    await page.goto("/proxies")
    await page.get_by_label("Name").fill("tw-1")
    await page.get_by_label("Address").fill(f"http://127.0.0.1:{free_port()}")
    await page.get_by_label("User").fill("fleet")
    await page.get_by_label("Password").fill(SECRET)
    await page.get_by_label("Domains").fill("shopee.tw, shop.example")
    await press(page, "Add this proxy")
    await done(page, "tw-1 is a proxy now")
    await press(page, "Test tw-1")
    await expect(page.get_by_role("alert")).to_contain_text("nothing came of https://shopee.tw/robots.txt")
    await page.goto("/proxies")
    await expect(page.get_by_role("row", name=re.compile("^tw-1"))).to_contain_text("1 in a row")
    await here.store.proxies.seen([Seen("tw-1", answered=0, failed=5, in_a_row=5, mean_ms=None, error="407")])
    await page.goto("/proxies")
    await expect(page.get_by_role("row", name=re.compile("^tw-1"))).to_contain_text("failing")
    await press(page, "Switch tw-1 on")
    await done(page, "tw-1 is used again")
    await here.store.proxies.seen([Seen("tw-1", answered=0, failed=5, in_a_row=5, mean_ms=None, error="407")])
    await page.goto("/proxies")
    await page.get_by_label("Why tw-1 is switched off").fill("the contract ends")
    await press(page, "Switch tw-1 off")
    await done(page, "tw-1 is used no more")
    await press(page, "Switch tw-1 on")
    await done(page, "tw-1 is used again")
    await press(page, "Remove tw-1")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was removed")
    assert SECRET not in await page.content()


async def notices(page: Page, here: Here, listener_url: str) -> None:
    await page.goto("/notices")
    await page.get_by_label("Name").fill("phone")
    await page.get_by_label(re.compile("^Address")).fill(f"ntfys://ntfy.sh/{TOPIC}")
    await press(page, "Add this target")
    await done(page, "The target is added")
    await here.store.notices.add_target("chat", listener_url)
    await page.goto("/notices")
    await press(page, "Send a test message to chat")
    await done(page, "The target took the test message")
    await page.get_by_text("Add a rule").click()
    await page.get_by_role("combobox", name="What").select_option("price-drop")
    await page.get_by_role("combobox", name="To").select_option("chat")
    await page.get_by_label("Down by at least, per cent").fill("10")
    await page.get_by_label("Quiet hours").fill("22:00-07:00")
    await press(page, "Add this rule")
    await done(page, "tells what happens from now on")
    (rule,) = await here.store.notices.rules()
    assert (rule.target, rule.by_percent) == ("chat", 10)
    await press(page, f"Switch rule {rule.id} off")
    await done(page, "tells nothing any more")
    await press(page, f"Switch rule {rule.id} on")
    await done(page, "tells what happens from now on")
    await press(page, f"Remove rule {rule.id}")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was removed")
    await page.goto("/notices")
    await page.get_by_label("Remove the target phone for good").check()
    await press(page, "Remove the target phone")
    await done(page, "The target is removed")
    assert [one.name for one in await here.store.notices.targets()] == ["chat"]
    assert TOPIC not in await page.content() and "path-of-secret" not in await page.content()


async def test_every_button(chromium: Browser, here: Here) -> None:
    context = await context_of(chromium, here, await here.person("ada"))
    watched = Watched(await context.new_page(), here.url)
    page = watched.page
    await page.goto("/")  # the doctor begins to look
    await feeds(page, here)
    await domains(page, here)
    await volunteers(page, here)
    await shops(page, here)
    await proxies(page, here)
    with notice_listener() as listener:
        await notices(page, here, listener.url)
        assert len(listener.messages) == 1
    for screen in (*SCREENS, *IN_BLOCKS):
        await page.goto(screen)
        await watched.axe()
        await page.emulate_media(color_scheme="dark")
        await watched.axe("color-contrast", "link-in-text-block")
        await page.emulate_media(color_scheme="light")
        await page.set_viewport_size(PHONE)
        await watched.sideways()
        assert not await page.evaluate(SCROLLED), f"{screen}: a table that stands in blocks on a phone scrolls sideways"
        hidden = await page.locator("main table button").evaluate_all(OUT_OF_SIGHT)
        assert not hidden or screen not in IN_BLOCKS, f"{screen}: {hidden} stand where nobody looks on a phone"
        assert screen not in IN_BLOCKS or await page.locator(".stacked").count() == 1, screen
        await watched.violations()
        await page.set_viewport_size(DESK)
    await page.goto("/")
    await press(page, "Resume taobao")
    await expect(page.get_by_role("heading", name="Shops")).to_be_visible()
    assert not [shop for shop in await here.store.fleet.shops() if shop.paused and shop.platform == "taobao"]
    refusals = [one for one in watched.complaints if "Failed to load resource" not in one]
    assert not refusals, "\n".join(refusals)
    await context.close()
    await the_viewer(chromium, here)


async def the_viewer(chromium: Browser, here: Here) -> None:
    """Over the same proxies, rules and persons: no button, and a forged POST of a page of theirs changes nothing."""
    context = await context_of(chromium, here, await here.person("vic", ConsoleRole.VIEWER))
    page = await context.new_page()
    before = [(one.status, one.count) for one in await here.store.listing.counts()]
    for screen in ("/", "/domains", "/shops", *SCREENS):
        await page.goto(screen)
        assert await page.locator('main form[method="post"]').count() == 0, screen
    key = await page.locator('input[name="key"]').first.input_value()
    rule = (await here.store.notices.rules())[0].id
    forged = {"key": key, "proxy": "tw-1", "target": "chat", "rule": str(rule), "account": FEED, "domain": "x.example"}
    forged |= {"sure": "yes", "reason": "mine", "shop": "shopee", "way": "http", "kind": "gone", "name": "x"}
    for path in FORGED:
        assert await page.evaluate(FORGE, [path, forged]) == 403, path
    assert [one.proxy.on for one in await here.store.proxies.shown()] == [True]
    assert len(await here.store.notices.rules()) == len(await here.store.notices.targets()) == 1
    assert [(one.status, one.count) for one in await here.store.listing.counts()] == before
    await context.close()


FORGED = (
    *(f"/feeds/{verb}" for verb in ("poll", "pause", "resume", "ask", "do")),
    *(f"/domains/{verb}" for verb in ("add", "remove")),
    *(f"/volunteers/person-2/{verb}" for verb in ("pause", "resume", "revoke", "trust", "limits")),
    *(f"/shops/{verb}" for verb in ("pause", "resume", "review", "way-off", "way-on")),
    *(f"/proxies/{verb}" for verb in ("add", "test", "on", "off", "remove")),
    *(f"/notices/{verb}" for verb in ("add", "add-target", "remove-target", "test", "on", "off", "remove")),
)
FORGE = """([path, fields]) => fetch(path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })
  .then((answer) => answer.status)"""
