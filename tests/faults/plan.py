"""What happens in a run, and when: chosen by the seed before anything starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

LEASE_SECONDS = 6.0
LENT_LEASE_SECONDS = 30.0
"""Of a volunteer's machine: the shortest that a gateway gives."""
LAST_SHARE = 0.85
"""When so much of the work is done the last fault comes."""

KINDS = {
    "kill worker": 5,
    "kill dispatcher": 2,
    "kill ingestor": 2,
    "freeze worker": 3,
    "freeze dispatcher": 1,
    "stop worker": 1,
    "restart broker": 1,
    "kill broker": 1,
    "restart database": 1,
    "kill database": 1,
    "purge queues": 2,
    "cut lines to broker": 2,
    "cut lines to database": 2,
    "lose answers of broker": 1,
    "lose answers of database": 3,
    "forge messages": 2,
    "double messages": 2,
}
"""Every kind of fault, and how often it comes once each has come."""

DOOR_KINDS = {
    "kill gateway": 2,
    "kill gateway amid a claim": 2,
    "kill gateway amid a report": 3,
    "stop gateway": 1,
    "freeze gateway": 1,
    "kill volunteer": 4,
    "freeze volunteer": 3,
    "stop volunteer": 1,
    "fill disk of volunteer": 1,
    "cut lines to gateway": 2,
    "lose answers of gateway": 3,
    "revoke volunteer": 1,
    "revoke amid a report": 2,
    "tell lies": 3,
    "tell too late": 2,
}
"""Those of a fleet with volunteers, on top. The last three are persons of their own, who cheat."""


@dataclass(frozen=True, slots=True)
class Fault:
    at_share: float
    """It comes when this share of the jobs has ended: so it meets work, however busy the machine is."""
    kind: str
    who: float
    """0 to 1: which of those it may meet."""
    lasts_seconds: float
    """Of what lasts: a process that stands still, a line that is cut. Of what comes amid a request: how long behind
    its first bytes."""


def faults_of(seed: int, jobs: int, kinds: Mapping[str, int] = KINDS) -> list[Fault]:
    """The faults of a run. There are more where there are more jobs; each kind comes once before any comes again."""
    dice = Random(f"faults {seed}")
    once = list(kinds)
    dice.shuffle(once)
    more = dice.choices(list(kinds), list(kinds.values()), k=max(0, jobs // 40 - len(once)))
    chosen = once + more
    return [
        Fault((number + dice.random()) / len(chosen) * LAST_SHARE, kind, dice.random(), _lasts(kind, dice))
        for number, kind in enumerate(chosen)
    ]


def _lasts(kind: str, dice: Random) -> float:
    if kind == "freeze volunteer":
        return LENT_LEASE_SECONDS * dice.uniform(0.2, 1.2)
    if kind.startswith("freeze"):
        return LEASE_SECONDS * dice.uniform(0.5, 1.6)
    if kind.startswith(("cut", "lose")):
        return dice.uniform(0.3, 3.0)
    if kind.startswith("fill"):
        return dice.uniform(3.0, 8.0)
    if "amid" in kind:
        return dice.uniform(0.0, 0.04)
    return 0.0
