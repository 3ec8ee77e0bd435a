"""Servers that take a connection and say nothing: doctor names which one hangs, and what to type."""

from __future__ import annotations

import socket
import time

from common.settings import BrokerSettings, DatabaseSettings, Settings
from fleet.doctor.database.searching import IndexLooks
from fleet.doctor.examine import examine
from fleet.doctor.finding import Finding, Level


async def findings(settings: Settings) -> dict[str, Finding]:
    looked = examine(settings, "test", limit_seconds=0.5, again=IndexLooks(time.monotonic))
    return {finding.section: finding async for finding in looked if finding.level is Level.FAILED}


async def test_who_hangs_is_named_and_how_it_is_restarted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hung:
        port = hung.getsockname()[1]
        database = DatabaseSettings(url=f"http://127.0.0.1:{port}")
        broker = BrokerSettings(url=f"amqp://guest:guest@127.0.0.1:{port}/")
        found = await findings(Settings(database=database, broker=broker))
    assert found["database"].text == f"http://127.0.0.1:{port}: no answer within 0.5 s"
    assert "`systemctl restart crawlfleet-database`" in str(found["database"].next_step)
    assert found["broker"].text == f"the broker 127.0.0.1:{port}/: no answer within 0.5 s"
    assert "`systemctl restart rabbitmq-server`" in str(found["broker"].next_step)
    assert "guest" not in found["broker"].text
