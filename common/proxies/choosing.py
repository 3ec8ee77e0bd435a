"""Which proxy a request goes through. Pure: the list as it was read, the time since and the dice are passed in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from common.proxies.proxy import Proxy
from common.timing.units import HOUR_MS, MINUTE_MS

OFF_AFTER_FAILURES = 5
FIRST_PAUSE_MS = MINUTE_MS
LONGEST_PAUSE_MS = HOUR_MS
"""A proxy that failed five times in a row is left alone for a minute, then for two, four and so on up to an hour."""
TRIAL_SHARE = 0.1
"""So much of its work goes through a proxy that is tried again while others are healthy."""
SHORTEST_WAIT_MS = 10_000
LONGEST_WAIT_MS = 600_000
SWITCHED_OFF_WAIT_MS = 300_000

Draw = Callable[[str], float]
"""A number from 0 up to 1 for each name, the same each time for the same request."""


@dataclass(frozen=True, slots=True)
class Health:
    """How a proxy stands: what all workers together have seen of it."""

    failures: int = 0
    """In a row."""
    off_ms: int = 0
    """So long it is left alone, from when this was read; 0: it may be used."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A proxy of the list, and how it stands."""

    proxy: Proxy
    health: Health = Health()


def healthy(one: Listed, *, since_ms: int) -> bool:
    """Whether it may be used without a doubt, `since_ms` after its standing was read."""
    return usable(one, since_ms=since_ms) and one.health.failures < OFF_AFTER_FAILURES


def usable(one: Listed, *, since_ms: int) -> bool:
    """Whether it may be used, if only to try it again."""
    return one.proxy.on and one.health.off_ms <= since_ms


def wanted(listed: Sequence[Listed], domain: str) -> list[Listed]:
    """The proxies that requests to this domain go through, usable or not. None: it is not told to go through any."""
    return [one for one in listed if one.proxy.serves(domain)]


def choose(
    candidates: Sequence[Listed], *, since_ms: int, draw: Draw, without: Collection[str] = (), turn: int = 0
) -> Proxy | None:
    """One of those that a domain's requests go through; None while none may be used.

    Whoever draws the lowest number is taken, so the same request goes the same way for as long as that is healthy. One
    that is to be tried again takes a tenth of its requests, or all where no other is healthy. `turn`: how many attempts
    came before this one. Each goes by the next of them, for a proxy may be why the last one failed.
    """
    may = [one for one in candidates if usable(one, since_ms=since_ms) and one.proxy.name not in without]
    steady = [one for one in may if healthy(one, since_ms=since_ms)]
    trials = [one for one in may if one not in steady]
    tried = [one for one in trials if not steady or draw(f"trial {one.proxy.name}") < TRIAL_SHARE]
    in_order = sorted((one.proxy for one in steady + tried), key=lambda proxy: draw(proxy.name))
    return in_order[turn % len(in_order)] if in_order else None


def wait_ms(candidates: Sequence[Listed], *, since_ms: int) -> int:
    """How long to wait before asking again while none may be used."""
    ends = [one.health.off_ms - since_ms for one in candidates if one.proxy.on]
    soonest = min(ends, default=SWITCHED_OFF_WAIT_MS)
    return min(max(soonest, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
