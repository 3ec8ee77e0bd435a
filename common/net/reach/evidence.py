"""The decision itself. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known when a request ended without an answer."""

    route: bool
    """The system knows a way to the address that was asked, or, without one, to the outside."""
    silent: bool
    """Nobody answered at all. False: "no such name", which some systems also say when they are offline."""
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
