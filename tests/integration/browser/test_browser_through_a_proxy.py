"""A page in the browser by an operator's proxy: all that it asks goes that way, and nothing else reaches the shop."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from common.errors import ErrorCode
from common.proxies.choosing import Listed
from fleet.demo.server import Reply
from tests.integration.browser.pages import OTHER, SHOW_PRODUCT, app
from tests.servers.browser.shops import answer, one_browser, page
from tests.servers.ports import free_port
from tests.servers.proxies.bad import Kept, answering, bad_proxy, leading_to
from worker.proxies.book import ProxyBook
from worker.proxies.trip import Trip, on_trip

pytestmark = pytest.mark.browser
HOST = "shop.pinewood.example"
DOMAIN = "pinewood.example"


async def test_all_of_a_page_goes_through_its_domains_proxy() -> None:
    nowhere, kept, heads = free_port(), Kept(), list[bytes]()
    book = ProxyBook(kept, monotonic=asyncio.get_running_loop().time)  # type: ignore[arg-type]  # see Kept
    rules = [f"{host}:443:127.0.0.1:{nowhere}" for host in (HOST, "api.pinewood.example")]
    async with one_browser(rules=rules, book=book) as browser:
        script = "fetch('https://api.pinewood.example/stock.json').then((r) => r.json()).then(show)"
        stock = answer("{}", **{"Access-Control-Allow-Origin": "*"})
        routes = {(HOST, "/boards/oak-40"): page(app(SHOW_PRODUCT + script))}
        shops = browser.serve(routes | {("api.pinewood.example", "/stock.json"): stock})
        # Only the proxy knows where the shop is: from here its address leads nowhere.
        async with bad_proxy(leading_to(browser.world.port, heads=heads), "good") as proxy:
            kept.listed = [Listed(replace(proxy, domains=(DOMAIN,)))]
            await book.exchange()
            offer = await shops.offer(OTHER)
            assert offer.price_minor == 5400
            assert shops.asked("api.pinewood.example") == ["/stock.json"]
            told = {head.split(b" ")[1] for head in heads}
            assert told == {f"127.0.0.1:{nowhere}".encode()}
            await book.exchange()
            assert kept.reports[-1].answered >= 2  # robots.txt and the page
            shops = browser.serve({(HOST, "/boards/oak-40"): lambda target: Reply(403)})
            with on_trip(trip := Trip("job")):
                assert (await shops.error(OTHER)).code is ErrorCode.ACCESS_DENIED
            assert trip.refused == {DOMAIN: "good"}
        async with bad_proxy(answering(b"HTTP/1.1 407 No\r\n\r\n"), "wrong") as proxy:
            # robots.txt is known; the page itself meets the proxy.
            kept.listed, kept.reports = [Listed(replace(proxy, domains=(DOMAIN,)))], []
            await book.exchange()
            error = await shops.error(OTHER)
            assert "407" in error.detail
            await book.exchange()
            assert [(one.name, one.in_a_row) for one in kept.reports if one.failed] == [("wrong", 1)]
            kept.listed = [Listed(replace(proxy, domains=(DOMAIN,), on=False))]
            await book.exchange()
            assert (await shops.error(OTHER)).code is ErrorCode.WAY_PAUSED
