"""The whole way: each role a process of its own on servers, or all in one process; the same products every time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings
from common.store import JobFilter, init_schema, open_store
from fleet.demo.world import FEED_HOST, routes
from tests.servers.demo_fleet import (
    ENDS,
    POSTS,
    PRODUCTS,
    SETTINGS,
    SIGHTINGS,
    SKIPPED,
    ends_of,
    products_of,
    write_config,
)
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import HELD, HELD_SECONDS, QUICK, Fleet, HeldPage, bare_fleet, eventually

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow]


async def _made_ready(fleet: Fleet, database_url: str, broker_url: str) -> None:
    """What `db init` and `broker init` do; one of the tests below starts both."""
    write_config(fleet.folder)
    await init_schema(DatabaseSettings(url=database_url))
    broker = make_broker(BrokerSettings(url=broker_url))
    await broker.declare()
    await broker.close()


async def _everything_is_recorded(fleet: Fleet) -> None:
    assert ends_of((await fleet.run("jobs", "list", "--json")).json_lines()) == ENDS
    assert products_of((await fleet.run("products", "list", "--json")).json_lines()) == PRODUCTS


async def _retry_is_due(database_url: str) -> None:
    """For as long as the dispatcher of this fleet lets a retry's own message come back by itself, too."""
    store = await open_store(DatabaseSettings(url=database_url))

    async def due() -> bool:
        waited_ms = int(1000 * float(str(QUICK["dispatch_retry_overdue_seconds"])))
        return bool(await store.jobs.due("shopee", limit=10, window=10, retry_overdue_ms=waited_ms))

    try:
        await eventually(due, what="a retry that is due")
    finally:
        await store.close()


def _one_line(process: FleetProcess) -> str:
    (line,) = process.printed().splitlines()
    return line


async def test_roles_started_in_an_odd_order_do_the_whole_job(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    with bare_fleet(routes(), folder=tmp_path, database_url=libsql_url, broker_url=amqp_url, **SETTINGS) as fleet:
        await _made_ready(fleet, libsql_url, amqp_url)
        workers = await asyncio.gather(*(fleet.start_worker(measured=True) for _ in range(2)))
        dispatcher = fleet.start("dispatch", measured=True)
        ingestor = fleet.start("ingest", measured=True)

        store = await open_store(DatabaseSettings(url=libsql_url))  # a command for each look would take the processor

        async def all_ended() -> bool:
            jobs = await store.listing.jobs(JobFilter(), limit=len(ENDS) + 1)
            return len(jobs) == len(ENDS) and await store.jobs.open_count() == 0

        try:
            await eventually(all_ended, what="every link at its end", say=dispatcher.text)
        finally:
            await store.close()
        await _everything_is_recorded(fleet)
        assert [process.terminate() for process in (ingestor, dispatcher, *workers)] == [0] * 4


async def test_each_role_can_run_once_and_end_by_itself(amqp_url: str, libsql_url: str, tmp_path: Path) -> None:
    with bare_fleet(routes(), folder=tmp_path, database_url=libsql_url, broker_url=amqp_url, **SETTINGS) as fleet:
        write_config(fleet.folder)
        await fleet.run("db", "init")
        await fleet.run("broker", "init")
        (read,) = (await fleet.run("ingest", "--once", "--json")).json_lines()
        assert (read["posts"], read["skipped"], read["jobs_added"]) == (POSTS - SKIPPED, SKIPPED, len(ENDS))
        assert (read["sightings_added"], read["failures"]) == (SIGHTINGS, 0)
        assert _one_line(await fleet.run("dispatch", "--once")).startswith(
            f"dispatch: {len(ENDS)} published, 0 refused"
        )
        (worked,) = (await fleet.run("work", "--until-idle", "--json")).json_lines()
        assert (worked["failed"], worked["retried"]) == (2, 1)
        assert worked["by_code"] == {"ADDRESS_REFUSED": 1, "CONTENT_NOT_FOUND": 1, "NETWORK_ERROR": 1}
        # On a slow machine the retry may be due, and done, before the worker finds nothing more to do.
        done_at_once = worked["succeeded"] == 6
        assert done_at_once or worked["succeeded"] == 5

        if not done_at_once:
            await _retry_is_due(libsql_url)
            (again,) = (await fleet.run("dispatch", "--once", "--json")).json_lines()
            assert again["published"] == 1
            # The retry queue's own message may have come back by now as well: then one of the two is skipped.
            assert _one_line(await fleet.run("work", "--until-idle")).startswith("work: 1 succeeded, 0 failed")
        assert _one_line(await fleet.run("ingest", "--once")).startswith("ingest: 1 account, ")
        await _everything_is_recorded(fleet)


async def test_a_single_poll_of_a_feed_that_hangs_can_be_stopped(tmp_path: Path) -> None:
    page = HeldPage(1)
    hanging = routes() | {(FEED_HOST, f"/v1.0/{name}"): page for name in ("profile_posts", "me/threads")}
    patient = SETTINGS | HELD | {"ingest_poll_timeout_seconds": HELD_SECONDS}
    with bare_fleet(hanging, folder=tmp_path, database_url=f"file:{tmp_path / 'fleet.db'}", **patient) as fleet:
        write_config(tmp_path)
        poll = fleet.start("ingest", "--once")
        await eventually(lambda: page.visits, what="a feed that is asked", say=poll.text)
        assert poll.terminate() != 0, "an unfinished poll is no success"
        page.let_go()


@pytest.mark.parametrize("backend", ["servers", "embedded"])
async def test_up_in_one_process_records_the_same(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    urls = {"database_url": f"file:{tmp_path / 'fleet.db'}", "broker_url": "memory:"}
    if backend == "servers":
        urls = {
            "database_url": request.getfixturevalue("libsql_url"),
            "broker_url": request.getfixturevalue("amqp_url"),
        }
    with bare_fleet(routes(), folder=tmp_path, **urls, **SETTINGS) as fleet:
        if backend == "servers":
            await _made_ready(fleet, urls["database_url"], urls["broker_url"])
        else:
            write_config(tmp_path)
        (summary,) = (await fleet.run("up", "--until-idle", "--workers", "2", "--json")).json_lines()
        assert summary["ingest"]["jobs_added"] == len(ENDS)
        assert (summary["work"]["succeeded"], summary["work"]["failed"], summary["work"]["retried"]) == (6, 2, 1)
        await _everything_is_recorded(fleet)
        assert _one_line(await fleet.run("up", "--until-idle")).startswith("up: ")
