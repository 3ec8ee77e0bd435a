"""What `systemctl status` shows of a service whose database or broker goes away while it is at work, and comes back."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from fleet.demo.world import routes
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import FleetWorld, eventually, fleet_world, product_job
from tests.servers.lent_pcs import join, start_gateway
from tests.servers.libsql import LibsqlServer
from tests.servers.lines.cut_line import CutLine
from tests.servers.ports import free_port
from tests.servers.rabbitmq import RabbitServer

FEED = """[[feeds]]
source = "jsonl"
account = "{}"
poll_seconds = 1
"""


class Systemd:
    """What it would listen at."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self._socket.setblocking(False)
        self.status = ""
        """The last one told."""

    def shows(self, words: str) -> Callable[[], bool]:
        def asked() -> bool:
            while True:
                try:
                    told = self._socket.recv(4000).decode()
                except BlockingIOError:
                    return words in self.status
                for line in told.splitlines():
                    self.status = line.removeprefix("STATUS=") if line.startswith("STATUS=") else self.status

        return asked

    def close(self) -> None:
        self._socket.close()


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
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    systemd, url = Systemd(tmp_path), rabbitmq.vhost()
    monkeypatch.setenv("NOTIFY_SOCKET", str(systemd.path))
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
            await eventually(systemd.shows(what), what=what, say=lambda: f"{systemd.status!r} {process.text()}")

        await shown(AT_WORK[role])
        await (asyncio.to_thread(libsql_database.stop) if server == "database" else line.cut())
        if (role, server) == ("dispatch", "broker"):
            await world.store.jobs.add([product_job(1)])  # or the broker is asked once a minute only
        await shown(words)
        await (asyncio.to_thread(libsql_database.start) if server == "database" else line.mend())
        await shown(AT_WORK[role])
        assert process.terminate() == 0
    systemd.close()


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
async def test_the_status_of_a_volunteers_worker_is_its_own_sentence(
    rabbitmq: RabbitServer, libsql_database: LibsqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd, port = Systemd(tmp_path), free_port()
    async with fleet_world(
        routes(), folder=tmp_path, database_url=libsql_database.http_url, broker_url=rabbitmq.vhost()
    ) as world:
        await start_gateway(world, port)
        home = await join(world, port, "ada")
        monkeypatch.setenv("NOTIFY_SOCKET", str(systemd.path))
        own = {"database_url": "file:nothing.db", "broker_url": "memory:", "home": home}
        worker = world.start("work", own=own)
        await eventually(systemd.shows("no task"), what="an idle worker", say=worker.text)
        monkeypatch.delenv("NOTIFY_SOCKET")
        await world.run("volunteer", "pause", own=own)
        await eventually(systemd.shows("paused by you"), what="a pause", say=lambda: systemd.status + worker.text())
        await world.run("volunteer", "resume", own=own)
        await eventually(systemd.shows("no task"), what="an idle worker again", say=worker.text)
        assert worker.terminate() == 0
    systemd.close()
