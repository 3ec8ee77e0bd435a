"""Puts the browser way together. Making it opens nothing and imports nothing of Playwright."""

from __future__ import annotations

from dataclasses import replace

from common.errors import PerhapsOurs
from common.net.answer.metering import Meter
from common.net.guard import Guard
from common.net.names.resolver import Resolver, SystemResolver
from common.net.names.rules import Rules
from common.net.proxied.routes import Routes
from common.net.reach.reach import Reach
from common.net.transport import GuardedBackend
from common.polite.client import PoliteClient
from common.settings import Settings
from common.shops.registry import Shops
from worker.ways.asked_for import ProductLinks
from worker.ways.browser.engine.browsers import Browsers
from worker.ways.browser.engine.process import BrowserProcess
from worker.ways.browser.engine.trust import key_hashes
from worker.ways.browser.limits import MIB, BrowserLimits, PageLimits
from worker.ways.browser.looking import Looker
from worker.ways.browser.way import BrowserWay
from worker.ways.judged import Judging
from worker.ways.reading import Read

SLOW_OPEN_SECONDS = 180.0
SLOW_SETTLE_SECONDS = 90.0


def browsers_of(
    settings: Settings, limits: BrowserLimits | None = None, *, resolver: Resolver | None = None
) -> Browsers:
    """`resolver`: what the process resolves shops' names with; the system's without one."""
    limits = limits or BrowserLimits(memory_bytes=settings.browser.memory_mb * MIB)
    fetch = settings.fetch
    backend = GuardedBackend(
        Guard(fetch.allow_addresses),
        resolver or SystemResolver(timeout_seconds=fetch.connect_timeout_seconds),
        Rules(fetch.resolve),
    )

    def make() -> BrowserProcess:
        ca_keys = key_hashes(fetch.ca_file) if fetch.ca_file is not None and fetch.allow_addresses else ()
        return BrowserProcess(settings.browser, limits, backend, named=fetch.sent_user_agent, ca_keys=ca_keys)

    return Browsers(make, limits)


def looker_of(
    browsers: Browsers,
    client: PoliteClient,
    read: Read,
    limits: PageLimits | None = None,
    *,
    reach: Reach | None = None,
    routes: Routes | None = None,
    meter: Meter | None = None,
) -> Looker:
    """`reach` tells a page that nobody answered from a machine without a network. `routes`, `meter`: see Looker."""

    async def why_ours(error: PerhapsOurs, since: float) -> str | None:
        return await reach.why_ours(error, since=since) if reach else None

    return Looker(browsers, client, read, limits or PageLimits(), why_ours=why_ours, routes=routes, meter=meter)


def browser_way(
    settings: Settings,
    *,
    shops: Shops,
    links: ProductLinks,
    client: PoliteClient,
    read: Read,
    judging: Judging,
    reach: Reach | None,
    routes: Routes | None = None,
    meter: Meter | None = None,
    slow: bool = False,
) -> BrowserWay:
    """`slow`: a speed that is held down by `meter` needs more time for a page."""
    limits = PageLimits()
    if slow:
        limits = replace(limits, open_seconds=SLOW_OPEN_SECONDS, settle_seconds=SLOW_SETTLE_SECONDS)
    browsers = browsers_of(settings, resolver=reach)
    looker = looker_of(browsers, client, read, limits, reach=reach, routes=routes, meter=meter)
    return BrowserWay(settings=settings, shops=shops, links=links, browsers=browsers, looker=looker, judging=judging)
