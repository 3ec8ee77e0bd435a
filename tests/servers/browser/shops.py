"""A real browser over local shops: single-page applications on this machine, under the shops' own names."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from common.errors import CrawlError
from common.net.answer.metering import Meter
from common.offer import Failure, Offer
from common.page import Page
from common.parsing.process import ParsingChild
from common.settings import Settings
from common.shops.base import Shop, ShopLink
from common.shops.reading import READERS
from common.shops.registry import Shops
from fleet.demo.server import LocalWorld, Reply, Route
from fleet.run.parts import Outside, outside, parsing_child, polite_client
from tests.servers.processes import missing
from worker.proxies.book import ProxyBook
from worker.read_apart import PageReader
from worker.ways.browser.engine.browsers import Browsers
from worker.ways.browser.engine.finding import installed_browser
from worker.ways.browser.limits import MIB, BrowserLimits, PageLimits
from worker.ways.browser.looking import Look, Looker
from worker.ways.browser.making import browsers_of, looker_of

ORDINARY_USER = "nobody" if os.geteuid() == 0 else None
"""A browser's sandbox does not start for root, as whom continuous integration may run."""
OTHER = "pinewood.example"
HOSTS = (
    "shopee.tw",
    "world.taobao.com",
    "item.taobao.com",
    "h5api.m.taobao.com",
    "shop.pinewood.example",
    "api.pinewood.example",
    "tracker.example",
)
"""The last one is no shop, and no page may ask it for anything."""
QUICK = PageLimits(settle_seconds=6.0, late_seconds=2.0, quiet_seconds=0.2, step_seconds=8.0)


def require_browser() -> None:
    """Skips, or fails when CI is set, where no browser can be driven."""
    if find_spec("playwright") is None:
        missing("Playwright", "scripts/install browser")
    if installed_browser() is None:
        missing("a browser", "scripts/fetch-servers chromium")
    if ORDINARY_USER and shutil.which("sh") is None:
        missing("a shell", "tests as root start the browser through /bin/sh")


def page(body: str | bytes, **headers: str) -> Route:
    """A route that answers with this HTML."""
    content = body.encode() if isinstance(body, str) else body
    return lambda target: Reply(body=content, headers=headers)


def answer(body: str | bytes, content_type: str = "application/json", **headers: str) -> Route:
    content = body.encode() if isinstance(body, str) else body
    return lambda target: Reply(body=content, content_type=content_type, headers=headers)


def settings_for(world: LocalWorld, *, rules: Iterable[str] = ()) -> Settings:
    told: dict[str, Any] = {
        "fetch": {
            "resolve": (*world.resolve_rules(), *rules),
            "ca_file": world.ca_file,
            "allow_addresses": ["127.0.0.1"],
            "requests_per_second": 1000.0,
            "connect_timeout_seconds": 3.0,
        },
        "browser": {"user": ORDINARY_USER},
        "shops": {"other": {"domains": [OTHER]}},
    }
    return Settings(**told)


@dataclass
class BrowserAtShops:
    settings: Settings
    world: LocalWorld
    shops: Shops
    browsers: Browsers
    looker: Looker

    async def look(self, url: str) -> Look:
        """At the page of a registered shop, as a crawl would. Raises CrawlError."""
        link = self.shops.link(url)
        assert link is not None, f"{url} is no product's link here"
        shop = self.shops.for_platform(link.platform)
        return await self.looker.look(shop, link, shop.browser_urls(link)[0])

    async def offer(self, url: str) -> Offer:
        outcome = (await self.look(url)).outcome
        assert isinstance(outcome, Offer), outcome
        return outcome

    async def failure(self, url: str) -> Failure:
        outcome = (await self.look(url)).outcome
        assert isinstance(outcome, Failure), outcome
        return outcome

    async def error(self, url: str) -> CrawlError:
        try:
            found = await self.look(url)
        except CrawlError as error:
            return error
        raise AssertionError(f"no error, but {found}")

    def asked(self, host: str) -> list[str]:
        """Paths and queries that this host was asked for, robots.txt left out."""
        found = [one.removeprefix(host) for one in self.world.requests if one.startswith(f"{host}/")]
        return [path for path in found if path not in {"/robots.txt", "/favicon.ico"}]


@dataclass
class OneBrowser:
    """One browser for many tests, and a world whose shops each test makes anew."""

    settings: Settings
    world: LocalWorld
    browsers: Browsers
    _routes: dict[tuple[str, str], Route]
    _net: Outside
    _child: ParsingChild

    def serve(
        self,
        routes: dict[tuple[str, str], Route],
        *,
        limits: PageLimits = QUICK,
        requests_per_second: float | None = None,
        reading_takes_seconds: float = 0.0,
        meter: Meter | None = None,
    ) -> BrowserAtShops:
        """Only `routes` from now on; robots.txt and turns are forgotten. Their hosts must be among HOSTS. `meter`: of
        what the pages fetch, robots.txt left out."""
        self._routes.clear()
        self._routes.update(routes)
        self.world.requests.clear()
        settings = self.settings
        if requests_per_second is not None:
            fetch = settings.fetch.model_copy(update={"requests_per_second": requests_per_second})
            settings = settings.model_copy(update={"fetch": fetch})
        client = polite_client(settings, self._net.to_shops, self._child)
        reader = PageReader(self._child)

        async def read(shop: Shop, page: Page, link: ShopLink) -> Offer | Failure:
            await asyncio.sleep(reading_takes_seconds)
            return await reader.read(shop, page, link)

        looker = looker_of(
            self.browsers,
            client,
            read,
            limits,
            reach=self._net.reach,
            routes=self._net.routes,
            meter=meter,
        )
        return BrowserAtShops(settings, self.world, Shops(settings.shops), self.browsers, looker)


@asynccontextmanager
async def one_browser(
    *, browser_limits: BrowserLimits | None = None, rules: Iterable[str] = (), book: ProxyBook | None = None
) -> AsyncIterator[OneBrowser]:
    """`rules`: more of fetch.resolve. `book`: the operators' proxies that it goes through."""
    require_browser()
    routes: dict[tuple[str, str], Route] = {}
    async with AsyncExitStack() as stack:
        world = stack.enter_context(LocalWorld(routes, also=HOSTS))
        settings = settings_for(world, rules=rules)
        net = await stack.enter_async_context(outside(settings, book=book))
        child = await stack.enter_async_context(parsing_child(settings, READERS))
        browsers = browsers_of(settings, browser_limits or BrowserLimits(free_bytes=256 * MIB), resolver=net.reach)
        stack.push_async_callback(browsers.aclose)
        yield OneBrowser(settings, world, browsers, routes, net, child)
