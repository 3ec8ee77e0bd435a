"""A broker that takes the connection and says nothing: a program in front of it, or a machine that is out of breath."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import pytest

from common.broker import make_broker
from common.broker.base import Outgoing, OutgoingLetter
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings

SECONDS = 0.5
MANY = 20


@pytest.mark.parametrize("what", ["jobs", "dead letters"])
async def test_its_silence_costs_the_time_limit_once_however_many_messages_there_are(what: str) -> None:
    """A dispatcher's round waits for this, and no lease that ran out is taken back meanwhile."""
    writers: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        broker = make_broker(BrokerSettings(url=f"amqp://127.0.0.1:{port}/", publish_timeout_seconds=SECONDS))
        began = time.monotonic()
        answers: Sequence[Exception | None]
        if what == "jobs":
            answers = await broker.publish([Outgoing("a" * 26, "shopee.tw")] * MANY)
        else:
            letters = [OutgoingLetter("a" * 26, "shopee.tw", f"reason {number}") for number in range(MANY)]
            answers = await broker.publish_letters(letters)
        took = time.monotonic() - began
        await broker.close()
        for writer in writers:
            writer.close()
            await asyncio.wait([asyncio.ensure_future(writer.wait_closed())])
    assert [type(answer) for answer in answers] == [BrokerUnavailable] * MANY
    assert took < MANY * SECONDS / 2, "on a busy machine, too"
