"""`broker status` while the broker takes no message from anybody: queues that look idle are not all there is to see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from common.broker.memory import MemoryBroker
from common.errors import BrokerBlocked
from common.settings import BrokerSettings, Settings
from fleet.operations import queues
from fleet.operations.queues import depths_and_alarm
from fleet.terminal.views.queues import show_depths

SAID = "the broker takes no message from anybody, as it does while it is short of memory or disk"


class Blocked(MemoryBroker):
    async def check_takes(self) -> None:
        raise BrokerBlocked(SAID)


@pytest.mark.parametrize("blocked", [True, False])
async def test_the_alarm_stands_below_the_queues(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], blocked: bool
) -> None:
    broker = (Blocked if blocked else MemoryBroker)(BrokerSettings())

    @asynccontextmanager
    async def shared(settings: Settings) -> AsyncIterator[MemoryBroker]:
        yield broker

    await broker.declare()
    monkeypatch.setattr(queues, "shared_broker", shared)
    depths, alarm = await depths_and_alarm(Settings())
    assert alarm == (SAID if blocked else None)
    show_depths(depths, alarm=alarm)
    printed = capsys.readouterr().out
    assert "crawl.shopee" in printed
    assert (f"{SAID}. `rabbitmqctl status` names the alarm; make room." in printed) is blocked
