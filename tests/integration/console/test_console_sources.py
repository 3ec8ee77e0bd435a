"""Feeds and domains at the console: how each stands, and what operators do about them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from common.job import NewJob, Sighting
from common.settings import Settings
from common.store import ConsoleRole
from fleet.console.pages.sources.domains import DOMAINS_A_PAGE
from fleet.console.pages.sources.feeds import ACCOUNTS_A_PAGE
from fleet.operations.auditing import list_audit
from tests.servers.console import Here, serving_anew
from tests.servers.fleet_world import eventually

FEED = "https://feeds.example/list?user=7&key=Zx81secret"


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    settings = Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "feeds": [{"source": "rss", "account": FEED}, {"source": "bluesky", "account": "ada.bsky.social"}],
            "shops": {"other": {"domains": ["named.example"]}},
        }
    )
    async with serving_anew(settings) as found:
        yield found


async def test_a_feed_shows_how_it_stands_and_is_paused_polled_and_resumed(here: Here) -> None:
    ada = await here.person("ada")
    await here.store.feeds.record_poll_failure("rss", FEED, error=f"{FEED} answered 500", next_poll_in_ms=None)
    page = await ada.page("/feeds")
    assert "1 failed in a row" in page and "never polled" in page and "answered 500" in page
    assert "1 failed in a row</span> for 0s" in page and "0s ago: https://feeds.example/" in page
    assert "Zx81secret" not in page, "a private feed's key is shown nowhere"
    account = page.split('name="account" value="rss:')[1].split('"')[0]
    assert (await ada.send("/feeds/pause", account=f"rss:{account}", reason=" ")).status_code == 400
    paused = await ada.send("/feeds/pause", account=f"rss:{account}", reason="moves house")
    page = await ada.page(paused.headers["location"])
    assert "is not polled until it is resumed" in page and "moves house" in page
    await ada.send("/feeds/poll", account="bluesky:ada.bsky.social")
    wishes = {wish.source: wish for wish in await here.store.feeds.wishes()}
    assert wishes["bluesky"].poll_asked_at is not None and wishes["rss"].paused_at is not None
    await ada.send("/feeds/resume", account=f"rss:{account}")
    assert "moves house" not in await ada.page("/feeds")
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    assert [event.action for event in events] == ["feeds resume", "feeds poll", "feeds pause"]
    assert (await ada.send("/feeds/poll", account="nobody")).status_code == 404


async def test_a_domain_that_posts_link_to_is_added_here(here: Here) -> None:
    ada, vi = await here.person("ada"), await here.person("vi", ConsoleRole.VIEWER)
    await here.store.feeds.record_poll(
        "rss", FEED, jobs=[], sightings=[], cursor=None, unregistered={"shop.example": 12, "named.example": 3}
    )
    page = await ada.page("/feeds")
    assert "shop.example" in page and "named.example" not in page, "what is a shop by now is not offered"
    assert "Add this domain" in page and "Add this domain" not in await vi.page("/feeds")
    added = await ada.send("/domains/add", domain="shop.example")
    page = await ada.page(added.headers["location"])
    assert "shop.example is a shop now" in page and "by the settings" in page
    assert "shop.example" not in await ada.page("/feeds")
    assert [one.domain for one in await here.store.domains.added()] == ["shop.example"]
    again = await ada.send("/domains/add", domain="*.Shop.example")
    assert "done=known" in again.headers["location"]
    assert (await vi.send("/domains/remove", domain="shop.example")).status_code == 403
    assert (await ada.send("/domains/remove", domain="shop.example")).status_code == 400, "not said that it is meant"
    assert [one.domain for one in await here.store.domains.added()] == ["shop.example"]
    await ada.send("/domains/remove", domain="shop.example", sure="yes")
    assert not await here.store.domains.added()
    for typed, said in (("<script>", "no domain"), ("shopee.tw", "shopee"), ("co.uk", "public suffix")):
        refused = await ada.send("/domains/add", domain=typed)
        assert (refused.status_code, said in refused.text) == (400, True), refused.text
        assert "<script>:" not in refused.text


def next_page(page: str) -> str | None:
    found = re.search('<a rel="next" href="([^"]+)"', page)
    return found[1] if found else None


async def test_many_domains_come_page_by_page_and_are_found_by_a_part_of_their_name(here: Here) -> None:
    ada = await here.person("ada")
    names = [f"shop-{number:03}.example" for number in range(DOMAINS_A_PAGE + 9)]
    for name in names:
        await here.store.domains.add(name, by="ada")
    first = await ada.page("/domains")
    assert "210 domains by name; 200 of them here" in first and "named.example" in first
    address = next_page(first)
    assert address is not None
    last = await ada.page(address)
    assert next_page(last) is None
    shown = [re.findall(r'href="/jobs\?shop=other%2F([^"]+)"', page) for page in (first, last)]
    assert shown[0] + shown[1] == ["named.example", *names]
    told = await ada.send("/domains/currency", domain=names[-1], currency="EUR", after=shown[0][-1])
    back = await ada.page(told.headers["location"])
    assert f"{names[-1]} has its prices" in back and 'value="EUR"' in back, "on the page where it was told"
    found = await ada.page("/domains?text=Shop-20")
    assert re.findall(r'href="/jobs\?shop=other%2F([^"]+)"', found) == names[200:]
    assert "9 domains by name<" in found
    assert "No domain has that in its name" in await ada.page("/domains?text=elm")
    assert "From the first" in await ada.page("/domains?after=zz")


async def test_many_accounts_come_page_by_page_and_those_that_fail_alone(tmp_path: Path) -> None:
    names = [f"account-{number:03}" for number in range(ACCOUNTS_A_PAGE + 9)]
    settings = Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "feeds": [{"source": "bluesky", "account": name} for name in names],
        }
    )
    async with serving_anew(settings) as here:
        ada = await here.person("ada")
        for name in ("account-007", "account-205", "account-206"):
            await here.store.feeds.record_poll_failure("bluesky", name, error="503", next_poll_in_ms=None)
        await here.store.feeds.pause("bluesky", "account-206", "moves")
        first = await ada.page("/feeds")
        assert "The watched accounts, 1 to 200 of 209<" in first and "2 accounts whose last poll failed" in first
        address = next_page(first)
        assert address is not None
        last = await ada.page(address)
        assert "201 to 209 of 209" in last and next_page(last) is None
        listed = [re.findall("account=(account-[0-9]+)", page) for page in (first, last)]
        assert listed[0] + listed[1] == names
        failing = await ada.page("/feeds?only=failing")
        assert re.findall("account=(account-[0-9]+)", failing) == ["account-007", "account-205"]
        assert "201 to 209 of 209" in await ada.page("/feeds?from=900"), "behind the end: the last that has any"
        assert "1 to 200 of 209" in await ada.page("/feeds?from=-5")


def pressed(page: str, action: str, **filled: str) -> dict[str, str]:
    """What the first form of a page with that action sends, with what was typed; but for its key."""
    form = page.split(f'action="{action}">')[1].split("</form>", maxsplit=1)[0]
    return dict(re.findall('type="hidden" name="((?!key")[^"]+)" value="([^"]*)"', form)) | filled


async def test_who_steers_an_account_comes_back_to_the_place_in_the_list(tmp_path: Path) -> None:
    settings = Settings.model_validate(
        {
            "database": {"url": f"file:{tmp_path / 'fleet.db'}"},
            "console": {"listen": "127.0.0.1:0"},
            "feeds": [{"source": "bluesky", "account": f"a-{number:03}"} for number in range(2 * ACCOUNTS_A_PAGE)],
        }
    )
    async with serving_anew(settings) as here:
        ada = await here.person("ada")
        for number in range(ACCOUNTS_A_PAGE + 9):
            await here.store.feeds.record_poll_failure("bluesky", f"a-{number:03}", error="503", next_poll_in_ms=None)
        await here.store.feeds.record_poll_failure(
            "rss", "https://old.example/feed", error="gone", next_poll_in_ms=None
        )
        for address, told in (
            ("/feeds?from=200", "201 to 400 of 401"),
            ("/feeds?only=failing", "1 to 200 of 209"),
            ("/feeds?only=failing&from=200", "201 to 209 of 209"),
        ):
            page = await ada.page(address)
            assert told in page
            back = await ada.send("/feeds/poll", **pressed(page, "/feeds/poll"))
            there = await ada.page(back.headers["location"])
            assert told in there and "is polled within seconds" in there
        paused = await ada.send("/feeds/pause", **pressed(page, "/feeds/pause", reason="moves"))
        assert "201 to 208 of 208" in await ada.page(paused.headers["location"])
        for number in range(ACCOUNTS_A_PAGE + 1, ACCOUNTS_A_PAGE + 8):
            await here.store.feeds.pause("bluesky", f"a-{number:03}", "moves")
        alone = await ada.page("/feeds?only=failing&from=200")
        assert "201 to 201 of 201" in alone
        paused = await ada.send("/feeds/pause", **pressed(alone, "/feeds/pause", reason="moves"))
        last = await ada.page(paused.headers["location"])
        assert "No poll failed last." not in last and last.count('action="/feeds/pause"') == ACCOUNTS_A_PAGE
        asked = await ada.send("/feeds/ask", **pressed(await ada.page("/feeds?from=400"), "/feeds/ask"))
        assert '<a href="/feeds?from=400">No, back to the list</a>' in asked.text


async def test_the_place_in_the_list_leads_nowhere_else(here: Here) -> None:
    ada = await here.person("ada")
    odd = {"only": "//elsewhere.example/", "from": "https://elsewhere.example/?a=b&done=pause"}
    back = await ada.send("/feeds/poll", account="bluesky:ada.bsky.social", **odd)
    assert back.headers["location"] == "/feeds?done=poll&account=bluesky%3Aada.bsky.social"
    await here.store.feeds.record_poll_failure("rss", "https://old.example/feed", error="gone", next_poll_in_ms=None)
    asked = await ada.send("/feeds/ask", source="rss", account="https://old.example/feed", **odd)
    assert '<a href="/feeds">No, back to the list</a>' in asked.text and "elsewhere" not in asked.text


async def test_an_account_leads_to_the_jobs_that_its_posts_named(here: Here) -> None:
    ada = await here.person("ada")
    url = "https://shopee.tw/product/7/1"
    job = NewJob(url, url, "shopee", "tw", "7", "1", "bluesky", "ada.bsky.social", "p1")
    seen = Sighting(job.id, "bluesky", "ada.bsky.social", "p1", None, None, url)
    await here.store.feeds.record_poll("bluesky", "ada.bsky.social", jobs=[job], sightings=[seen], cursor="c")
    page = await ada.page("/feeds")
    address = "/jobs?source=bluesky&account=ada.bsky.social"
    assert address in page and job.url_norm in await ada.page(address)


async def test_before_an_account_is_forgotten_the_page_names_it_and_one_yes_is_one(here: Here) -> None:
    ada, bob = await here.person("ada"), await here.person("bob")
    vi = await here.person("vi", ConsoleRole.VIEWER)
    for account in ("https://old.example/<b>feed", "https://kept.example/feed"):
        await here.store.feeds.record_poll_failure("rss", account, error="gone", next_poll_in_ms=None)
    old = "https://old.example/<b>feed"
    assert (await vi.send("/feeds/ask", source="rss", account=old)).status_code == 403
    asked = await ada.send("/feeds/ask", source="rss", account=old)
    assert "rss:https://old.example/&lt;b&gt;feed" in asked.text and "<b>feed" not in asked.text
    number = asked.text.split('name="number" value="')[1].split('"')[0]
    assert (await bob.send("/feeds/do", number=number)).status_code == 409, "ada was asked"
    assert (await ada.send("/feeds/do", number=number, account="https://kept.example/feed")).status_code == 303
    assert (await ada.send("/feeds/do", number=number)).status_code == 409

    async def forgotten() -> bool:
        return [state.account for state in await here.store.feeds.states()] == ["https://kept.example/feed"]

    await eventually(forgotten, what="what was asked about is gone, and nothing else")
