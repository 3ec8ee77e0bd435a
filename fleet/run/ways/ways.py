"""Puts the ways together that a worker offers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from common.errors import ConfigError
from common.finding.expand import Expansion, expansion
from common.net.answer.metering import Meter
from common.outcome.judge import judge
from common.outcome.recrawl_pace import pace_of
from common.parsing.task import Parser
from common.polite.client import PoliteClient
from common.settings import Settings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from common.store import Store
from common.ways.way import Way
from fleet.run.parts import Outside
from fleet.run.shops import AddedDomains
from worker.fetch.fetcher import Fetcher
from worker.read_apart import PageReader
from worker.ways.asked_for import ProductLinks
from worker.ways.base import WayOfCrawling
from worker.ways.http import HttpWay
from worker.ways.judged import Judging
from worker.ways.offered import OfferedWays, offering

if TYPE_CHECKING:
    from worker.ways.official.source import Budget


@dataclass
class WayParts:
    """What a way may need. One polite client for all of a process, so robots.txt and pacing are shared by its ways."""

    settings: Settings
    client: PoliteClient
    shops: Shops
    parser: Parser
    store: Store | None
    """None at a gateway, where a machine holds no key to the database."""
    net: Outside | None = None
    """The way to the network, for what is no page: an official interface; and for the browser."""
    looking: bool = False
    """A person wants to see one product now: a source that is left alone is asked all the same."""
    domains: AddedDomains | None = None
    """None at a gateway, which tells of new shops by itself."""
    meter: Meter | None = None
    """Watches and bounds what the browser fetches, as it does the client's; None: nobody does."""
    browser: bool = False
    """At a gateway: this PC's owner has switched the browser on."""
    budget: Budget | None = None
    """At a gateway: the fleet's, of official interfaces."""
    slow: bool = False
    """Its owner holds down how fast this machine receives."""

    @cached_property
    def links(self) -> ProductLinks:
        async def expand(link: ShopLink) -> Expansion:
            return await expansion(link, self.client, self.shops)

        return ProductLinks(self.shops, expand, look=self.domains.look if self.domains else None)

    @cached_property
    def judging(self) -> Judging:
        return Judging(judge, pace_of(self.settings.work))


def _http(parts: WayParts) -> WayOfCrawling:
    return HttpWay(
        shops=parts.shops,
        links=parts.links,
        fetcher=Fetcher(parts.client),
        read=PageReader(parts.parser).read,
        judging=parts.judging,
        why_unsealed=parts.net.reach.why_unsealed if parts.net else None,
    )


def _official(parts: WayParts) -> WayOfCrawling:
    # Imported here, so that a worker without this way loads none of it.
    from fleet.run.ways.official import official_way

    budget = parts.store.official if parts.store is not None else parts.budget
    if budget is None or parts.net is None:
        raise ConfigError("the official way needs the fleet's database or a gateway, and an operator's keys")
    return official_way(
        parts.settings,
        budget,
        parts.net,
        shops=parts.shops,
        links=parts.links,
        judging=parts.judging,
        despite_pause=parts.looking,
    )


def _browser(parts: WayParts) -> WayOfCrawling:
    from worker.ways.browser.making import browser_way

    return browser_way(
        parts.settings,
        shops=parts.shops,
        links=parts.links,
        client=parts.client,
        read=PageReader(parts.parser).read,
        judging=parts.judging,
        reach=parts.net.reach if parts.net else None,
        routes=parts.net.routes if parts.net else None,
        meter=parts.meter,
        slow=parts.slow,
    )


_MAKERS: Mapping[Way, Callable[[WayParts], WayOfCrawling]] = {
    Way.OFFICIAL: _official,
    Way.HTTP: _http,
    Way.BROWSER: _browser,
}
"""How each way is made. Making one opens nothing."""


def way_of(way: Way, parts: WayParts) -> WayOfCrawling:
    """One way, not opened yet. Raises ConfigError for one that this version has not."""
    if way not in _MAKERS:
        raise ConfigError(f"this version has no way {way}; there are {', '.join(_MAKERS)}")
    return _MAKERS[way](parts)


def _at_a_gateway(parts: WayParts) -> tuple[Way, ...]:
    return (Way.HTTP, Way.BROWSER) if parts.browser else (Way.HTTP,)


@asynccontextmanager
async def ways_of(parts: WayParts) -> AsyncIterator[OfferedWays]:
    """The ways that `work.ways` names, open until the end. Where it names none: those of `crawl.ways` that this machine
    can go, or at a gateway (no store) plain HTTP and what this machine's owner switched on. An official interface is
    used at a gateway only where `work.ways` names it. Raises ConfigError.
    """
    named = parts.settings.work.ways
    wanted = named or (parts.settings.crawl.ways if parts.store is not None else _at_a_gateway(parts))
    unknown = [way for way in wanted if way not in _MAKERS]
    if unknown:
        raise ConfigError(f"this version has no way {', '.join(unknown)}; there are {', '.join(_MAKERS)}")
    made = [_MAKERS[way](parts) for way in dict.fromkeys(wanted)]
    async with offering(made, named=named is not None) as offered:
        yield offered
