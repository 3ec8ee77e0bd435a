"""Sixteen worker processes with four crawls each write through one libsql-server set up as ours, and it bears them."""

from __future__ import annotations

import pytest

from benchmarks.database_connections import CRAWLS, WORKERS, measure
from tests.servers.libsql import LibsqlServer
from tests.servers.rabbitmq import RabbitServer

pytestmark = [pytest.mark.rabbitmq, pytest.mark.libsql_server, pytest.mark.slow, pytest.mark.trodden]

JOBS = 2000
"""With two connections about 15 s on two cores at rest. A run in which nothing ends for 30 s is given up."""


async def test_sixteen_writing_processes_do_not_freeze_the_database(
    rabbitmq: RabbitServer, libsql_database: LibsqlServer
) -> None:
    assert (WORKERS, CRAWLS) == (16, 4)
    run = await measure(2, JOBS, rabbitmq.vhost(), libsql_database.http_url)
    assert (run.ended, run.done) == ("done", JOBS), run
