"""What one process knows of its own network. Not safe across event loops."""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence

from common.errors import Astray, CrawlError, Misled, PerhapsOurs, Unanswered
from common.net.address import literal
from common.net.guard import refuse_reason
from common.net.names.resolver import Resolver
from common.net.names.rules import Rules
from common.net.nat64 import KNOWN_NAME
from common.net.reach.detours import Detours, site_of_host
from common.net.reach.evidence import (
    SITES_AT_ONCE,
    Evidence,
    Resolved,
    why_astray,
    why_misled,
    why_nameless,
    why_ours,
    why_unproven,
)
from common.net.reach.witness import Witness

HOSTS_KEPT = 64
NAMES_ASKED = 3
SEEN_NAMES_ASKED = 2
"""So many names that were found before are looked up again when another is missing: some of them may have gone, too."""
ASK_SECONDS = 5.0
BELIEVED_SECONDS = 5.0
"""What the resolver said is believed for so long: many crawls fail at once when a network goes."""
_OUTSIDE = ("192.0.2.1", "2001:db8::1")
"""Addresses for documentation (RFC 5737, RFC 3849): the way out is looked up for them, nothing is sent."""

HasRoute = Callable[[Sequence[str]], bool]


def has_route(addresses: Sequence[str]) -> bool:
    """Whether the system knows a way to one of these addresses. A UDP socket is connected, which sends nothing."""
    for address in addresses:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((address, 443))
                return True
        except OSError:
            continue
    return False


class Reach:
    """A Resolver that remembers what it resolved, and the judge of requests that nobody answered, or somebody else."""

    def __init__(
        self,
        resolver: Resolver,
        *,
        rules: Iterable[str] = (),
        names: Sequence[str] = (),
        strangers: Sequence[str] = (),
        monotonic: Callable[[], float],
        route: HasRoute = has_route,
        witness: Witness | None = None,
        by_proxy: Callable[[str], bool] = lambda host: False,
    ) -> None:
        """`rules`: `fetch.resolve`. `names`: host names that the work needs anyway, such as those of the servers.
        `strangers`: names that any resolver knows, the first of which nobody filters; asked for only to compare what it
        says of one of the work's own.
        `witness`: says what sites that everybody knows say from here. `by_proxy`: requests to this host take another
        way."""
        self._resolver = resolver
        self._rules = Rules(rules)
        self._monotonic = monotonic
        self._route = route
        self._names = tuple(dict.fromkeys(names))
        self._strangers = tuple(strangers)
        self._addresses: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """Host → what it resolved to last; the host asked for last comes last."""
        self._answered_at: OrderedDict[str, float] = OrderedDict()
        self._detours = Detours()
        self._misled: tuple[str, str] | None = None
        """The address that all names led to when it was last seen, and one of those names."""
        self._nameless: str | None = None
        """The name that was missing when the resolver knew none."""
        self._asked: tuple[float, Mapping[str, Resolved]] | None = None
        self._asking = asyncio.Lock()
        self._witness = witness
        self._by_proxy = by_proxy

    async def resolve(self, host: str, port: int) -> list[str]:
        """As the resolver, and remembered."""
        try:
            addresses = await self._resolver.resolve(host, port)
        except CrawlError:
            self._remember(host, self._addresses.get(host, ()))
            raise
        self._remember(host, tuple(addresses))
        return addresses

    def answered(self, host: str, *, proven: bool) -> None:
        """Somebody answered at this host now; `proven`: under a certificate of its own."""
        self._detours.answered(proven=proven)
        if proven and self._witness and not self._by_proxy(host):
            self._witness.proved()
        self._answered_at[host] = self._monotonic()
        self._answered_at.move_to_end(host)
        while len(self._answered_at) > HOSTS_KEPT:
            self._answered_at.popitem(last=False)

    async def why_ours(self, error: PerhapsOurs, *, since: float) -> str | None:
        """Why `error` is this machine's own; None when it is not. `since`: when its request began (monotonic)."""
        if isinstance(error, Misled):
            return await self._why_misled(error.place, error.host)
        if isinstance(error, Astray):
            sites = self._detours.met(error)
            proven = await self._proven(error.host) if len(sites) < SITES_AT_ONCE else None
            return why_astray(error, sites, proven=proven)
        silent = isinstance(error, Unanswered) and error.silent
        route = self._route(self._addresses_of(error.host) or _OUTSIDE)
        if route and not silent and isinstance(error, Unanswered):
            return await self._why_nameless(error.host)
        others = any(at >= since and host != error.host for host, at in self._answered_at.items())
        names: bool | None = None
        if route and silent and not others:
            names = await self._names_resolve(apart_from=error.host)
        return why_ours(Evidence(route, silent, others, names))

    async def why_unsealed(self, host: str) -> str | None:
        """Why what came from `host` without TLS need not be the shop's. For an answer that one would not expect."""
        if self._rules.find(host, 80) or any(map(refuse_reason, self._addresses_of(host))):
            return None  # the operator's own: a network of this kind may have no way to the outside
        return why_unproven(await self._proven(host))

    async def _proven(self, host: str) -> bool | None:
        """Whether any site proves who it is from where `host` is asked; None when that cannot be told."""
        return await self._witness.proves() if self._witness and not self._by_proxy(host) else None

    async def missing(self) -> str | None:
        """Why there is no network now; None when there may be one. For a worker that waits for its return."""
        if self._misled and (why := await self._why_misled(*self._misled)):
            return why
        known = [address for addresses in self._addresses.values() for address in addresses]
        route = self._route([*_OUTSIDE, *known[-NAMES_ASKED:]])
        if route and self._nameless and (why := await self._why_nameless(self._nameless)):
            return why
        names = await self._names_resolve(apart_from=None) if route else None
        return why_ours(Evidence(route, silent=True, others_answered=False, names_resolved=names))

    async def _why_nameless(self, host: str) -> str | None:
        """Why this machine is without a network when there is no such name as `host`, by names that must exist."""
        why = why_nameless(await self._ask(self._that_exist(host)))
        self._nameless = host if why else None
        return why

    def _that_exist(self, host: str) -> list[str]:
        """One name of each of a few other sites: some that were found before, a server's, and those that everybody
        knows."""
        # Many a home's router answers for KNOWN_NAME by itself.
        found = [one for one in reversed(self._addresses) if self._addresses[one] and one != KNOWN_NAME]
        seen: dict[str, str] = {}
        for one in found:
            seen.setdefault(site_of_host(one), one)
        seen.pop(site_of_host(host), None)
        by_site = dict(list(seen.items())[:SEEN_NAMES_ASKED])
        for one in (*self._names[:NAMES_ASKED], *self._strangers):
            if site_of_host(one) != site_of_host(host):
                by_site.setdefault(site_of_host(one), one)
        return list(by_site.values())

    async def _why_misled(self, address: str, host: str) -> str | None:
        """Why this machine is without a network when `host` leads to `address`, by the names of other sites."""
        others = await self._ask(self._of_other_sites(host, address))
        why = why_misled(address, others)
        self._misled = (address, host) if why else None
        return why

    def _of_other_sites(self, host: str, address: str) -> list[str]:
        """One name of each, a few in all. Those first that were seen to lead elsewhere: one of them that still does
        shows that it is no more than `host`."""
        learned = list(reversed(self._addresses))
        elsewhere = [one for one in learned if self._addresses[one] and address not in self._addresses[one]]
        by_site: dict[str, str] = {}
        for one in (*elsewhere, *self._names, *learned, *self._strangers):
            by_site.setdefault(site_of_host(one), one)
        by_site.pop(site_of_host(host), None)
        return self._with_one_unfiltered(list(by_site.values())[:NAMES_ASKED])

    def _remember(self, host: str, addresses: tuple[str, ...]) -> None:
        self._addresses[host] = addresses
        self._addresses.move_to_end(host)
        while len(self._addresses) > HOSTS_KEPT:
            self._addresses.popitem(last=False)

    def _addresses_of(self, host: str) -> Sequence[str]:
        if literal(host):
            return (host.strip("[]"),)
        for port in (443, 80):
            if rule := self._rules.find(host, port):
                return rule.addresses
        return self._addresses.get(host, ())

    async def _names_resolve(self, *, apart_from: str | None) -> bool | None:
        """Whether the resolver answers for one of a few names; None without any to ask for."""
        learned = [host for host in reversed(self._addresses) if host != apart_from]
        names = self._with_one_unfiltered([*self._names[:1], *learned, *self._names[1:]][:NAMES_ASKED])
        if not names:
            return None
        return any(answer is not None for answer in (await self._ask(names)).values())

    def _with_one_unfiltered(self, names: Sequence[str]) -> list[str]:
        """A network that filters shops may filter each of `names`, and is there all the same."""
        return list(dict.fromkeys([*names, *self._strangers[:1]]))

    async def _ask(self, names: Sequence[str]) -> Mapping[str, Resolved]:
        """What the resolver says of each of these names now."""
        async with self._asking:
            now = self._monotonic()
            if self._asked and self._asked[1].keys() == set(names) and now - self._asked[0] < BELIEVED_SECONDS:
                return self._asked[1]
            answers = await asyncio.gather(*(self._resolved(name) for name in names))
            self._asked = (self._monotonic(), dict(zip(names, answers, strict=True)))
            return self._asked[1]

    async def _resolved(self, name: str) -> Resolved:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                return tuple(await self._resolver.resolve(name, 443))
        except TimeoutError:
            return None
        except Unanswered as error:
            return None if error.silent else ()
        except CrawlError:
            return None
