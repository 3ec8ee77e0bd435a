"""A role started before its servers: it waits, says so once, to /healthz and to systemd, and works when they come."""

from __future__ import annotations

import asyncio
import signal
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from common.broker import make_broker
from common.settings import BrokerSettings, DatabaseSettings
from common.store import init_schema
from fleet.demo.world import routes
from tests.servers.fleet_process import FleetProcess
from tests.servers.fleet_world import bare_fleet, eventually
from tests.servers.libsql import LibsqlServer
from tests.servers.lines.cut_line import CutLine
from tests.servers.ports import free_port
from tests.servers.rabbitmq import RabbitServer
from tests.servers.systemd import systemd

NOWHERE_DATABASE = "http://127.0.0.1:1"
NOWHERE_BROKER = "amqp://guest:guest@127.0.0.1:1/"
SHARED = ("dispatch", "work", "up")
ROLES = ("ingest", *SHARED)


def health_of(port: int) -> tuple[int, str]:
    """Status and text of /healthz; (0, why) while nothing listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()
    except OSError as error:
        return 0, str(error)


def lines_with(process: FleetProcess, words: str) -> list[str]:
    return [line for line in process.text().splitlines() if words in line]


async def waits_for(process: FleetProcess, what: str) -> None:
    await eventually(lambda: f"waiting for the {what}" in process.text(), what=f"a wait for {what}", say=process.text)


@pytest.mark.rabbitmq
@pytest.mark.libsql_server
@pytest.mark.parametrize("role", ROLES)
async def test_a_role_started_before_its_servers_works_when_they_come(
    role: str,
    rabbitmq: RabbitServer,
    libsql_database: LibsqlServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broker_url, port = rabbitmq.vhost(), free_port()
    await asyncio.to_thread(libsql_database.stop)
    with systemd(tmp_path) as listening:
        monkeypatch.setenv("NOTIFY_SOCKET", str(listening.path))
        with bare_fleet(
            routes(),
            folder=tmp_path,
            database_url=libsql_database.http_url,
            broker_url=broker_url,
            metrics_listen=f"127.0.0.1:{port}",
        ) as fleet:
            process = fleet.start(role, measured=True)
            await waits_for(process, "database")
            code, text = health_of(port)
            assert code == 503
            assert "database: cannot reach the database" in text
            told: list[str] = []

            def is_told(word: str) -> bool:
                told.extend(listening.heard())
                return word in "".join(told)

            await eventually(lambda: is_told("STATUS=waiting for the database: "), what="a word to systemd")
            assert all("EXTEND_TIMEOUT_USEC=300000000" in one and "READY=1" not in one for one in told)

            await asyncio.to_thread(libsql_database.start)
            await eventually(lambda: "has no schema yet" in health_of(port)[1], what="the wait for a schema")
            await init_schema(DatabaseSettings(url=libsql_database.http_url))
            if role in SHARED:
                await waits_for(process, "broker")
                assert "run `crawlfleet broker init`" in health_of(port)[1]
                broker = make_broker(BrokerSettings(url=broker_url))
                await broker.declare()
                await broker.close()
            await eventually(lambda: health_of(port) == (200, "ok\n"), what="readiness", say=process.text)
            told.clear()
            await eventually(lambda: is_told("READY=1"), what="a word of it")
            for what, reasons in (("database", 2), ("broker", 1 if role in SHARED else 0)):
                assert len(lines_with(process, f"waiting for the {what}")) == reasons, process.text()
                assert len(lines_with(process, f"the {what} is there, after")) == min(1, reasons)
            assert "Traceback" not in process.text()
            assert process.terminate() == 0
            assert listening.heard()[-1] == "STOPPING=1"


@pytest.mark.libsql_server
async def test_what_a_waiting_role_tells_to_type_names_its_settings_file(
    libsql_database: LibsqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my fleet.toml").touch()
    typed, port = f"crawlfleet --config '{tmp_path / 'my fleet.toml'}' db init", free_port()
    with systemd(tmp_path) as listening:
        monkeypatch.setenv("NOTIFY_SOCKET", str(listening.path))
        with bare_fleet(
            routes(), folder=tmp_path, database_url=libsql_database.http_url, metrics_listen=f"127.0.0.1:{port}"
        ) as fleet:
            process = fleet.start("--config", "my fleet.toml", "ingest", name="ingest")
            await waits_for(process, "database")
            assert typed in process.text(), "the whole path: a log is read in another folder"
            assert typed in health_of(port)[1]
            assert typed in "".join(listening.heard())
            assert process.terminate() == 0


@pytest.mark.parametrize("role", ROLES)
async def test_a_stop_during_the_wait_ends_it_at_once_and_well(role: str, tmp_path: Path) -> None:
    with bare_fleet(
        routes(), folder=tmp_path, database_url=NOWHERE_DATABASE, broker_url=NOWHERE_BROKER, database_timeout_seconds=60
    ) as fleet:
        process = fleet.start(role, measured=True)
        await waits_for(process, "database")
        process.signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 30) == 0
        assert "Traceback" not in process.text()


@pytest.mark.parametrize(
    "words", [("ingest", "--once"), ("dispatch", "--once"), ("work", "--until-idle"), ("up", "--until-idle")]
)
async def test_one_round_fails_fast(words: tuple[str, ...], tmp_path: Path) -> None:
    with bare_fleet(routes(), folder=tmp_path, database_url=NOWHERE_DATABASE, broker_url=NOWHERE_BROKER) as fleet:
        process = fleet.start(*words, measured=True)
        assert await asyncio.to_thread(process.wait, 60) == 1
        line, next_step = process.text().splitlines()
        assert line == "crawlfleet: cannot reach the database http://127.0.0.1:1: nothing listens there"
        assert "`crawlfleet doctor`" in next_step


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"database_url": "http://192.0.2.1:8080"}, "database.allow_cleartext = true"),
        ({"broker_url": "amqp://guest@192.0.2.1/"}, "broker.allow_cleartext = true"),
        ({"database_url": "ftp://127.0.0.1/"}, "database.url"),
        ({"database_driver": "embedded", "database_url": NOWHERE_DATABASE}, "needs a file: address"),
        ({"database_url": "file:/no/such/folder/jobs.db"}, "the folder /no/such/folder does not exist"),
    ],
)
async def test_settings_that_can_never_work_end_it(settings: dict[str, str], says: str, tmp_path: Path) -> None:
    given = {"database_url": f"file:{tmp_path}/jobs.db", "broker_url": NOWHERE_BROKER} | settings
    with bare_fleet(routes(), folder=tmp_path, **given) as fleet:
        process = fleet.start("dispatch", measured=True)
        assert await asyncio.to_thread(process.wait, 60) == 1
        assert says in process.text()
        assert "waiting" not in process.text()


@pytest.mark.rabbitmq
async def test_a_password_replaced_in_its_file_ends_the_wait(rabbitmq: RabbitServer, tmp_path: Path) -> None:
    url, secret = rabbitmq.vhost(), tmp_path / "password"
    broker = make_broker(BrokerSettings(url=url))
    await broker.declare()
    await broker.close()
    secret.write_text("wrong\n")
    named = url.replace("guest:guest@", "guest@")
    with bare_fleet(
        routes(),
        folder=tmp_path,
        database_url=f"file:{tmp_path}/jobs.db",
        broker_url=named,
        broker_password_file=secret,
    ) as fleet:
        process = fleet.start("dispatch", measured=True)
        await waits_for(process, "broker")
        assert "refused the credentials" in process.text()
        secret.write_text("guest\n")
        await eventually(lambda: "leading" in process.text(), what="a dispatcher at work", say=process.text)
        assert process.terminate() == 0


@pytest.mark.rabbitmq
async def test_a_line_cut_while_the_broker_is_waited_for_is_only_another_reason(
    rabbitmq: RabbitServer, tmp_path: Path
) -> None:
    """Queues are missing, then the broker is away, then all is there: two lines, and the one that it is over."""
    url = rabbitmq.vhost()
    host, _, port = url.partition("@")[2].partition("/")[0].partition(":")
    async with CutLine(host, int(port)) as line:
        through = url.replace(f"{host}:{port}", f"127.0.0.1:{line.port}")
        with bare_fleet(
            routes(), folder=tmp_path, database_url=f"file:{tmp_path}/jobs.db", broker_url=through
        ) as fleet:
            process = fleet.start("work")
            await waits_for(process, "broker")
            await line.cut()
            await eventually(lambda: len(lines_with(process, "waiting for the broker")) == 2, what="another reason")
            broker = make_broker(BrokerSettings(url=url))
            await broker.declare()
            await broker.close()
            await line.mend()
            await eventually(lambda: '"ready"' in process.text(), what="a worker that takes jobs")
            assert len(lines_with(process, "the broker is there, after")) == 1
            assert "Traceback" not in process.text()
