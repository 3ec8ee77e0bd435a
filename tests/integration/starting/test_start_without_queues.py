"""A run to the end on a broker without its queues: one line that says what to run, and every connection closed.

Services that go on wait for the queues: test_wait_for_servers.py.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import aio_pika
import pytest

from common.broker import make_broker
from common.broker.amqp.broker import AmqpBroker
from common.errors import TopologyMissing
from common.settings import BrokerSettings, Settings
from fleet.opening import own_broker
from tests.places import REPO
from tests.servers.rabbitmq import RabbitServer

pytestmark = pytest.mark.rabbitmq


async def lacking(url: str, queue: str) -> None:
    """The whole topology, and then one queue less."""
    broker = make_broker(BrokerSettings(url=url))
    await broker.declare()
    await broker.close()
    async with await aio_pika.connect(url) as connection:
        await (await connection.channel()).queue_delete(queue)


@pytest.mark.parametrize("words", [("work", "--until-idle"), ("dispatch", "--once")])
@pytest.mark.parametrize("missing", [None, "crawl.other"])
def test_one_line_says_what_to_run(
    rabbitmq: RabbitServer, tmp_path: Path, words: tuple[str, str], missing: str | None
) -> None:
    url = rabbitmq.vhost()
    if missing:
        asyncio.run(lacking(url, missing))
    named = {"CRAWLFLEET_BROKER_URL": url, "CRAWLFLEET_DATABASE_URL": f"file:{tmp_path}/jobs.db"}
    ended = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-m", "fleet.cli", *words],
        env={**os.environ, **named, "PYTHONPATH": str(REPO)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = ended.stderr.strip().splitlines()
    assert (ended.returncode, len(said)) == (1, 1), ended.stderr
    assert "run `crawlfleet broker init`" in said[0]


async def test_the_connection_that_found_no_queues_is_closed(
    rabbitmq: RabbitServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[AmqpBroker] = []
    close = AmqpBroker.close

    async def closing(broker: AmqpBroker) -> None:
        closed.append(broker)
        await close(broker)

    monkeypatch.setattr(AmqpBroker, "close", closing)
    with pytest.raises(TopologyMissing):
        async with own_broker(Settings(broker=BrokerSettings(url=rabbitmq.vhost()))):
            raise AssertionError
    assert len(closed) == 1
