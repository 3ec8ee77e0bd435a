"""One request through one proxy, for whoever wants to know whether it works."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, CrawlError
from common.links.domains import registrable_domain
from common.proxies.proxy import Proxy
from fleet.opening import opened_store
from fleet.operations.auditing import Action, Operator, recorded
from fleet.operations.proxies.typed import typed_host, unknown_proxy

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import Store


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one request through a proxy. `problem` is None when it was answered, whatever the status."""

    name: str
    url: str
    milliseconds: int
    status: int | None
    problem: str | None


async def try_proxy(
    settings: Settings, name: str, *, domain: str | None = None, operator: Operator | None = None
) -> Tried:
    """Ask for a shop's robots.txt through it, and note what came of it: an answer ends a pause after failures. What it
    has no part in, such as a name that is not known here, is not counted against it.

    `domain`: the shop's, or a host of it; without it, the first domain that the proxy serves.

    Raises NotFound for a name that is not there, ConfigError for a proxy that serves all where no domain is said, or
    without the extra for it, and as opened_store does.
    """
    async with opened_store(settings) as store:
        proxy = next((one.proxy for one in await store.proxies.to_use() if one.proxy.name == name), None)
        if proxy is None:
            raise unknown_proxy(name)
        at = typed_host(domain) if domain else next(iter(proxy.domains), None)
        if at is None:
            raise ConfigError(
                f"{name} serves every domain: say with --domain by which one to try it, such as a shop's."
            )
        async with recorded(store, operator, Action.PROXIES_TEST, {"proxy": name, "domain": at}) as event:
            tried = await _tried(settings, store, proxy, at)
            event.done = int(tried.problem is None)
        return tried


async def _tried(settings: Settings, store: Store, proxy: Proxy, at: str) -> Tried:
    from common.net.client import GuardedClient
    from common.net.proxied.blame import blame_of
    from common.net.proxied.handshake import missing_for
    from common.net.proxied.only import OnlyThrough
    from common.store.proxies.values import Seen

    if why := missing_for(proxy.scheme):
        raise ConfigError(f"{proxy.name}: {why}")
    url, domain = f"https://{at}/robots.txt", registrable_domain(at)
    client = GuardedClient(settings.fetch, routes=OnlyThrough(proxy))
    began = time.monotonic()
    status: int | None = None
    problem: str | None = None
    to_blame = True
    try:
        status = (await client.get(url, allow_host=lambda host: registrable_domain(host) == domain)).status
    except CrawlError as error:
        problem = error.detail
        to_blame = blame_of(error) is not None
        if not to_blame:
            problem += ". The proxy has no part in it; try another host of a shop: --domain www.SHOP"
    finally:
        await client.aclose()
    taken_ms = round((time.monotonic() - began) * 1000)
    fine = problem is None
    if fine or to_blame:
        seen = Seen(proxy.name, int(fine), int(not fine), int(not fine), taken_ms if fine else None, problem)
        await asyncio.shield(store.proxies.seen([seen]))
    return Tried(proxy.name, url, taken_ms, status, problem)
