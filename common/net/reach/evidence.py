"""The decision itself. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from common.errors import Astray, LedAway

Resolved = tuple[str, ...] | None
"""The addresses of a name, none when there is no such name; None: the resolver said nothing."""

SITES_AT_ONCE = 3
"""So many sites must fail alike, and nobody answer in between, before it is this machine's network. One shop's domain
moves to another and two may lie, but each of these can be seen at its shop alone."""
_WHO = "a login page of a hotel or café?"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known when a request ended without an answer."""

    route: bool
    """The system knows a way to the address that was asked, or, without one, to the outside."""
    silent: bool
    """Nobody answered at all. False: "no such name", which some systems and routers also say when they are offline."""
    others_answered: bool
    """Another host answered while this request waited."""
    names_resolved: bool | None
    """The resolver answered for other names that the work needs; None: there was none to ask for."""


def why_ours(evidence: Evidence) -> str | None:
    """Why this machine is without a network; None when it has one as far as can be told: in doubt it is the shop."""
    if not evidence.route:
        return "this machine has no route to the network"
    if evidence.silent and not evidence.others_answered and evidence.names_resolved is False:
        return "this machine's resolver answers for no name"
    return None


def why_nameless(others: Mapping[str, Resolved]) -> str | None:
    """Why a name that was not found may well exist. `others`: what the resolver says now of names of other sites that
    must exist. One that it finds shows that only the first is missing."""
    if not others or any(others.values()):
        return None
    return f"this machine's resolver knows no name, not even {' or '.join(others)}"


def why_misled(address: str, others: Mapping[str, Resolved]) -> str | None:
    """Why this machine is without a network when a name leads to `address`, where nobody may connect to. `others`: what
    the resolver says now of names of other sites. One that leads elsewhere shows that there is a network."""
    known = [addresses for addresses in others.values() if addresses]
    if not known or not all(address in addresses for addresses in known):
        return None
    return f"every shop's name leads to {address} ({_WHO})"


def why_unproven(proven: bool | None) -> str | None:
    """Why whoever answered without a proof need not be the shop: no site that everybody knows is `proven`."""
    return f"no site proves who it is ({_WHO})" if proven is False else None


def why_astray(error: Astray, sites: Collection[str], *, proven: bool | None) -> str | None:
    """The same, when so many sites led to the same place, or showed a certificate that is not theirs, and nobody
    answered in between. Fewer are enough where no site that everybody knows is `proven`; None: none was asked."""
    if len(sites) < SITES_AT_ONCE:
        return why_unproven(proven)
    if isinstance(error, LedAway):
        return f"the pages of {len(sites)} shops in a row lead to {error.place} ({_WHO})"
    return f"the certificates of {len(sites)} shops in a row are not accepted ({_WHO[:-1]}, or a wrong clock?)"
