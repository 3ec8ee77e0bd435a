"""What happens in a run, and when: chosen by the seed before anything starts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

LEASE_SECONDS = 6.0
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


@dataclass(frozen=True, slots=True)
class Fault:
    at_share: float
    """It comes when this share of the jobs has ended: so it meets work, however busy the machine is."""
    kind: str
    who: float
    """0 to 1: which of those it may meet."""
    lasts_seconds: float
    """Of what lasts: a process that stands still, a line that is cut."""


def faults_of(seed: int, jobs: int) -> list[Fault]:
    """The faults of a run. There are more where there are more jobs; each kind comes once before any comes again."""
    dice = Random(f"faults {seed}")
    once = list(KINDS)
    dice.shuffle(once)
    more = dice.choices(list(KINDS), list(KINDS.values()), k=max(0, jobs // 40 - len(once)))
    kinds = once + more
    return [
        Fault((number + dice.random()) / len(kinds) * LAST_SHARE, kind, dice.random(), _lasts(kind, dice))
        for number, kind in enumerate(kinds)
    ]


def _lasts(kind: str, dice: Random) -> float:
    if kind.startswith("freeze"):
        return LEASE_SECONDS * dice.uniform(0.5, 1.6)
    if kind.startswith(("cut", "lose")):
        return dice.uniform(0.3, 3.0)
    return 0.0
