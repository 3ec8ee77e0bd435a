"""Which jobs an operator means: by id, by the first letters of an id, by link, or by filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import ConfigError, CrawlfleetError
from common.job import JobStatus, job_id_for
from common.shops.table import SHOPS

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import JobFilter, Store


class NotFound(CrawlfleetError):
    """Nothing in the database answers to what the operator typed."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters of jobs; those that are not set let every job through. `broken`: only links that failed five times
    running."""

    statuses: Sequence[JobStatus] = ()
    platform: str | None = None
    error_code: str | None = None
    older_than_ms: int | None = None
    newer_than_ms: int | None = None
    broken: bool = False

    @property
    def anything(self) -> bool:
        """Whether at least one filter was typed."""
        ages = self.older_than_ms or self.newer_than_ms
        return bool(self.statuses or self.platform or self.error_code or ages or self.broken)

    def filter(self, ids: Sequence[str] = ()) -> JobFilter:
        """Raises ConfigError for a shop that does not exist: a typing error must not look like an empty answer."""
        from common.store import JobFilter

        if self.platform is not None and self.platform not in SHOPS:
            raise ConfigError(f"--platform {self.platform}: no such shop. There are {', '.join(SHOPS)}.")
        return JobFilter(
            statuses=tuple(self.statuses),
            platform=self.platform,
            error_code=self.error_code.upper() if self.error_code else None,
            older_than_ms=self.older_than_ms,
            newer_than_ms=self.newer_than_ms,
            ids=tuple(ids),
            broken=self.broken,
        )


async def job_id(store: Store, settings: Settings, typed: str) -> str:
    """The id of the one job that `typed` names. Raises NotFound when there is none, or more than one."""
    if "/" in typed:
        return await _by_link(store, settings, typed)
    found = await store.listing.ids_starting_with(typed.lower(), limit=6)
    if typed.lower() in found:
        return typed.lower()
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(f"no job's id starts with {typed}. `crawlfleet jobs list` shows the ids.")
    more = ", …" if len(found) > 5 else ""
    raise NotFound(f"{typed} begins several ids: {', '.join(found[:5])}{more}. Type more letters.")


async def job_ids(store: Store, settings: Settings, typed: Sequence[str]) -> list[str]:
    """As job_id for each, in order, every id once."""
    return list(dict.fromkeys([await job_id(store, settings, word) for word in typed]))


async def _by_link(store: Store, settings: Settings, typed: str) -> str:
    from common.shops.registry import Shops

    link = Shops(settings.shops).link(typed)
    if link is None:
        raise NotFound(f"{typed} is neither a job's id nor a link to a known shop's product.")
    found = job_id_for(link.url_norm)
    if await store.jobs.get(found) is None:
        raise NotFound(f"no job for {link.url_norm}. `crawlfleet jobs add` makes one.")
    return found
