"""A message that somebody forged costs no gateway its life, and no machine its task."""

from __future__ import annotations

import aio_pika
import pytest

from common.broker import topology
from common.settings import Settings
from tests.integration.volunteers.conftest import SERVERS
from tests.integration.volunteers.door import Door


@pytest.mark.parametrize("settings", [pytest.param("servers", marks=SERVERS)], indirect=True)
async def test_a_forged_message_is_set_aside_and_the_next_one_is_handed_out(door: Door, settings: Settings) -> None:
    connection = await aio_pika.connect(settings.broker.url)
    exchange = await (await connection.channel()).get_exchange(topology.JOBS)
    await exchange.publish(aio_pika.Message(b'{"job_id":"a","v":"\\ud800"}'), "shopee.tw")
    await connection.close()
    machine = await door.machine()
    await machine.claims(wait_seconds=3.0)
    job_id = await door.job()
    assert (await machine.takes())["job_id"] == job_id
    [letter] = await door.broker.dead_letters(10)
    assert letter.job_id is None
