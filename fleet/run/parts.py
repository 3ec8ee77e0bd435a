"""What several services need beside the database and the broker."""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from common.errors import ConfigError, PerhapsOurs
from common.links.address import host_name
from common.links.domains import registrable_domain
from common.net.answer.metering import Meter
from common.net.client import GuardedClient, HttpClient
from common.net.names.resolver import SystemResolver
from common.net.reach.client import ReachClient
from common.net.reach.detours import site_of_host
from common.net.reach.reach import Reach
from common.net.reach.witness import Witness, proves_itself
from common.parsing.failures import ParsingUnavailable
from common.parsing.limits import limits_of
from common.parsing.process import ParsingChild
from common.parsing.task import Parser
from common.polite.client import PoliteClient
from common.polite.pacing import MAX_WAIT_SECONDS
from common.polite.robots import ROBOTS
from common.polite.rules import RobotsRules
from common.proxies.choosing import wanted
from common.settings import Settings
from common.shops.table import OPEN_WEB, domains_begin

if TYPE_CHECKING:
    from common.net.proxied.routes import Routes
    from worker.proxies.book import ProxyBook


def version() -> str:
    """The version of this program, as it was installed."""
    return importlib.metadata.version("crawlfleet")


def holder_name() -> str:
    """Who holds the dispatcher's leadership: host and process."""
    return f"{socket.gethostname()}-{os.getpid()}"


def require_shared_broker(settings: Settings, command: str) -> None:
    """Raises ConfigError for a role that would be alone with an in-memory broker, which lives in one process."""
    if settings.broker.in_memory:
        joining = " To lend this PC to a fleet: `crawlfleet join` and the operator's link." if command == "work" else ""
        if joining and nothing_is_set(settings):
            raise ConfigError(
                "nothing here says which fleet to work for: this PC has joined none, and there are no settings."
                f"{joining} To watch shops on this machine alone: `crawlfleet init`, then `crawlfleet up`. For a fleet "
                "that is set up already, name its settings: `crawlfleet --config FILE work`."
            )
        raise ConfigError(
            f"`crawlfleet {command}` needs a broker that other processes reach, and broker.url is memory:. "
            "Set broker.url (CRAWLFLEET_BROKER_URL=amqp://…), or run `crawlfleet up`, which does everything in one "
            f"process.{joining}"
        )


def nothing_is_set(settings: Settings) -> bool:
    """Whether all but a worker's own settings, which its options change, are as they are by themselves."""
    itself = Settings()
    return settings.model_copy(update={"work": itself.work}) == itself


@asynccontextmanager
async def parsing_child(settings: Settings, preload: Sequence[str]) -> AsyncIterator[ParsingChild]:
    """The process in which everything strangers wrote is read; ended at the end whatever happens.

    It starts while the service goes on: a first request waits for it, the service is called ready without it. If it
    cannot start, the service is cancelled and ParsingUnavailable is raised, since without it jobs would only spend
    their attempts.
    """
    child = ParsingChild(limits_of(settings.parse), preload=preload)
    user = asyncio.current_task()
    starting = asyncio.create_task(_start_or_cancel(child, user))
    try:
        yield child
    except asyncio.CancelledError:
        if starting.done() and not starting.cancelled() and (failure := starting.result()):
            if user:
                user.uncancel()
            raise failure from None
        raise
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await child.aclose()


async def _start_or_cancel(child: ParsingChild, user: asyncio.Task[Any] | None) -> ParsingUnavailable | None:
    try:
        await child.start()
    except ParsingUnavailable as error:
        if user:
            user.cancel()
        return error
    return None


@dataclass(frozen=True, slots=True)
class Outside:
    """A worker's way to the network, and what that knows of it."""

    client: GuardedClient
    """For what is no shop's page: feeds and official interfaces. It goes out from here."""
    to_shops: ReachClient
    reach: Reach
    routes: Routes | None = None
    """Which way shops' pages go; None: from here."""


_NEUTRAL = "example.com"
"""A name that the world keeps for examples (RFC 2606), with addresses: a network that filters shops' names knows it.
Looked up at times, and never connected to."""


@asynccontextmanager
async def outside(
    settings: Settings, *, meter: Meter | None = None, book: ProxyBook | None = None, gateway: str | None = None
) -> AsyncIterator[Outside]:
    """The one way to the network of a process with workers, closed at the end whatever happens. `meter` watches what
    is fetched. `book`: the proxies by which shops' pages are fetched; None: none. `gateway`: the address of the one
    that a volunteer's PC takes its tasks from."""
    shops = [f"{word}.com" for word in domains_begin()]

    async def proves(host: str) -> bool | None:
        return await proves_itself(client, host)

    reach = Reach(
        SystemResolver(timeout_seconds=settings.fetch.connect_timeout_seconds),
        rules=settings.fetch.resolve,
        names=_names_needed(settings, gateway),
        strangers=[_NEUTRAL, *shops],
        monotonic=time.monotonic,
        witness=Witness(shops, proves, monotonic=time.monotonic),
        by_proxy=lambda host: book is not None and bool(wanted(book.listed, site_of_host(host))),
    )
    async with AsyncExitStack() as stack:
        client = GuardedClient(settings.fetch, resolver=reach, meter=meter)
        stack.push_async_callback(client.aclose)
        to_shops, routes = client, _routes(settings, book, reach)
        if routes is not None:
            to_shops = GuardedClient(settings.fetch, resolver=reach, meter=meter, routes=routes)
            stack.push_async_callback(to_shops.aclose)
        yield Outside(client, ReachClient(to_shops, reach, monotonic=time.monotonic), reach, routes)


def _routes(settings: Settings, book: ProxyBook | None, reach: Reach) -> Routes | None:
    if book is None:
        return None
    from worker.proxies.routing import ProxyRoutes

    async def why_ours(error: PerhapsOurs, since: float) -> str | None:
        return await reach.why_ours(error, since=since)

    return ProxyRoutes(book, or_from_here=settings.proxies.when_none == "direct", why_ours=why_ours)


def _names_needed(settings: Settings, gateway: str | None) -> list[str]:
    """Hosts that a worker resolves anyway: the fleet's servers, and the shops that were named. Names that only the
    local network knows ("rabbitmq" among containers) are left out: they resolve even where the resolver for all other
    names is away, so they prove nothing."""
    servers = [urlsplit(url).hostname for url in (gateway, settings.database.url, settings.broker.url) if url]
    named = [host for host in servers if host and host_name(host) and registrable_domain(host)]
    return [*named, *settings.shops.of(OPEN_WEB).domains]


def polite_client(
    settings: Settings, client: HttpClient, parser: Parser, *, before: PoliteClient | None = None
) -> PoliteClient:
    """The one way to shops: all of a process shares its robots.txt and its pace. `before`: the one of this process
    that ended; what shops said to it, and when they were asked last, is not forgotten."""

    async def read_robots(token: str, body: bytes, site: str) -> RobotsRules:
        return await parser.run(ROBOTS, token, body, site=site)

    # A crawl may wait for two turns, that of robots.txt and the page's, and must come to ask within its time: one that
    # ends in the middle of a wait spends its attempt on nothing.
    longest = min(MAX_WAIT_SECONDS, settings.work.crawl_timeout_seconds / 3)
    return PoliteClient(settings.fetch, client, read_robots=read_robots, longest_wait_seconds=longest, before=before)
