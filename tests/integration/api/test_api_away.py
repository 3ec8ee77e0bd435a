"""When the database or the broker is away, or is another: a reason, and what to do; no traceback, no secret."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from common.settings import Settings
from common.store import ConsoleRole, init_schema, open_store
from tests.servers.console import Here, serving
from tests.servers.console.programs import Program, problem, program
from tests.servers.fleet_world import eventually
from tests.servers.libsql import LibsqlServers


@pytest.mark.libsql_server
async def test_a_database_that_goes_away_and_returns(libsql_servers: LibsqlServers) -> None:
    server = libsql_servers.new()
    told = {"database": {"url": server.http_url, "timeout_seconds": 2}, "console": {"listen": "127.0.0.1:0"}}
    settings = Settings.model_validate(told)
    await init_schema(settings.database)
    store = await open_store(settings.database)
    async with serving(settings, store) as here:
        operator = await program(here, "nightly", ConsoleRole.OPERATOR)
        assert (await operator.told("/jobs"))["items"] == []
        await operator.done("/shops/pause", shop="taobao", reason="a test")
        server.kill()
        away = await operator.get("/jobs")
        said = problem(away, 503, "DATABASE_AWAY")
        assert int(away.headers["retry-after"]) > 0
        assert server.http_url not in away.text and "log says why" in said["detail"], "nobody is known yet"
        server.start()

        async def back() -> bool:
            return (await operator.get("/jobs")).status_code == 200

        await eventually(back, what="the call again")
    await store.close()


async def test_a_file_that_is_gone(here: Here, operator: Program, settings: Settings, tmp_path: Path) -> None:
    await operator.told("/jobs")
    (tmp_path / "fleet.db").rename(tmp_path / "away.db")
    problem(await operator.get("/jobs"), 503, "DATABASE_AWAY")
    (tmp_path / "away.db").rename(tmp_path / "fleet.db")
    await operator.told("/jobs")


@pytest.mark.parametrize("path", ["/queues", "/dlq"])
async def test_a_broker_inside_another_process_cannot_be_seen(here: Here, viewer: Program, path: str) -> None:
    problem(await viewer.get(path), 409, "NO_BROKER")


async def test_no_log_holds_a_token(here: Here, operator: Program, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await operator.told("/doctor")
    await operator.get("/jobs", shop="ebay")
    await operator.post("/jobs/requeue", jobs=["zzz"])
    wrong = Program(operator.client, operator.token[:-1] + ("a" if operator.token[-1] != "a" else "b"))
    problem(await wrong.get("/jobs"), 401, "NO_TOKEN")
    secrets = (operator.token, wrong.token)
    assert not [one for one in caplog.messages if any(secret in one for secret in secrets)]
