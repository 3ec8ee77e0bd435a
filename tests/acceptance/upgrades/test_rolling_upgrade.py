"""An upgrade while the fleet runs: this program works on beside a database of the next version.

The database is the newer one here, made by a step that no release has: one more column in every table, and a table.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from common.settings import DatabaseSettings
from common.store.drivers.base import Statement
from common.store.schema import LATEST, MIGRATIONS, migrate
from common.store.store import make_driver
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, fleet_world, product_job, product_pages
from tests.servers.lent_pcs import start_gateway, volunteer
from tests.servers.ports import free_port

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

TABLES = """SELECT name FROM sqlite_master AS own
WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'libsql%' AND sql NOT LIKE 'CREATE VIRTUAL%'
  AND NOT EXISTS (SELECT 1 FROM sqlite_master v WHERE v.sql LIKE 'CREATE VIRTUAL%' AND own.name LIKE v.name || '_%')"""


async def the_next_version(url: str) -> None:
    """One more column in every table, with a default and without; it only adds."""
    driver = make_driver(DatabaseSettings(url=url))
    await driver.connect()
    (tables,) = await driver.batch([Statement(TABLES)])
    lines = ["-- Version 0: a test.", f"-- Serves programs of schema version {LATEST} or newer: it only adds."]
    for table in (str(row["name"]) for row in tables.rows):
        lines.append(f"ALTER TABLE {table} ADD COLUMN of_tomorrow TEXT;")
        lines.append(f"ALTER TABLE {table} ADD COLUMN never_empty INTEGER NOT NULL DEFAULT 7;")
    lines.append("CREATE TABLE tomorrow (id TEXT PRIMARY KEY NOT NULL);")
    step = (LATEST + 1, "\n".join(lines))
    await migrate(driver, url, latest=LATEST + 1, migrations=[*MIGRATIONS, step])
    await driver.close()


async def the_one_after(url: str) -> None:
    """It takes something away."""
    driver = make_driver(DatabaseSettings(url=url))
    await driver.connect()
    sql = (
        f"-- Version 0: a test.\n-- Serves programs of schema version {LATEST + 1} or newer: why.\nDROP TABLE tomorrow;"
    )
    await migrate(driver, url, latest=LATEST + 2, migrations=[*MIGRATIONS, (LATEST + 1, ""), (LATEST + 2, sql)])
    await driver.close()


async def recorded(world: FleetWorld, *numbers: int) -> None:
    jobs = [product_job(number) for number in numbers]
    await world.store.jobs.add(jobs)
    for job in jobs:
        await world.become(job, "SUCCEEDED")
        assert await world.prices(job) == [10000]


async def ends(process: FleetProcess) -> tuple[int, str]:
    return await asyncio.to_thread(process.wait, 120), process.text() + process.printed()


async def test_old_programs_work_beside_a_newer_database_while_it_serves_them(
    amqp_url: str, libsql_url: str, tmp_path: Path
) -> None:
    pages = product_pages(range(1, 9), seconds=0)
    async with fleet_world(pages, database_url=libsql_url, broker_url=amqp_url, folder=tmp_path) as world:
        port = free_port()
        dispatcher = world.start("dispatch")
        gateway, own = await asyncio.gather(start_gateway(world, port), world.start_worker())
        lent = await volunteer(world, port, "ada", trusted=True)
        await recorded(world, 1, 2)

        await the_next_version(libsql_url)
        await recorded(world, 3, 4)
        assert all(process.alive for process in (gateway, dispatcher, lent, own))
        assert await asyncio.gather(*(asyncio.to_thread(one.terminate) for one in (own, dispatcher))) == [0, 0]
        world.start("dispatch")
        own = await world.start_worker()
        await recorded(world, 5, 6)
        assert own.terminate() == 0
        await recorded(world, 7)
        looks = (["jobs", "list"], ["products", "list"], ["workers"], ["shops"], ["volunteers", "show", "ada"])
        words = (["db", "status"], ["db", "init"], *looks)
        status, made, *_ = await asyncio.gather(*(world.run(*word, "--json", seconds=240) for word in words))
        told = status.json_lines()[-1]
        assert (told["schema_version"], told["serves"], told["program_needs"]) == (LATEST + 1, LATEST, LATEST)
        assert made.json_lines()[-1]["after"] == LATEST + 1

        await the_one_after(libsql_url)
        sentence = (
            f"serves programs of {LATEST + 1} or newer, newer than this program's {LATEST}. Upgrade crawlfleet to"
        )
        for code, said in await asyncio.gather(*(ends(world.start(role)) for role in ("work", "dispatch", "ingest"))):
            assert (code, sentence in said) == (1, True), said
