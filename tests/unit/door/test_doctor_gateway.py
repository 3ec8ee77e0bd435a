"""The doctor and the volunteers' door: whether it serves where the settings say, its certificate, and its invites."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme

from common.broker.memory import MemoryBroker
from common.settings import DatabaseSettings, Settings
from common.settings_tables.gateway import GatewaySettings
from common.store import init_schema, open_store
from fleet.doctor.doors.certificate import is_for, judge_end
from fleet.doctor.doors.gateway import check_gateway
from fleet.doctor.finding import Finding, Level
from tests.integration.volunteers.door import serving
from tests.servers.ports import free_port
from tests.unit.door.test_certificates import written


async def found(**door: object) -> list[Finding]:
    settings = Settings(gateway=GatewaySettings.model_validate(door))
    return [finding async for finding in check_gateway(settings)]


async def test_a_gateway_that_serves_and_one_whose_database_is_away(tmp_path: Path) -> None:
    settings = Settings(database=DatabaseSettings(url=f"file:{tmp_path}/fleet.db"))
    await init_schema(settings.database)
    store, broker = await open_store(settings.database), MemoryBroker(settings.broker)
    await broker.declare()
    async with serving(settings, store, broker) as door:
        listen = str(door.client.base_url).removeprefix("http://").rstrip("/")
        (one,) = await found(listen=listen)
        assert one.level is Level.OK and f"answers at http://{listen}" in one.text
        (wrong,) = await found(listen=listen.replace("127.0.0.1", "localhost"))
        assert wrong.level is Level.OK
    (gone,) = await found(listen=listen)
    assert (
        gone.level is Level.WARNING and "nobody answers" in gone.text and "`crawlfleet gateway`" in str(gone.next_step)
    )
    await store.close()


async def test_a_door_that_is_not_named_is_not_looked_for() -> None:
    assert await found() == []
    assert await found(public_url="https://fleet.example") == []


async def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "gone.pem")
    (one,) = await found(listen=f"127.0.0.1:{free_port()}", certificate_file=missing, key_file=missing)
    assert one.level is Level.FAILED and "gone.pem" in one.text
    written(tmp_path, stamp=1)
    files = {"certificate_file": str(tmp_path / "chain.pem"), "key_file": str(tmp_path / "key.pem")}
    (nobody,) = await found(listen=f"127.0.0.1:{free_port()}", **files)
    assert nobody.level is Level.WARNING and "https://127.0.0.1:" in nobody.text


@pytest.mark.parametrize(("url", "levels"), [("http://192.0.2.7", ["failed"]), ("http://127.0.0.1:8787", [])])
async def test_an_invite_that_no_volunteer_follows_is_told_to_the_operator(url: str, levels: list[str]) -> None:
    assert [one.level.value for one in await found(public_url=url)] == levels


@pytest.mark.parametrize(("days", "said"), [(40, []), (3, ["ends in 3 days"])])
def test_a_certificate_that_ends_soon(days: int, said: list[str]) -> None:
    now = 1_795_435_200.0  # Mon Nov 23 12:00:00 2026
    texts = [
        one.text for one in judge_end("gateway", "Nov 26 18:00:00 2026 GMT", now + (3 - days) * 86_400, "volunteers")
    ]
    assert [words for words in said if words in texts[0]] == said and len(texts) == len(said)


@asynccontextmanager
async def door_of_tls(folder: Path, name: str, **dates: Any) -> AsyncIterator[dict[str, str]]:
    """A gateway's settings, and something that listens there with a certificate of `name` and is ready."""
    issued = trustme.CA().issue_cert(name, **dates)
    files = {"certificate_file": str(folder / "chain.pem"), "key_file": str(folder / "key.pem")}
    (folder / "chain.pem").write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    (folder / "key.pem").write_bytes(issued.private_key_pem.bytes())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(**{"certfile": files["certificate_file"], "keyfile": files["key_file"]})

    async def ready(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nready")
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(ready, "127.0.0.1", 0, ssl=context)
    try:
        yield {"listen": f"127.0.0.1:{listening.sockets[0].getsockname()[1]}", **files}
    finally:
        listening.close()


async def test_a_certificate_of_another_name_than_invites_lead_to_is_told(tmp_path: Path) -> None:
    async with door_of_tls(tmp_path, "other.example") as door:
        answers, told = await found(**door, public_url="https://fleet.example")
        assert answers.level is Level.OK and told.level is Level.WARNING
        assert "is of other.example, not of fleet.example" in told.text and "turned away" in told.text
        assert len(await found(**door, public_url="https://OTHER.example:8443/")) == 1
        assert len(await found(**door)) == 1


async def test_a_certificate_that_has_ended_is_a_failure_and_nobody_is_said_to_be_silent(tmp_path: Path) -> None:
    day, now = timedelta(days=1), datetime.now(UTC)
    async with door_of_tls(tmp_path, "fleet.example", not_before=now - 3 * day, not_after=now - day) as door:
        (ended,) = await found(**door, public_url="https://fleet.example")
    assert ended.level is Level.FAILED and "its certificate has expired" in ended.text
    assert "volunteers are turned away" in ended.text and "nobody answers" not in ended.text
    assert "renew it" in str(ended.next_step)


async def test_a_door_that_shows_another_certificate_than_its_file_holds(tmp_path: Path) -> None:
    async with door_of_tls(tmp_path, "fleet.example") as door:
        written(tmp_path, stamp=2)
        (told,) = await found(**door)
    assert told.level is Level.WARNING and "another certificate than that of gateway.certificate_file" in told.text


@pytest.mark.parametrize(
    ("names", "host", "fits"),
    [
        ([("DNS", "*.fleet.example")], "a.fleet.example", True),
        ([("DNS", "*.fleet.example")], "a.b.fleet.example", False),
        ([("DNS", "*.fleet.example")], "fleet.example", False),
        ([("DNS", "Fleet.Example")], "fleet.example", True),
        ([("IP Address", "192.0.2.7")], "192.0.2.7", True),
        ([], "localhost", False),
    ],
)
def test_of_which_names_a_certificate_is(names: list[tuple[str, str]], host: str, fits: bool) -> None:
    assert is_for({"subjectAltName": names}, host) is fits
