"""Which programs a database serves: each migration says it, the database keeps it, programs and `db init` go by it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version as installed_version
from pathlib import Path

import pytest

from common.errors import SchemaMismatch, SchemaNewer, StoreRejected
from common.settings import DatabaseSettings, Settings
from common.store import Store, init_schema, open_store
from common.store.compatibility import SAID_SINCE, check_version, schema_standing, served_after, serves
from common.store.drivers.base import Rows, Statement
from common.store.drivers.embedded import EmbeddedDriver
from common.store.schema import LATEST, MIGRATIONS, migrate
from fleet.operations.database.schema import database_status, init_database, plan_migration
from tests.old_database import make_old


def step(version: int, serves: int, sql: str) -> tuple[int, str]:
    return (
        version,
        f"-- Version {version}: a test.\n-- Serves programs of schema version {serves} or newer: why.\n{sql}",
    )


ADDS = step(LATEST + 1, LATEST, "ALTER TABLE shops ADD COLUMN tomorrow TEXT;")
TAKES = step(LATEST + 2, LATEST + 1, "ALTER TABLE shops DROP COLUMN tomorrow;")


@pytest.fixture
def settings(tmp_path: Path) -> DatabaseSettings:
    return DatabaseSettings(url=f"file:{tmp_path}/x.db")


async def brought_to(settings: DatabaseSettings, *steps: tuple[int, str]) -> None:
    driver = EmbeddedDriver(settings.url, timeout_seconds=5)
    await driver.connect()
    await migrate(driver, settings.url)
    await migrate(driver, settings.url, latest=steps[-1][0], migrations=[*MIGRATIONS, *steps])
    await driver.close()


async def works(store: Store) -> None:
    await store.fleet.worker_seen("w", role="worker", version="1", state="idle", running=0, done=0, failed=0)
    assert [one.schema_version for one in await store.fleet.workers()] == [LATEST]
    await store.close()


def test_each_migration_says_whom_it_serves_and_none_takes_that_back() -> None:
    before = SAID_SINCE
    for version, sql in MIGRATIONS:
        if version < SAID_SINCE:
            assert serves(version, sql) == version
            continue
        assert re.match(r"-- Serves programs of schema version \d+ or newer: .+", sql.splitlines()[1]), (
            f"migration {version}: the second line says how far back it serves, and why; see docs/architecture.md"
        )
        assert before <= serves(version, sql) <= version, f"migration {version} cannot serve whom one before it left"
        before = serves(version, sql)


def test_what_one_step_took_no_later_step_gives_back() -> None:
    assert served_after(0, MIGRATIONS) == served_after(LATEST - 1, MIGRATIONS) >= SAID_SINCE
    assert served_after(LATEST, [*MIGRATIONS, ADDS]) == LATEST
    assert served_after(LATEST, [*MIGRATIONS, ADDS, TAKES]) == LATEST + 1
    assert served_after(LATEST, [TAKES, (LATEST + 3, ADDS[1])]) == LATEST + 1


async def test_an_older_program_works_with_a_newer_database_that_serves_it(settings: DatabaseSettings) -> None:
    made = await init_schema(settings)
    assert (made.before, made.after, made.serves) == (None, LATEST, served_after(0, MIGRATIONS))
    already_open = await open_store(settings)
    await brought_to(settings, ADDS)
    await works(already_open)
    await works(await open_store(settings))
    again = await init_schema(settings)
    assert (again.before, again.after, again.serves) == (LATEST + 1, LATEST + 1, LATEST), "it takes nothing back"
    status = await database_status(Settings(database=settings))
    assert (status.schema_version, status.serves, status.program_needs) == (LATEST + 1, LATEST, LATEST)


async def test_one_that_is_served_no_more_hears_what_to_install(settings: DatabaseSettings) -> None:
    await brought_to(settings, ADDS, TAKES)
    sentence = (
        rf"has schema version {LATEST + 2} and serves programs of {LATEST + 1} or newer, newer than this program's "
        rf"{LATEST}\. Upgrade crawlfleet to {re.escape(installed_version('crawlfleet'))} or newer\."
    )
    with pytest.raises(SchemaNewer, match=sentence):
        await open_store(settings)
    with pytest.raises(SchemaNewer, match=sentence):
        await init_schema(settings)
    with pytest.raises(SchemaNewer, match=sentence):
        await plan_migration(Settings(database=settings))
    await make_old(other := DatabaseSettings(url=f"{settings.url}.old"), LATEST)
    driver = EmbeddedDriver(other.url, timeout_seconds=5)
    await driver.connect()
    with pytest.raises(SchemaMismatch, match=f"this program needs {LATEST + 1}.*db init"):
        await check_version(driver, "x", latest=LATEST + 1)
    await driver.close()


async def test_who_copies_every_column_wants_the_very_version(settings: DatabaseSettings) -> None:
    await brought_to(settings, ADDS)
    driver = EmbeddedDriver(settings.url, timeout_seconds=5)
    await driver.connect()
    assert (await check_version(driver, "x", latest=LATEST)).version == LATEST + 1
    with pytest.raises(SchemaNewer):
        await check_version(driver, "x", latest=LATEST, same=True)
    await driver.close()


async def test_the_version_before_comes_along_and_its_workers_are_known_as_older(
    settings: DatabaseSettings, tmp_path: Path
) -> None:
    await make_old(settings, SAID_SINCE - 1)
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as old:
        now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        row = "INSERT INTO workers VALUES ('{}', 'worker', '0.2.0', '{}', 0, 1, 2, 3, {}, NULL)"
        old.execute(row.format("at-work", "working", now))
        old.execute(row.format("ended", "stopped", now))
        old.execute(row.format("long-gone", "working", "4"))
        old.execute(
            f"INSERT INTO leadership VALUES ('dispatcher', 'vm-7', {now} + 60000), ('dead letters', 'x', {now} + 60000)"
        )
    whole = Settings(database=settings)
    planned = await plan_migration(whole)
    assert (planned.before, planned.after, planned.left_behind) == (
        SAID_SINCE - 1,
        LATEST,
        ["at-work", "the dispatcher vm-7"],
    )
    assert planned.steps[0].what.startswith("the database says which programs")
    with pytest.raises(
        SchemaMismatch, match=r"older ones are at work: at-work, the dispatcher vm-7\. .* Nothing was changed"
    ):
        await init_database(whole)
    driver = EmbeddedDriver(settings.url, timeout_seconds=5)
    await driver.connect()
    standing = await schema_standing(driver)
    assert standing is not None
    assert (standing.version, standing.serves, standing.program) == (SAID_SINCE - 1, SAID_SINCE - 1, None)
    report = await init_database(whole, anyway=True)
    assert (report.before, report.after) == (SAID_SINCE - 1, LATEST)
    (told,) = await driver.batch(
        [Statement("SELECT serves, program FROM schema_version ORDER BY version DESC LIMIT 1")]
    )
    assert dict(told.rows[0]) == {"serves": report.serves, "program": installed_version("crawlfleet")}
    await driver.close()
    store = await open_store(settings)
    seen = {one.worker_id: (one.done, one.failed, one.schema_version) for one in await store.fleet.workers()}
    assert seen == dict.fromkeys(("at-work", "ended", "long-gone"), (1, 2, None))
    await store.close()
    assert (await init_database(whole)).before == LATEST, "run again, nobody is in the way"


class Overtaken(EmbeddedDriver):
    """Another program brings the database forward between this one's look and its first step."""

    other: tuple[tuple[int, str], ...] = ()

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self.other and any("ADD COLUMN" in one.sql for one in statements):
            steps, self.other = self.other, ()
            await brought_to(self.settings, *steps)
        return await super().batch(statements)

    def __init__(self, settings: DatabaseSettings) -> None:
        super().__init__(settings.url, timeout_seconds=5)
        self.settings = settings


async def test_who_is_overtaken_while_bringing_it_forward_goes_on_from_there(settings: DatabaseSettings) -> None:
    driver = Overtaken(settings)
    await driver.connect()
    await migrate(driver, settings.url)
    driver.other = (ADDS,)
    report = await migrate(driver, settings.url, latest=TAKES[0], migrations=[*MIGRATIONS, ADDS, TAKES])
    assert (report.before, report.after, report.serves) == (LATEST, TAKES[0], LATEST + 1)
    found = await schema_standing(driver)
    assert found and (found.version, found.serves) == (TAKES[0], LATEST + 1)
    await driver.close()


async def test_a_step_that_fails_by_itself_is_told(settings: DatabaseSettings) -> None:
    driver = EmbeddedDriver(settings.url, timeout_seconds=5)
    await driver.connect()
    await migrate(driver, settings.url)
    wrong = step(LATEST + 1, LATEST, "ALTER TABLE nowhere ADD COLUMN a TEXT;")
    with pytest.raises(StoreRejected, match="nowhere"):
        await migrate(driver, settings.url, latest=LATEST + 1, migrations=[*MIGRATIONS, wrong])
    await driver.close()
