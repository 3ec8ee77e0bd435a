"""What `systemctl status` shows of a service whose database or broker goes away while it is at work, and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet.demo.world import routes
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_job
from tests.servers.lent_pcs import NOTHING_ELSE, join, start_gateway
from tests.servers.libsql import LibsqlServer
from tests.servers.lines.cut_line import CutLine
from tests.servers.ports import free_port
from tests.servers.rabbitmq import RabbitServer
from tests.servers.systemd import Systemd, systemd

FEED = """[[feeds]]
source = "jsonl"
account = "{}"
poll_seconds = 1
"""


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Systemd]:
    with systemd(tmp_path) as it:
        yield it


async def start(world: FleetWorld, role: str) -> FleetProcess:
    """One service of this role."""
    if role == "gateway":
        return await start_gateway(world, free_port())
    if role == "ingest":
        (world.folder / "posts.jsonl").touch()
        (world.folder / "crawlfleet.toml").write_text(FEED.format(world.folder / "posts.jsonl"))
    return world.start(role)


AT_WORK = {
    "ingest": "every feed is polled on its schedule",
    "dispatch": "due jobs go to the broker",
    "work": "idle: no message waits in its queues",
    "gateway": "volunteers are served",
}


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
@pytest.mark.parametrize(
    ("role", "server", "words"),
    [
        ("ingest", "database", "the account could not be polled, tried again with growing pauses; jsonl:"),
        ("dispatch", "database", "a round failed, the next ones are tried with growing pauses: cannot reach"),
        ("dispatch", "broker", "the broker is away: no job is published, and none is lost"),
        ("work", "broker", "waiting for the broker"),
        ("gateway", "database", "the database is away: volunteers get no tasks"),
        ("gateway", "broker", "the broker is away: volunteers get no tasks"),
    ],
)
async def test_the_status_says_who_is_away_and_then_that_all_is_well(
    role: str,
    server: str,
    words: str,
    rabbitmq: RabbitServer,
    libsql_database: LibsqlServer,
    listening: Systemd,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(listening.path))
    url = rabbitmq.vhost()
    host, _, port = url.partition("@")[2].partition("/")[0].partition(":")
    async with (
        CutLine(host, int(port)) as line,
        fleet_world(
            routes(),
            folder=tmp_path,
            database_url=libsql_database.http_url,
            broker_url=url.replace(f"{host}:{port}", f"127.0.0.1:{line.port}"),
        ) as world,
    ):
        process = await start(world, role)

        async def shown(what: str) -> None:
            await eventually(listening.shows(what), what=what, say=lambda: f"{listening.status!r} {process.text()}")

        await shown(AT_WORK[role])
        await (asyncio.to_thread(libsql_database.stop) if server == "database" else line.cut())
        if (role, server) == ("dispatch", "broker"):
            await world.store.jobs.add([product_job(1)])  # or the broker is asked once a minute only
        await shown(words)
        await (asyncio.to_thread(libsql_database.start) if server == "database" else line.mend())
        await shown(AT_WORK[role])
        assert process.terminate() == 0


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
async def test_the_status_of_a_volunteers_worker_is_its_own_sentence(
    rabbitmq: RabbitServer,
    libsql_database: LibsqlServer,
    listening: Systemd,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = free_port()
    async with fleet_world(
        routes(), folder=tmp_path, database_url=libsql_database.http_url, broker_url=rabbitmq.vhost()
    ) as world:
        await start_gateway(world, port)
        home = await join(world, port, "ada")
        monkeypatch.setenv("NOTIFY_SOCKET", str(listening.path))
        own = {**NOTHING_ELSE, "home": home}
        worker = world.start("work", own=own)
        await eventually(listening.shows("no task"), what="an idle worker", say=worker.text)
        monkeypatch.delenv("NOTIFY_SOCKET")
        await world.run("volunteer", "pause", own=own)
        await eventually(listening.shows("paused by you"), what="a pause", say=lambda: listening.status + worker.text())
        await world.run("volunteer", "resume", own=own)
        await eventually(listening.shows("no task"), what="an idle worker again", say=worker.text)
        assert worker.terminate() == 0
