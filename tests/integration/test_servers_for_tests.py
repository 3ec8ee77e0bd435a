"""The servers that other tests stand on come up fresh, and come back after a restart with what was durable."""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path

import aio_pika
import pytest

from tests.servers.libsql import LibsqlServer, LibsqlServers, LocalSqlds, OfOneTest
from tests.servers.lines.cut_line import CutLine
from tests.servers.lines.streams import stream_server
from tests.servers.processes import data_folder
from tests.servers.rabbitmq import RabbitServer


def sql(url: str, *statements: str) -> list[str]:
    requests = [{"type": "execute", "stmt": {"sql": text}} for text in statements]
    # A stream that stays open would hold one of the server's two connections.
    body = json.dumps({"requests": [*requests, {"type": "close"}]}).encode()
    request = urllib.request.Request(f"{url}/v2/pipeline", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return [result["type"] for result in json.load(answer)["results"][:-1]]


@pytest.mark.libsql_server
@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_gets_an_empty_database(libsql_url: str, turn: int) -> None:
    assert sql(libsql_url, "CREATE TABLE left_over (x)") == ["ok"]


@pytest.mark.libsql_server
def test_a_libsql_server_ends_with_its_test(libsql_source: LibsqlServers) -> None:
    if not isinstance(libsql_source, LocalSqlds):
        pytest.skip("a server that is its own source stays for all tests")
    of_a_test = OfOneTest(libsql_source)
    first, second = (of_a_test.new() for _ in range(2))
    sql(first.http_url, "CREATE TABLE kept (x)")
    of_a_test.end(first)
    with pytest.raises(OSError, match="refused"):
        sql(first.http_url, "SELECT 1")
    assert sql(second.http_url, "SELECT 1") == ["ok"]
    of_a_test.close()
    with pytest.raises(OSError, match="refused"):
        sql(second.http_url, "SELECT 1")


def test_data_is_kept_in_memory_only_where_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, memory = tmp_path / "disk", tmp_path / "memory"
    disk.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    assert data_folder("t-", memory).parent == disk, "a system without files in memory"
    memory.mkdir()
    free = 2**30 - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda of: shutil._ntuple_diskusage(2**40, 2**40 - free, free))
    assert data_folder("t-", memory).parent == disk
    free = 2**30
    assert data_folder("t-", memory).parent == memory


@pytest.mark.libsql_server
def test_a_restarted_libsql_server_keeps_its_rows_and_address(libsql_database: LibsqlServer) -> None:
    before = libsql_database.http_url
    assert sql(before, "CREATE TABLE kept (x)", "INSERT INTO kept VALUES (1)") == ["ok", "ok"]
    libsql_database.restart()
    assert libsql_database.http_url == before
    assert sql(before, "SELECT x FROM kept") == ["ok"]


@pytest.mark.rabbitmq
def test_each_test_gets_a_vhost_of_its_own(rabbitmq: RabbitServer) -> None:
    assert len({rabbitmq.vhost() for _ in range(8)}) == 8


@pytest.mark.rabbitmq
def test_a_vhost_that_was_left_goes_when_others_come(rabbitmq: RabbitServer) -> None:
    left = rabbitmq.vhost().rpartition("/")[2]
    assert left in rabbitmq.ctl("list_vhosts").split()
    rabbitmq.leave(left)
    kept = [rabbitmq.vhost().rpartition("/")[2] for _ in range(8)]
    names = rabbitmq.ctl("list_vhosts").split()
    assert left not in names
    assert set(kept) <= set(names)


@pytest.mark.rabbitmq
async def test_a_restarted_rabbitmq_keeps_a_quorum_queue(rabbitmq: RabbitServer, amqp_url: str) -> None:
    async with await aio_pika.connect(amqp_url) as connection:
        channel = await connection.channel()
        queue = await channel.declare_queue("kept", durable=True, arguments={"x-queue-type": "quorum"})
        message = aio_pika.Message(b"x", delivery_mode=aio_pika.DeliveryMode.PERSISTENT)
        await channel.default_exchange.publish(message, routing_key=queue.name)
    rabbitmq.restart()
    async with await aio_pika.connect(amqp_url) as connection:
        channel = await connection.channel()
        kept = await channel.get_queue("kept")
        held = await kept.get(timeout=10)
        assert held is not None
        assert held.body == b"x"
        await held.ack()


DIALS = """
import socket, sys
while True:
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[1])), 0.2).close()
    except OSError:
        pass
"""


async def test_a_line_that_is_cut_forgets_no_connection_that_just_came() -> None:
    """One that is forgotten stays open until memory is cleaned, and fails the test that runs then."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)

    async with stream_server(serve) as port, CutLine("127.0.0.1", port) as line:
        dialling = await asyncio.create_subprocess_exec(sys.executable, "-c", DIALS, str(line.port))
        try:
            for _ in range(300):
                await line.cut()
                await line.mend()
                for _ in range(20):
                    await asyncio.sleep(0)
        finally:
            dialling.kill()
            await dialling.wait()
    gc.collect()
