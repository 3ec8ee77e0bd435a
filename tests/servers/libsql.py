"""libsql-server for tests: a given address, else Docker, else a local sqld binary."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Protocol, cast

import pytest

from common.settings import DatabaseSettings
from common.store import init_schema
from tests.places import REPO
from tests.servers.containers import Contained, on_loopback
from tests.servers.ports import free_port, let_go
from tests.servers.processes import Process, data_folder, docker_engine_answers, missing

IMAGE = "ghcr.io/tursodatabase/libsql-server:v0.24.32"
_FETCHED = REPO / ".cache/servers/sqld/package/sqld"
_HOW = "set CRAWLFLEET_TEST_LIBSQL_URL or CRAWLFLEET_TEST_SQLD (a program), start Docker, or run scripts/fetch-servers"


class LibsqlServer(Protocol):
    """One server. `stop` and `start` keep the data and the address."""

    http_url: str

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def kill(self) -> None:
        """End without a chance to tidy up."""

    def restart(self) -> None: ...


class LibsqlServers(Protocol):
    """Where fresh, empty databases come from."""

    def new(self, env: Mapping[str, str] | None = None) -> LibsqlServer:
        """An empty database. `env` sets SQLD_* variables, which only a local binary can honour (else skips)."""

    def ready(self) -> LibsqlServer:
        """A database that holds today's schema and no row."""

    def end(self, server: LibsqlServer) -> None:
        """`server`, which came from here, is used no more. One that is its own source stays for the next test."""

    def close(self) -> None: ...


class OfOneTest:
    """What a test asks a source for ends with it."""

    def __init__(self, source: LibsqlServers) -> None:
        self._source = source
        self._made: list[LibsqlServer] = []
        self.binary: Path | None = getattr(source, "binary", None)

    def new(self, env: Mapping[str, str] | None = None) -> LibsqlServer:
        server = self._source.new(env)
        self._made.append(server)
        return server

    def ready(self) -> LibsqlServer:
        server = self._source.ready()
        self._made.append(server)
        return server

    def end(self, server: LibsqlServer) -> None:
        self._made.remove(server)
        self._source.end(server)

    def close(self) -> None:
        for server in list(self._made):
            self.end(server)


class LocalSqld:
    def __init__(self, binary: Path, folder: Path, env: Mapping[str, str] | None = None) -> None:
        self._binary, self._folder, self._env = binary, folder, dict(env or {})
        self.port = free_port()
        self.http_url = f"http://127.0.0.1:{self.port}"
        self._process: Process | None = None

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        if self._process and self._process.alive:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self._process = Process(
            [
                str(self._binary),
                "--no-welcome",
                "--db-path",
                str(self.data),
                "--http-listen-addr",
                f"127.0.0.1:{self.port}",
            ],
            env={"PATH": os.defpath, "RUST_LOG": "warn", "SQLD_MAX_CONCURRENT_CONNECTIONS": "2", **self._env},
            cwd=self._folder,
            log=self._folder / "sqld.log",
        )
        self._process.wait_ready(lambda: _healthy(self.http_url), timeout_seconds=60, what="sqld")

    def stop(self) -> None:
        if self._process:
            self._process.end(grace_seconds=20)

    def kill(self) -> None:
        if self._process:
            self._process.kill()

    def restart(self) -> None:
        self.stop()
        self.start()


class LocalSqlds:
    """A process and a folder of its own per database (about 0.1 s each)."""

    def __init__(self, binary: Path) -> None:
        self.binary = binary
        self._base = data_folder("crawlfleet-sqld-")
        self._numbers = count()
        self._running: dict[LocalSqld, Path] = {}
        self._schema = self._base / "schema"

    def new(self, env: Mapping[str, str] | None = None, *, data: Path | None = None) -> LocalSqld:
        """`data`: what another left that has ended; this one begins with a copy."""
        folder = self._base / str(next(self._numbers))
        server = LocalSqld(self.binary, folder, env)
        self._running[server] = folder
        if data:
            shutil.copytree(data, server.data)
        server.start()
        return server

    def ready(self) -> LocalSqld:
        """A copy of one in which the schema was made once: making it takes as long as many a test."""
        if not self._schema.exists():
            first = self.new()
            make_schema(DatabaseSettings(url=first.http_url))
            first.stop()
            shutil.copytree(first.data, self._schema)
            self.end(first)
        return self.new(data=self._schema)

    def end(self, server: LibsqlServer) -> None:
        local = cast("LocalSqld", server)
        local.kill()
        let_go(local.port)
        shutil.rmtree(self._running.pop(local), ignore_errors=True)

    def close(self) -> None:
        for server in list(self._running):
            self.end(server)
        shutil.rmtree(self._base, ignore_errors=True)


class GivenLibsql:
    """A server somebody else runs: one database, emptied for each test."""

    def __init__(self, url: str) -> None:
        self.http_url = url.rstrip("/")

    def new(self, env: Mapping[str, str] | None = None) -> GivenLibsql:
        if env:
            pytest.skip("needs a local sqld binary, for settings of its own")
        _wipe(self.http_url)
        return self

    def ready(self) -> GivenLibsql:
        made = self.new()
        make_schema(DatabaseSettings(url=self.http_url))
        return made

    def end(self, server: LibsqlServer) -> None: ...

    def close(self) -> None: ...

    def start(self) -> None:
        pytest.skip(f"the test wants to start and stop libsql-server, and {self.http_url} was given by address")

    stop = kill = restart = start


class DockerLibsql(Contained, GivenLibsql):
    def __init__(self) -> None:
        self._container, port = on_loopback(IMAGE, 8080)
        self._container.start()
        super().__init__(f"http://127.0.0.1:{port}")
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while not _healthy(self.http_url):
            if time.monotonic() > deadline:
                pytest.fail("libsql-server in Docker was not ready within 60 s", pytrace=False)
            time.sleep(0.05)


def make_schema(database: DatabaseSettings) -> None:
    """For fixtures: on a thread, for there may be an event loop on this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, init_schema(database)).result()


def find_libsql() -> LibsqlServers:
    """The first way that works on this machine; else skips, or fails when CI is set."""
    given = os.environ.get("CRAWLFLEET_TEST_LIBSQL_URL")
    if given:
        return GivenLibsql(given)
    if docker_engine_answers():
        return DockerLibsql()
    named = os.environ.get("CRAWLFLEET_TEST_SQLD")
    if named and not os.access(named, os.X_OK):
        pytest.fail(f"CRAWLFLEET_TEST_SQLD={named} is not a program", pytrace=False)
    found = named or shutil.which("sqld") or (str(_FETCHED) if os.access(_FETCHED, os.X_OK) else None)
    if not found:
        missing("libsql-server", _HOW)
    return LocalSqlds(Path(str(found)).resolve())


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return True  # an answer that asks for credentials is an answer
    except OSError:
        return False


def _wipe(url: str) -> None:
    """Drop everything the last test left: triggers and views first, so that no drop fires or breaks one."""
    rows = _execute(url, ["SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"])[0]
    order = {"trigger": 0, "view": 1, "table": 2}
    found = sorted((order[kind], kind, name) for kind, name in rows if kind in order)
    # One pipeline is one stream, so the pragma holds for the drops behind it.
    _execute(url, ["PRAGMA foreign_keys=OFF", *(f'DROP {kind} IF EXISTS "{name}"' for _, kind, name in found)])


def _execute(url: str, statements: list[str]) -> list[list[list[str]]]:
    requests = [{"type": "execute", "stmt": {"sql": sql}} for sql in statements]
    body = json.dumps({"requests": [*requests, {"type": "close"}]}).encode()
    request = urllib.request.Request(f"{url}/v2/pipeline", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        results = json.load(answer)["results"]
    for sql, result in zip(statements, results, strict=False):
        if result["type"] != "ok":
            raise RuntimeError(f"{sql}: {result['error']}")
    return [
        [[cell.get("value") for cell in row] for row in result["response"]["result"]["rows"]] for result in results[:-1]
    ]
