"""Whether operators' searches find what is there: the index of words is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.doctor.finding import Finding, ok, warning

if TYPE_CHECKING:
    from common.store.texts.examining import Examined

REMAKE = "crawlfleet db reindex"


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
