"""Where sites led instead of to themselves, as long as nobody answered. Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from common.errors import Astray, Unproven
from common.links.domains import registrable_domain
from common.net.reach.evidence import SITES_AT_ONCE

PLACES_KEPT = 8


def site_of_host(host: str) -> str:
    """Who registered the name; the host itself where nobody did (an address)."""
    return registrable_domain(host) or host


class Detours:
    """Per kind of failure and place, the sites that met it; the place that was met last comes last."""

    def __init__(self) -> None:
        self._sites: OrderedDict[tuple[type[Astray], str], set[str]] = OrderedDict()

    def met(self, error: Astray) -> Collection[str]:
        """All sites that met the same since somebody answered, this one among them."""
        key = (type(error), error.place)
        sites = self._sites.setdefault(key, set())
        self._sites.move_to_end(key)
        while len(self._sites) > PLACES_KEPT:
            self._sites.popitem(last=False)
        if len(sites) < SITES_AT_ONCE:
            sites.add(site_of_host(error.host))
        return frozenset(sites)

    def answered(self, *, proven: bool) -> None:
        """A site answered for itself, so what others met is their own. An answer that is not `proven` may be anybody's:
        it says only that not every page leads away."""
        for key in list(self._sites):
            if proven or key[0] is not Unproven:
                del self._sites[key]
