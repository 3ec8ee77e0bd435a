"""The database: its schema made or brought forward, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fleet.opening import opened_store

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import MigrationReport, StatusCount


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """A database whose schema is the one this program needs."""

    url: str
    schema_version: int
    counts: Sequence[StatusCount]
    now_ms: int
    """The database's clock when it was asked."""


async def init_database(settings: Settings) -> MigrationReport:
    """The schema's version before (None: there was none) and after. Raises StoreUnavailable, StoreRejected, or
    SchemaMismatch for a schema newer than this program."""
    from common.store import init_schema

    return await init_schema(settings.database)


async def database_status(settings: Settings) -> DatabaseStatus:
    """Raises SchemaMismatch when the schema is missing or of another version, which then is the answer."""
    from common.store.schema import LATEST

    async with opened_store(settings) as store:
        counts = await store.listing.counts()
        return DatabaseStatus(settings.database.url, LATEST, counts, await store.jobs.now_ms())
