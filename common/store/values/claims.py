"""What a claim of a job comes to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.job import Job

CLOCKS_APART_SECONDS = 1.0
"""A message may come this much before its job is due, when the broker's clock runs ahead of the database's."""


class ClaimOutcome(StrEnum):
    CLAIMED = "CLAIMED"
    NOT_CLAIMABLE = "NOT_CLAIMABLE"
    """Finished, running elsewhere, or not due yet."""
    LEASE_OVER = "LEASE_OVER"
    """This very token began a lease that is over; a token is used for one lease. Claim with a new one."""
    UNKNOWN_JOB = "UNKNOWN_JOB"
    WRONG_QUEUE = "WRONG_QUEUE"
    """A job of another shop, or that goes another way, than the queue it was named in carries."""
    WAY_OFF = "WAY_OFF"
    """An operator switched off the way it goes."""
    OVER_BUDGET = "OVER_BUDGET"
    """The shop's fleet-wide budget has no room now."""
    SHOP_PAUSED = "SHOP_PAUSED"
    EXCLUDED = "EXCLUDED"
    """This person is not given this job: it waits for somebody else's look, or the person was set aside."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What claim() answers."""

    outcome: ClaimOutcome
    job: Job | None = None
    """The row, when it exists. With CLAIMED it carries the lease."""
    wait_seconds: float | None = None
    """OVER_BUDGET: until the budget has room, 0.0 when it has some by now and the claim is to be made again at once.
    NOT_CLAIMABLE on a FAILED_RETRYABLE job: until it is due. EXCLUDED: until this person may have the job, None when
    set aside. Else None: there is nothing to wait for."""
    room_every_seconds: float = 0.0
    """OVER_BUDGET: so often the budget gets room for one claim more."""

    @property
    def soon_seconds(self) -> float | None:
        """Until there is nothing to wait for, where its message may just have come before its time; else None."""
        seconds = self.wait_seconds or 0.0
        return seconds if 0 < seconds <= CLOCKS_APART_SECONDS else None
