"""Crawls at which this machine had no memory left: is the machine short of it, or does the page take all there is?

The machine, as far as anybody can tell: the job is given back, and the worker rests as without a network. But a page
at which memory ran out before, while crawls of others that began since had enough, is to blame itself: that spends its
attempt, and holds nobody else up, then and from then on. Where no other crawl tells, the page is to blame from the
fourth time on.
"""

from __future__ import annotations

import errno
from collections import OrderedDict

MOST_GIVEN_BACK = 3
"""So often one job is given back here because memory ran out."""
MOST_JOBS = 10_000
"""Jobs of which that is remembered, the latest."""

SHORT_OF_IT = (
    "this machine has no memory left for it: end other programs, raise a limit on memory (MemoryMax= in the systemd "
    "unit, `ulimit -v`), or lower work.concurrency"
)


def ran_out(error: Exception) -> bool:
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


class Memory:
    """Told of each crawl that had enough of it, and asked about each that had not."""

    def __init__(self) -> None:
        self._times: OrderedDict[str, int] = OrderedDict()
        self._last: str | None = None
        self.ran_out_times = 0
        """At any job. What it was as a crawl began says whether that was since the last time."""
        self._others_had_enough = False
        """Crawls that ended well since it ran out at that last job."""

    def sufficed(self, job_id: str, before: int) -> None:
        """A crawl of this job ended well; `before` it memory had run out so many times."""
        if job_id != self._last and before == self.ran_out_times:
            self._others_had_enough = True

    def is_short(self, job_id: str) -> bool:
        """It ran out once more at this job: whether the machine is to blame, and not the page."""
        self.ran_out_times += 1
        times = self._times.pop(job_id, 0) + 1
        if job_id == self._last and self._others_had_enough:
            times = MOST_GIVEN_BACK + 1
        self._times[job_id] = times
        if len(self._times) > MOST_JOBS:
            self._times.popitem(last=False)
        self._last, self._others_had_enough = job_id, False
        return times <= MOST_GIVEN_BACK
