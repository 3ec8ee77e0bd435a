"""The doctor and the volunteers' door: whether it serves where the settings say, its certificate, and its invites."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.broker.memory import MemoryBroker
from common.settings import DatabaseSettings, Settings
from common.settings_tables.gateway import GatewaySettings
from common.store import init_schema, open_store
from fleet.doctor.doors.gateway import check_gateway, judge_certificate
from fleet.doctor.finding import Finding, Level
from tests.integration.volunteers.door import serving
from tests.servers.processes import free_port
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
    texts = [one.text for one in judge_certificate("Nov 26 18:00:00 2026 GMT", now + (3 - days) * 86_400)]
    assert [words for words in said if words in texts[0]] == said and len(texts) == len(said)
