"""Whether operators' searches find what is there: the index of words is whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fleet.doctor.finding import Finding, ok, warning

if TYPE_CHECKING:
    from common.store.texts.examining import Examined
    from common.store.texts.index import TextIndex

REMAKE = "crawlfleet db reindex"
WHOLE_GOOD_SECONDS = 900.0
HARMED_GOOD_SECONDS = 60.0


class IndexLooks:
    """For whoever looks again and again: a look reads the whole index, so one that found it whole is good for a quarter
    of an hour. One that found it harmed is good for a minute, so that the finding ends soon after it was made anew."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._seen: Examined | None = None
        self._until = 0.0

    async def look(self, index: TextIndex) -> Examined:
        """Raises StoreUnavailable."""
        if self._seen is None or self._monotonic() >= self._until:
            self._seen = await index.examine()
            good = WHOLE_GOOD_SECONDS if self._seen.whole else HARMED_GOOD_SECONDS
            self._until = self._monotonic() + good
        return self._seen


def judge_index(seen: Examined) -> Finding:
    """A search looks at every job where there is no index, or a broken one; where one lacks jobs, it misses them."""
    if not seen.begun:
        return ok("search", "no index of words yet; the dispatcher that leads makes it, where the database has FTS5")
    if seen.broken:
        return warning("search", f"the index of words is broken, so searches look at every job: {seen.broken}", REMAKE)
    if seen.missing:
        return warning("search", f"the index of words lacks {seen.missing:,} jobs or more; searches miss them", REMAKE)
    if seen.not_found:
        return warning("search", f"{seen.not_found:,} of a hundred jobs are not found by their own words", REMAKE)
    return ok("search", f"the index of words holds {seen.texts:,} jobs")
