"""A service that waits tells its log once, and systemd and /healthz every time, in the same words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from common.errors import (
    BrokerCleartextRefused,
    BrokerError,
    CleartextRefused,
    ConfigError,
    CrawlfleetError,
    SchemaMismatch,
    SchemaNewer,
    StoreRejected,
    StoreUnavailable,
    TopologyMissing,
)
from common.output.served.health import Health, with_health
from common.output.trouble import SAY_AGAIN_SECONDS
from fleet.run.servers import LONGEST_PAUSE_SECONDS, never_works, pause_seconds
from fleet.run.standing.sd_notify import Notifier
from fleet.run.standing.standing import Standing, watchdog


class Ear(Notifier):
    """Keeps what systemd would hear."""

    def __init__(self, environ: dict[str, str] | None = None) -> None:
        super().__init__(environ or {})
        self.heard: list[str] = []

    def _send(self, message: str) -> bool:
        self.heard.append(message)
        return True


class Hours:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_a_long_wait_is_logged_once_then_rarely_and_each_new_reason_at_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "crawlfleet")
    hours, ear = Hours(), Ear()
    standing = Standing(notifier=ear, health=Health(), monotonic=hours)
    for _ in range(int(SAY_AGAIN_SECONDS)):
        standing.waiting("database", StoreUnavailable("nobody answers"))
        standing.waiting("database", StoreRejected("the token is refused"))
        hours.seconds += 2
    assert len(said(caplog)) == 4, "two reasons, each once in ten minutes"
    assert said(caplog)[0] == "waiting for the database, asked again with growing pauses: nobody answers"
    standing.back("database")
    standing.back("database")
    assert said(caplog)[-1] == "the database is there, after 1200 tries in 1200 s"
    assert len(said(caplog)) == 5
    assert len(ear.heard) == 1201, "systemd's start is extended with every try"


def test_health_is_ill_until_ready_and_names_each_reason_on_a_line() -> None:
    health = Health()
    standing = Standing(notifier=Ear(), health=health)
    assert health.lines() == ["start: not ready yet"]
    standing.waiting("broker", BrokerError("refused\nthe credentials \x1b[31m"))
    assert health.lines() == ["start: not ready yet", r"broker: refused\nthe credentials \x1b[31m"]
    standing.back("broker")
    standing.ready("at work")
    assert health.lines() == []
    trouble = ["the database answers reads but no writes"]
    health.ask(lambda: trouble[0] if trouble else None)
    assert health.lines() == trouble
    trouble.clear()
    standing.stopping()
    assert health.lines() == ["stop: stopping"]


def test_ready_is_said_once() -> None:
    ear = Ear()
    standing = Standing(notifier=ear, health=Health())
    for _ in range(3):
        standing.ready("due jobs go to the broker")
    assert ear.heard == ["READY=1\nSTATUS=due jobs go to the broker"]


def test_the_health_page_answers_at_its_own_path_only() -> None:
    health, started = Health(), []

    def app(_: object, start: object) -> list[bytes]:
        return [b"metrics"]

    def start(status: str, _: object, __: object = None, /) -> Callable[[bytes], object]:
        started.append(status)
        return lambda data: None

    page = with_health(app, health)
    assert list(page({"PATH_INFO": "/metrics"}, start)) == [b"metrics"]
    assert list(page({"PATH_INFO": "/healthz"}, start)) == [b"ok\n"]
    health.ill("database", "away")
    assert list(page({"PATH_INFO": "/healthz"}, start)) == [b"database: away\n"]
    assert started == ["200 OK", "503 Service Unavailable"]


def test_ready_is_told_apart_from_well() -> None:
    health, started = Health(), []

    def start(status: str, _: object, __: object = None, /) -> Callable[[bytes], object]:
        started.append(status)
        return lambda data: None

    def asked(path: str) -> str:
        page = with_health(lambda *_: [b"metrics"], health)
        return b"".join(page({"PATH_INFO": path}, start)).decode()

    health.ill("start", "not ready yet")
    assert asked("/readyz") == asked("/healthz") == "start: not ready yet\n"
    health.well("start")
    health.ask(lambda: "the database takes no writes")
    assert asked("/readyz") == "ok\n"
    assert asked("/healthz") == "the database takes no writes\n"
    assert all(page in asked("/") for page in ("/metrics", "/healthz", "/readyz"))
    asked("/nothing")
    assert started[-1] == "404 Not Found"


@pytest.mark.parametrize(
    ("error", "ends"),
    [
        (StoreUnavailable("away"), False),
        (StoreRejected("the token is refused"), False),
        (SchemaMismatch("no schema yet"), False),
        (SchemaNewer("newer than this program"), True),
        (BrokerError("refused the credentials"), False),
        (TopologyMissing("no queue"), False),
        (ConfigError("no driver"), True),
        (CleartextRefused("8.8.8.8"), True),
        (CleartextRefused("100.64.1.2", may_pass=True), False),
        (BrokerCleartextRefused("8.8.8.8"), True),
        (BrokerCleartextRefused("100.64.1.2", may_pass=True), False),
    ],
)
def test_only_what_no_waiting_mends_ends_a_service(error: CrawlfleetError, ends: bool) -> None:
    assert never_works(error) is ends


def test_pauses_grow_to_their_limit_and_are_spread() -> None:
    whole = [pause_seconds(failures, lambda: 1.0) for failures in range(1, 9)]
    assert whole == [0.5, 1, 2, 4, 8, *[LONGEST_PAUSE_SECONDS] * 3]
    assert pause_seconds(9, lambda: 0.0) == LONGEST_PAUSE_SECONDS / 2


async def test_the_watchdog_hears_a_heartbeat_where_it_asks_for_one() -> None:
    silent = Ear()
    async with watchdog(silent):
        await asyncio.sleep(0)
    assert silent.heard == []
    ear = Ear({"WATCHDOG_USEC": "2000"})
    async with watchdog(ear), asyncio.timeout(60):
        while len(ear.heard) < 3:
            await asyncio.sleep(0.001)
    assert set(ear.heard) == {"WATCHDOG=1"}
    assert Ear({"WATCHDOG_USEC": "2000", "WATCHDOG_PID": "1"}).watchdog_seconds is None


def test_what_a_service_does_is_told_when_it_changes_once_it_is_ready() -> None:
    ear, health = Ear(), Health()
    standing = Standing(notifier=ear, health=health)
    standing.says("standing by")
    assert ear.heard == [], "systemd takes a status for a word on the start while that lasts"
    standing.ready("due jobs go to the broker")
    for sentence in ("due jobs go to the broker", "the broker is away", "the broker is away", "due jobs go\nMAINPID=1"):
        standing.says(sentence)
    assert ear.heard == [
        "READY=1\nSTATUS=due jobs go to the broker",
        "STATUS=the broker is away",
        "STATUS=due jobs go\\nMAINPID=1",
    ]
    assert health.lines() == [], "no reason to start the process anew"
