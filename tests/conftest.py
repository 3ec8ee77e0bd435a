"""Real servers and real material for tests. A server starts once a session, when first asked for, and ends by pid."""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, nullcontext
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from common.settings import DatabaseSettings
from tests.measuring import unmeasured, unmeasured_processes
from tests.places import MATERIAL, MATERIAL_TESTS, REPO, VARIABLE
from tests.servers.libsql import LibsqlServer, LibsqlServers, OfOneTest, find_libsql, make_schema
from tests.servers.rabbitmq import RabbitServer, find_rabbitmq, find_rabbitmq4
from tests.whole_run import LeftOut

# httpcore asks for this package at each request, which under pytest takes a millisecond each time that it is not there.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # None: it is not there

# No test is timed: on a machine that does something else too, an example would fail for taking 200 ms.
settings.register_profile("untimed", parent=settings(), deadline=None)
settings.load_profile("untimed")

_MATERIAL_LEFT_OUT = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    if MATERIAL is not None and not MATERIAL.is_dir():
        raise pytest.UsageError(f"{VARIABLE} names {MATERIAL}, which is no folder")
    config.pluginmanager.register(LeftOut(config))
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        config.add_cleanup(_unmeasured_from_now_on())  # it runs no test itself: it hands them out, and hears of each
    for name in ("COLUMNS", "LINES"):  # set for each process of a run in several; a test names the width it wants
        os.environ.pop(name, None)


def _unmeasured_from_now_on() -> Callable[[], None]:
    """Pauses coverage in this process. What to call when it ends."""
    pause = ExitStack()
    pause.enter_context(unmeasured())
    return pause.close


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """The collector of garbage leaves alone what collecting made: half a million objects that stay until the end, and
    a pass over them takes most of a second. It looks for cycles seldom afterwards, as the gateway and the parsing child
    do.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS)
        gc.enable()


_NEW_OBJECTS = 20_000
"""Between two looks; the interpreter's own are 700."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """A test that ran a command in this process leaves its level of logs: the next would miss what it waits for."""
    logging.disable(logging.NOTSET)
    logging.getLogger("crawlfleet").setLevel(logging.NOTSET)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Coverage leaves out tests that are marked trodden, and what they start; those of real material, too: its floor
    holds without them, for the material is not part of the repository.
    """
    leaves_out = item.get_closest_marker("trodden") or item.path.is_relative_to(MATERIAL_TESTS)
    with unmeasured_processes() if leaves_out else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Pauses coverage while a test runs that is marked unmeasured."""
    with unmeasured() if item.get_closest_marker("unmeasured") else nullcontext():
        return (yield)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Tests of real material are only collected where a folder of it is named."""
    if MATERIAL is not None or not collection_path.is_relative_to(MATERIAL_TESTS):
        return None
    config.stash[_MATERIAL_LEFT_OUT] = True
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash.get(_MATERIAL_LEFT_OUT, False):
        files = sorted(MATERIAL_TESTS.glob("test_*.py"))
        tests = sum(len(re.findall(r"^(?:async )?def test_", path.read_text("utf-8"), re.MULTILINE)) for path in files)
        terminalreporter.write_line(
            f"real material: {VARIABLE} names no folder, so {tests} tests of {len(files)} files in "
            f"{MATERIAL_TESTS.relative_to(REPO)} were not collected"
        )


@pytest.fixture(scope="session")
def rabbitmqs() -> Iterator[Callable[[str], RabbitServer]]:
    """The brokers of this run by name, `installed` and `4`, each started when first asked for."""
    find = {"installed": find_rabbitmq, "4": find_rabbitmq4}
    started: dict[str, RabbitServer] = {}

    def by_name(name: str) -> RabbitServer:
        if name not in started:
            started[name] = find[name]()
        return started[name]

    try:
        yield by_name
    finally:
        for server in started.values():
            server.close()


@pytest.fixture
def rabbitmq(request: pytest.FixtureRequest, rabbitmqs: Callable[[str], RabbitServer]) -> RabbitServer:
    """A running RabbitMQ: .url, .vhost(), .ctl(), .stop(), .start(), .restart(), .kill().

    It is the installed one, but for tests that tests/servers/rabbitmq's EACH_RABBITMQ marks.
    """
    return rabbitmqs(getattr(request, "param", "installed"))


@pytest.fixture
def amqp_url(rabbitmq: RabbitServer) -> Iterator[str]:
    """The URL of a fresh vhost, with no exchange or queue of ours in it."""
    url = rabbitmq.vhost()
    yield url
    rabbitmq.leave(url)


@pytest.fixture(scope="session")
def libsql_source() -> Iterator[LibsqlServers]:
    """Where every test's databases come from."""
    source = find_libsql()
    try:
        yield source
    finally:
        source.close()


@pytest.fixture
def libsql_servers(libsql_source: LibsqlServers) -> Iterator[LibsqlServers]:
    """Where fresh databases come from: .new(env=None). They end with the test."""
    servers = OfOneTest(libsql_source)
    try:
        yield servers
    finally:
        servers.close()


@pytest.fixture
def libsql_database(libsql_servers: LibsqlServers) -> LibsqlServer:
    """A libsql-server with an empty database, this test's own: .http_url, .stop(), .start(), .restart(), .kill()."""
    return libsql_servers.new()


@pytest.fixture
def libsql_url(libsql_database: LibsqlServer) -> str:
    """The URL of an empty database of this test's own."""
    return libsql_database.http_url


@pytest.fixture
def libsql_ready_url(libsql_servers: LibsqlServers) -> str:
    """The URL of a database of this test's own that holds today's schema."""
    return libsql_servers.ready().http_url


@pytest.fixture(scope="session")
def schema_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded database that holds today's schema, to be copied: making one takes as long as many a test."""
    path = tmp_path_factory.mktemp("schema") / "fleet.db"
    make_schema(DatabaseSettings(url=f"file:{path}"))
    return path
