"""One shop at the console: its windows, its ways and what they brought, its terms, and the switches."""

from __future__ import annotations

import re

from common.errors import ErrorCode
from common.store import ConsoleRole, ShopWindow
from common.ways.way import Way
from dispatcher.health import verdict
from fleet.console.pages.shops import SHOPS_A_PAGE
from fleet.operations.auditing import list_audit
from tests.servers.console import Here
from tests.servers.console.work import not_read, record
from tests.servers.fleet_world import product_job


async def test_a_shop_shows_windows_ways_and_terms(here: Here) -> None:
    ada = await here.person("ada")
    await here.store.ways.put_ladders({"shopee": [Way.OFFICIAL, Way.HTTP]}, [Way.OFFICIAL, Way.HTTP])
    await record(here.store, product_job(1))
    await not_read(here.store, product_job(2), ErrorCode.PARSE_ERROR)
    unread = await here.store.health.unread(limit=10)
    while unread is None:
        unread = await here.store.health.unread(limit=10)
    window = ShopWindow("shopee", 1, unread.read_up_to - 60_000, unread.read_up_to, 50, 10, 0, 40)
    await here.store.health.record(unread, [window], {})
    page = await ada.page("/shops")
    assert 'aria-label="shopee: 10 of 50 pages not read"' in page and "/shops/one?shop=shopee" in page
    assert 'data-label="State">on</td>' in page and "Last success" in page, "the words of `crawlfleet shops`"
    page = await ada.page("/shops/one?shop=shopee")
    assert 'aria-label="pages, by window: 40 read, 10 not read"' in page
    assert "nobody has noted that they were read" in page and "PARSE_ERROR" in page
    row = page.split('<th scope="row">http</th>')[1].split("</tr>")[0]
    counts = zip(("Read", "Second look", "To next way", "Not read"), (1, 0, 0, 1), strict=True)
    told = "".join(f'<td class="number" data-label="{name}">{count}</td>' for name, count in counts)
    assert f'<td data-label="State">on</td>{told}' in row
    await ada.send("/shops/review", shop="shopee", reason="section 6 allows it", back="one")
    off = await ada.send("/shops/way-off", shop="shopee", way="official", reason="too dear", back="one")
    page = await ada.page(off.headers["location"])
    assert "read by ada" in page and "section 6 allows it" in page and "too dear" in page
    assert [rung.way for rung in await here.store.ways.ladders() if rung.off_at is not None] == [Way.OFFICIAL]
    await ada.send("/shops/way-on", shop="shopee", way="official")
    assert all(rung.off_at is None for rung in await here.store.ways.ladders())
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    assert [event.action for event in events] == ["shops ways", "shops ways", "shops review"]


async def test_what_is_no_shop_or_no_way_is_refused(here: Here) -> None:
    ada, vi = await here.person("ada"), await here.person("vi", ConsoleRole.VIEWER)
    assert (await ada.get("/shops/one?shop=nosuch")).status_code == 400
    assert (await ada.get("/shops/one?shop=other/never.example")).status_code == 404
    assert (await ada.send("/shops/way-off", shop="shopee", way="magic", reason="x")).status_code == 400
    assert (await ada.send("/shops/burn", shop="shopee")).status_code == 404
    assert (await vi.page("/shops/one?shop=shopee")).count('method="post"') == 1
    assert (await vi.send("/shops/way-off", shop="shopee", way="http", reason="x")).status_code == 403


async def test_why_a_shop_is_paused_is_told_as_the_command_line_tells_it(here: Here) -> None:
    """What to type then stands in the dispatcher's reason for logs; here is a button for it."""
    ada = await here.person("ada")
    window = ShopWindow("taobao", 1, 1, 2, 50, 40, 0, 10)
    why = verdict([window, window])
    assert why and "crawlfleet jobs resume taobao" in why
    await here.store.fleet.pause_shop("taobao", why)
    await here.store.fleet.pause_shop("shopee", "`jobs errors` says <b>walls</b>")
    for address in ("/shops", "/shops/one?shop=taobao"):
        page = await ada.page(address)
        assert "reading switched off: 40 of 50 and 40 of 50 pages" in page and "crawlfleet jobs resume" not in page
    assert "Resume it when its pages are read again." in page
    page = await ada.page("/shops/one?shop=shopee")
    assert "<code>jobs errors</code> says <b>walls" in page and "pages are read again" not in page


async def test_thousands_of_shops_are_shown_page_by_page(here: Here) -> None:
    unread = None
    await not_read(here.store, product_job(1), ErrorCode.PARSE_ERROR)
    while unread is None:
        unread = await here.store.health.unread(limit=10)
    names = [f"other/shop{number:03}.example" for number in range(SHOPS_A_PAGE + 20)]
    windows = [ShopWindow(name, number, 1, 2, 50, 10, 0, 40) for name in names for number in (1, 2)]
    await here.store.health.record(unread, windows, {})
    vi = await here.person("vi", ConsoleRole.VIEWER)
    shown: list[str] = []
    onward: str | None = "/shops"
    for pages in range(3):
        if onward:
            page = await vi.page(onward)
            rows = re.findall(r'<th scope="row"><a href="[^"]*">([^<]*)</a>', page)
            assert len(rows) == (SHOPS_A_PAGE if pages == 0 else 23), rows
            shown += rows
            found = re.search(r'rel="next" href="([^"]*)"', page)
            onward = found and found[1]
    assert onward is None and shown == ["shopee", "taobao", "other", *names]
    assert "80 read, 20 not read" in await vi.page("/shops/one?shop=other/shop119.example")
    ada = await here.person("ada")
    second = "/shops?after=" + shown[SHOPS_A_PAGE - 1].replace("/", "%2F")
    kept = re.findall(r'action="/shops/pause">.*?name="after" value="([^"]*)"', await ada.page(second))
    assert kept == [shown[SHOPS_A_PAGE - 1]] * 23
    back = await ada.send("/shops/pause", shop=names[-1], reason="slow", after=kept[0])
    assert back.headers["location"] == second, "on the page where it was pressed"
    odd = await ada.send("/shops/resume", shop=names[-1], after="//elsewhere.example/?a=b")
    assert odd.headers["location"] == "/shops?after=%2F%2Felsewhere.example%2F%3Fa%3Db"


async def test_what_stood_so_already_is_told_and_not_noted(here: Here) -> None:
    """A page that stood open offers a button that somebody else has pressed."""
    ada = await here.person("ada")
    for address, fields in (
        ("/shops/resume", {"shop": "shopee", "back": "one"}),
        ("/shops/way-on", {"shop": "shopee", "way": "http", "back": "one"}),
    ):
        page = await ada.page((await ada.send(address, fields)).headers["location"])
        assert "It stood so already; nothing was changed." in page and "Done:" not in page
    page = await ada.page((await ada.send("/shops/pause", shop="shopee", reason="x", back="one")).headers["location"])
    assert "Done: paused." in page
    events = (await list_audit(here.settings, limit=10, operator="ada")).page.rows
    assert [event.action for event in events] == ["jobs pause"]
