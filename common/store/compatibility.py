"""Which programs a database serves: its schema's version, the oldest one whose programs still work, who made it so.

A program is known by the schema version it was written for. A database of the same version serves it. A newer one
serves it too as long as no migration since took away what it needs: each says in its second line how far back it
serves, and the database keeps that number, because an older program cannot know the migrations that came after it. A
database that is older than the program serves it not: `crawlfleet db init` brings it forward.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from common.errors import SchemaMismatch, SchemaNewer, StoreRejected
from common.store import rows
from common.store.drivers.base import Driver, Statement, Value
from common.store.statements import NOW, SQL
from common.store.values.fleet import DISPATCHER
from common.store.values.workers import STOPPED

log = logging.getLogger("crawlfleet.store")

SAID_SINCE = 19
"""The first version that says whom it serves; the ones before served their own programs alone."""

_SERVES = re.compile(r"^-- Serves programs of schema version (\d+) or newer: \S", re.MULTILINE)
_NEWEST = "SELECT * FROM schema_version ORDER BY version DESC LIMIT 1"
_AT_WORK = f"SELECT * FROM workers WHERE last_seen_at > {NOW} - :alive_ms AND state <> :stopped ORDER BY worker_id"  # noqa: S608
_LEADS = f"SELECT holder, schema_version FROM ({SQL['leader']}) WHERE expires_at > {NOW}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class SchemaStanding:
    """What a database says of itself."""

    version: int
    serves: int
    """The oldest schema version whose programs may work with it."""
    program: str | None
    """The version of crawlfleet that brought it there; None before schema version 19."""

    def serves_program_of(self, latest: int) -> bool:
        """Whether a program written for schema version `latest` may work with it."""
        return self.serves <= latest <= self.version


def serves(version: int, sql: str) -> int:
    """The number in a migration's second line; without one, none but its own programs."""
    said = _SERVES.search(sql)
    return int(said[1]) if said else version


def served_after(before: int, migrations: Sequence[tuple[int, str]]) -> int:
    """Whom a database of version `before` serves after these: no migration brings back what one before it took."""
    return max((serves(version, sql) for version, sql in migrations if version > before), default=before)


class HalfRestored(SchemaMismatch):
    """The tables are there, and no version: making a schema writes both at once, a restore the version last."""


async def schema_standing(driver: Driver) -> SchemaStanding | None:
    """None when the database has no schema yet. Raises HalfRestored."""
    (table,) = await driver.batch(
        [Statement("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'")]
    )
    if not table.rows:
        return None
    (newest,) = await driver.batch([Statement(_NEWEST)])
    if not newest.rows:
        raise HalfRestored(
            "the database that database.url names holds a part of a backup: a restore was cut off. Run `crawlfleet db "
            "restore FILE` again, or name another database."
        )
    row = newest.rows[0]
    version = rows.number(row["version"])
    said = row.get("serves")
    return SchemaStanding(
        version, rows.number(said) if said is not None else version, rows.text_or_none(row.get("program"))
    )


async def refuse_others_file(driver: Driver, address: str) -> None:
    """Raises StoreRejected for a database file that has tables, and no schema of ours: another program's, which would
    find dozens of tables and triggers among its own. A server may be shared on purpose."""
    if not address.startswith("file:"):
        return
    (found,) = await driver.batch([Statement("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")])
    names = [name for row in found.rows if not (name := str(row["name"])).startswith("sqlite_")]
    if names and "schema_version" not in names:  # which another process may have made just now
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise StoreRejected(
            f"the database {address} is another program's: it has tables of its own ({shown}). Nothing was changed. "
            "Name another file in database.url."
        )


async def check_version(driver: Driver, address: str, *, latest: int, same: bool = False) -> SchemaStanding:
    """Raises SchemaMismatch when the database does not serve this program; its text says what to run. StoreRejected as
    refuse_others_file.

    `same`: for who copies every column, so that a newer schema is no good to it.
    """
    found = await schema_standing(driver)
    if found is None:
        await refuse_others_file(driver, address)
        raise SchemaMismatch(f"the database {address} has no schema yet. Run `crawlfleet db init`.")
    if found.version < latest:
        raise SchemaMismatch(
            f"the database {address} has schema version {found.version}, this program needs {latest}. "
            "Run `crawlfleet db init` to bring it forward; docs/operators.md says when the fleet must stop for it."
        )
    if found.version > latest:
        if same or not found.serves_program_of(latest):
            raise too_new(address, found, latest)
        log.info(
            "the database has schema version %d, newer than this program's %d, which it still serves",
            found.version,
            latest,
        )
    return found


def too_new(address: str, found: SchemaStanding, latest: int) -> SchemaNewer:
    serving = f" and serves programs of {found.serves} or newer" if found.serves < found.version else ""
    install = f"Upgrade crawlfleet to {found.program} or newer." if found.program else "Upgrade crawlfleet."
    return SchemaNewer(
        f"the database {address} has schema version {found.version}{serving}, newer than this program's {latest}. "
        f"{install}"
    )


async def left_behind(driver: Driver, needs: int, *, alive_ms: int) -> list[str]:
    """Workers heard of within `alive_ms`, and the dispatcher that leads, whose program is of an older schema version
    than `needs`, by their names.

    Ingestors, gateways and dispatchers that stand by leave no such row; who tells no version is older and counts.
    """
    given: dict[str, Value] = {"alive_ms": alive_ms, "stopped": STOPPED, "now_ms": None}
    workers, leads = await driver.batch(
        [Statement(_AT_WORK, given), Statement(_LEADS, {"role": DISPATCHER, "now_ms": None})]
    )
    return [
        *(str(row["worker_id"]) for row in workers.rows if rows.number(row.get("schema_version") or 0) < needs),
        *(f"the dispatcher {row['holder']!s}" for row in leads.rows if rows.number(row["schema_version"] or 0) < needs),
    ]
