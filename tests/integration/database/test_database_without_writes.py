"""A libsql-server that answers reads but no writes: noticed, and said as what it is, once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from common.errors import StoreUnavailable
from common.settings import DatabaseSettings, Settings
from common.store import init_schema, open_store
from common.store.database.writes import STUCK
from fleet.demo.world import routes
from fleet.doctor.examine import examine
from fleet.doctor.finding import Level
from tests.integration.database.write_swallower import WriteSwallower
from tests.integration.starting.test_wait_for_servers import health_of, lines_with
from tests.servers.fleet_world import bare_fleet, eventually
from tests.servers.ports import free_port

pytestmark = pytest.mark.libsql_server


@pytest.fixture
def relay(libsql_url: str) -> Iterator[WriteSwallower]:
    with WriteSwallower(libsql_url) as relay:
        yield relay


def stuck() -> float | None:
    return REGISTRY.get_sample_value("crawlfleet_database_writes_stuck")


async def test_it_is_named_counted_and_logged_once_and_over_when_a_write_is_answered(
    relay: WriteSwallower, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "crawlfleet.store")
    await init_schema(DatabaseSettings(url=relay.url))
    settings = DatabaseSettings(url=relay.url, timeout_seconds=2)
    store = await open_store(settings)
    relay.swallowing.set()
    for _ in range(2):
        writes = [store.jobs.renew([("", "")], lease_ms=1) for _ in range(8)]
        errors = await asyncio.gather(*writes, return_exceptions=True)
        assert {type(error).__mro__[1] for error in errors} == {StoreUnavailable}
        assert any(STUCK in str(error) for error in errors)
    assert await store.jobs.open_count() == 0, "reads go on"
    assert (stuck(), store.trouble) == (1, STUCK)
    assert [record.getMessage() for record in caplog.records] == [STUCK]
    relay.swallowing.clear()
    await store.jobs.renew([("", "")], lease_ms=1)
    assert (stuck(), store.trouble) == (0, None)
    assert caplog.records[-1].getMessage().startswith("the database answers writes again, after ")
    await store.close()


async def test_a_database_that_answers_nothing_is_away_and_not_stuck(
    relay: WriteSwallower, caplog: pytest.LogCaptureFixture
) -> None:
    await init_schema(DatabaseSettings(url=relay.url))
    settings = DatabaseSettings(url=relay.url, timeout_seconds=2)
    store = await open_store(settings)
    relay.swallowing.set()
    relay.swallows_reads = True
    with pytest.raises(StoreUnavailable, match=r"did not answer within 2 s$"):
        await store.jobs.renew([("", "")], lease_ms=1)
    assert (store.trouble, caplog.records) == (None, [])
    await store.close()


async def test_the_doctor_says_what_to_restart_and_looks_at_the_rest(relay: WriteSwallower) -> None:
    database = DatabaseSettings(url=relay.url)
    await init_schema(database)
    relay.swallowing.set()
    found = [one async for one in examine(Settings(database=database), "here", limit_seconds=8)]
    (said,) = [one for one in found if one.text == STUCK]
    assert said.level is Level.FAILED
    assert "restart" in str(said.next_step)
    assert "clock" in {one.section for one in found}, "what can be read is looked at"


@pytest.mark.rabbitmq
async def test_a_service_says_so_at_healthz(relay: WriteSwallower, amqp_url: str, tmp_path: Path) -> None:
    await init_schema(DatabaseSettings(url=relay.url))
    port = free_port()
    with bare_fleet(
        routes(),
        folder=tmp_path,
        database_url=relay.url,
        database_timeout_seconds=1,
        broker_url=amqp_url,
        metrics_listen=f"127.0.0.1:{port}",
    ) as fleet:
        process = fleet.start("dispatch", measured=True)
        await eventually(lambda: "broker init" in health_of(port)[1], what="a wait for queues", say=process.text)
        await fleet.run("broker", "init")
        await eventually(lambda: health_of(port) == (200, "ok\n"), what="readiness", say=process.text)
        relay.swallowing.set()
        await eventually(
            lambda: health_of(port) == (503, STUCK + "\n"), what="the reason", say=process.text, seconds=90
        )
        relay.swallowing.clear()
        await eventually(lambda: health_of(port) == (200, "ok\n"), what="health", say=process.text)
        assert len(lines_with(process, '"message": "' + STUCK)) == 1
        assert process.terminate() == 0
