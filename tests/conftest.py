"""Real servers for tests. Each is started once a session, when first asked for, and ended by pid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.libsql import LibsqlServer, LibsqlServers, find_libsql
from tests.servers.rabbitmq import RabbitServer, find_rabbitmq


@pytest.fixture(scope="session")
def rabbitmq() -> Iterator[RabbitServer]:
    """A running RabbitMQ: .url, .vhost(), .ctl(), .stop(), .start(), .restart(), .kill()."""
    server = find_rabbitmq()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def amqp_url(rabbitmq: RabbitServer) -> str:
    """The URL of a fresh vhost, with no exchange or queue of ours in it."""
    return rabbitmq.vhost()


@pytest.fixture(scope="session")
def libsql_servers() -> Iterator[LibsqlServers]:
    """Where fresh databases come from: .new(env=None)."""
    servers = find_libsql()
    try:
        yield servers
    finally:
        servers.close()


@pytest.fixture(scope="session")
def libsql_server(libsql_servers: LibsqlServers) -> LibsqlServer:
    """A libsql-server shared by the session: .http_url, .stop(), .start(), .restart(), .kill()."""
    return libsql_servers.new()


@pytest.fixture
def libsql_database(libsql_servers: LibsqlServers) -> Iterator[LibsqlServer]:
    """A libsql-server with an empty database, this test's own to stop and start."""
    server = libsql_servers.new()
    yield server
    if server.http_url not in _shared_urls(libsql_servers):
        server.kill()


@pytest.fixture
def libsql_url(libsql_database: LibsqlServer) -> str:
    """The URL of an empty database of this test's own."""
    return libsql_database.http_url


def _shared_urls(servers: LibsqlServers) -> set[str]:
    """A server that is its own source (given by address, or in Docker) outlives the test."""
    return {servers.http_url} if hasattr(servers, "http_url") else set()
