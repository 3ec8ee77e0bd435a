"""The database: its schema made or brought forward, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.errors import SchemaMismatch
from fleet.opening import no_file_yet, opened_store, refuse_beside_settings

if TYPE_CHECKING:
    from common.settings import Settings
    from common.store import MigrationReport, StatusCount


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """A database that serves this program."""

    url: str
    schema_version: int
    serves: int
    """The oldest schema version whose programs may work with it."""
    program_needs: int
    """The schema version that this program was written for."""
    counts: Sequence[StatusCount]
    now_ms: int
    """The database's clock when it was asked."""


@dataclass(frozen=True, slots=True)
class Step:
    """One migration to come."""

    version: int
    what: str
    serves: int


@dataclass(frozen=True, slots=True)
class Planned:
    """What `db init` would do."""

    before: int | None
    """None: there is no schema yet."""
    after: int
    serves: int
    steps: Sequence[Step]
    left_behind: Sequence[str]
    """Workers at work now whose programs the database would not serve any more."""


async def plan_migration(settings: Settings) -> Planned:
    """What the way forward would mean for the programs at work. Changes nothing; raises as init_database."""
    from common.store import ALIVE_MS
    from common.store.compatibility import left_behind, schema_standing, served_after, serves, too_new
    from common.store.schema import LATEST, MIGRATIONS
    from common.store.store import make_driver

    refuse_beside_settings(settings.database)
    if no_file_yet(settings.database):
        return Planned(None, LATEST, served_after(0, MIGRATIONS), (), ())
    driver = make_driver(settings.database)
    await driver.connect()
    try:
        found = await schema_standing(driver)
        if found is None:
            return Planned(None, LATEST, served_after(0, MIGRATIONS), (), ())
        if found.version > LATEST and not found.serves_program_of(LATEST):
            raise too_new(settings.database.url, found, LATEST)
        if found.version >= LATEST:
            return Planned(found.version, found.version, found.serves, (), ())
        steps = [
            Step(version, _what(sql), serves(version, sql)) for version, sql in MIGRATIONS if version > found.version
        ]
        after = max(found.serves, served_after(found.version, MIGRATIONS))
        left = await left_behind(driver, after, alive_ms=ALIVE_MS) if after > found.serves else []
        return Planned(found.version, LATEST, after, steps, left)
    finally:
        await driver.close()


def _what(sql: str) -> str:
    """The first sentence of a migration's heading, without its number."""
    heading: list[str] = []
    for line in sql.splitlines():
        words = line.removeprefix("--").strip()
        if not line.startswith("--") or not words:
            break
        heading.append(words)
    sentence = " ".join(heading).partition(": ")[2].partition(". ")[0]
    return f"{sentence.removesuffix('.')}."


async def init_database(settings: Settings, *, anyway: bool = False) -> MigrationReport:
    """The schema's version before (None: there was none) and after, and whom it serves.

    Raises StoreUnavailable, StoreRejected; SchemaMismatch for a schema that is too new for this program, and, but for
    `anyway`, when workers are at work whose programs could not go on with the new one: nothing is changed then.
    """
    from common.store import init_schema

    planned = await plan_migration(settings)
    if planned.left_behind and not anyway:
        names, more = ", ".join(planned.left_behind[:5]), len(planned.left_behind) - 5
        raise SchemaMismatch(
            f"schema version {planned.after} serves programs of version {planned.serves} or newer, and older ones are "
            f"at work: {names}{f' and {more} more' if more > 0 else ''}. Stop the fleet and run this again; workers "
            "that were killed count for two minutes, which --anyway leaves out. Nothing was changed."
        )
    return await init_schema(settings.database)


async def database_status(settings: Settings) -> DatabaseStatus:
    """Raises SchemaMismatch when the schema is missing or does not serve this program, which then is the answer."""
    from common.store.schema import LATEST

    async with opened_store(settings) as store:
        counts = await store.listing.counts()
        standing = await store.schema_standing()
        return DatabaseStatus(
            settings.database.url, standing.version, standing.serves, LATEST, counts, await store.jobs.now_ms()
        )
