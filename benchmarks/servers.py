"""RabbitMQ and libsql-server for a benchmark, and what it is that is measured."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager

from benchmarks.machine import describe
from tests.places import REPO
from tests.servers.libsql import LibsqlServers, find_libsql
from tests.servers.rabbitmq import RabbitServer, find_rabbitmq


@contextmanager
def both_servers() -> Iterator[tuple[RabbitServer, LibsqlServers, dict[str, str]]]:
    """Both servers until the end, and the machine described with their versions."""
    with closing(find_rabbitmq()) as rabbitmq, closing(find_libsql()) as libsql:
        yield rabbitmq, libsql, describe(**{"rabbitmq-server": _rabbitmq_version(), "libsql-server": _sqld_version()})


def _rabbitmq_version() -> str:
    return _first_line("dpkg-query", "--show", "--showformat=${Version}", "rabbitmq-server")


def _sqld_version() -> str:
    program = os.environ.get("CRAWLFLEET_TEST_SQLD") or str(REPO / ".cache/servers/sqld/package/sqld")
    return _first_line(program, "--version")


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except OSError:
        return "unknown"
    return done.stdout.strip().splitlines()[0] if done.returncode == 0 and done.stdout.strip() else "unknown"
