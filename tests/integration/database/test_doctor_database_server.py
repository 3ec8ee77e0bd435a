"""The doctor before a real libsql-server: open to all, locked, and with an SQL that reads files."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr

from common.settings import DatabaseSettings, Settings
from common.store import init_schema
from fleet.doctor.examine import examine
from fleet.doctor.finding import Finding, Level
from tests.servers.database_tokens import public_pem, signed, token
from tests.servers.libsql import LibsqlServers

pytestmark = pytest.mark.libsql_server


async def examined(database: DatabaseSettings) -> list[Finding]:
    return [one async for one in examine(Settings(database=database), "here", limit_seconds=10)]


def failures(findings: list[Finding]) -> list[str]:
    return [one.text for one in findings if one.level is Level.FAILED]


@pytest.mark.parametrize("driver", ["hrana", "libsql-client"])
@pytest.mark.parametrize("made", [True, False])
async def test_a_server_that_asks_for_no_token_fails_loudly(libsql_url: str, driver: str, made: bool) -> None:
    if made:
        await init_schema(DatabaseSettings(url=libsql_url))
    url = libsql_url.replace("http://", "ws://") if driver == "libsql-client" else libsql_url
    # Its own token changes nothing: whoever comes without one gets in.
    found = await examined(DatabaseSettings(url=url, driver=driver, auth_token=SecretStr("any")))
    assert any("ASKS FOR NO TOKEN" in text for text in failures(found)), found
    (loud,) = [one for one in found if "ASKS FOR NO TOKEN" in one.text]
    assert "SQLD_AUTH_JWT_KEY_FILE" in str(loud.next_step)


async def test_a_locked_server_is_well_and_its_sql_that_reads_files_is_told(
    libsql_servers: LibsqlServers, tmp_path: Path
) -> None:
    key = Ed25519PrivateKey.generate()
    (tmp_path / "key.pem").write_bytes(public_pem(key))
    server = libsql_servers.new({"SQLD_AUTH_JWT_KEY_FILE": str(tmp_path / "key.pem")})
    database = DatabaseSettings(url=server.http_url, auth_token=SecretStr(token(key, ends_in_seconds=90 * 86_400)))
    await init_schema(database)
    found = await examined(database)
    assert failures(found) == []
    assert Finding("database", Level.OK, "who has no token is refused") in found
    # The npm package's program has it; should a later one lose it, this line says so.
    (told,) = [one for one in found if "readfile()" in one.text]
    assert "owns only its data folder" in told.text + str(told.next_step)
    # The test runs the server as its own user; of root nobody can tell whether it is a container's relay.
    assert told.level is (Level.WARNING if os.geteuid() else Level.OK)
    assert database.auth_token is not None and database.auth_token.get_secret_value() not in str(found)

    full = DatabaseSettings(url=server.http_url, auth_token=SecretStr(signed(key, {})))
    assert any("every right" in text for text in failures(await examined(full)))
    await asyncio.to_thread(server.kill)


async def test_the_question_about_files_touches_none(libsql_servers: LibsqlServers, tmp_path: Path) -> None:
    """A pipe that nobody writes to would hold readfile() for ever; the probe's EXPLAIN never opens it."""
    from common.store.drivers.base import Statement
    from common.store.store import make_driver

    server = libsql_servers.new()
    driver = make_driver(DatabaseSettings(url=server.http_url, timeout_seconds=2))
    await driver.connect()
    await driver.batch([Statement(f"EXPLAIN SELECT writefile('{tmp_path}/written', 'x')")])
    assert not (tmp_path / "written").exists()
    await driver.batch([Statement(f"SELECT writefile('{tmp_path}/written', 'x')")])
    assert (tmp_path / "written").read_text("utf-8") == "x", "this server's SQL does not write files any more: say so"
    await driver.close()
