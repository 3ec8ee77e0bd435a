"""`crawlfleet db status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleet.opening import opened_store
from fleet.terminal.output import print_json, print_line
from fleet.terminal.views.job_list import standing

if TYPE_CHECKING:
    from common.settings import Settings


async def show_status(settings: Settings, *, as_json: bool) -> None:
    """Raises SchemaMismatch when the schema is missing or of another version, which then is the answer."""
    from common.store.schema import LATEST

    async with opened_store(settings) as store:
        counts = await store.listing.counts()
        now_ms = await store.jobs.now_ms()
    if as_json:
        by_status = [{"platform": count.platform, "status": count.status, "count": count.count} for count in counts]
        print_json({"url": settings.database.url, "schema_version": LATEST, "now_ms": now_ms, "jobs": by_status})
        return
    print_line(f"{settings.database.url}: schema version {LATEST}, as this program needs")
    for line in standing(counts, now_ms) or ["no jobs yet"]:
        print_line(line)
