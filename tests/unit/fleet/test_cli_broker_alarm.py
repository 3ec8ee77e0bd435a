"""`broker status` while the broker takes no message from anybody, and `broker init` that took messages away.

Queues that look idle are not all there is to see.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from common.broker.base import QueueDepth
from common.broker.memory import MemoryBroker
from common.broker.topology import dead_letter_queue, retry_queue, work_queue
from common.errors import BrokerBlocked
from common.settings import BrokerSettings, Settings
from fleet.operations import queues
from fleet.operations.queues import depths_and_alarm
from fleet.terminal.views.queues import show_depths
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]

SAID = "the broker takes no message from anybody, as it does while it is short of memory or disk"
TOLD = f"{SAID}. `rabbitmqctl status` names the alarm; make room."


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
    show_depths(depths, alarm)
    printed = capsys.readouterr().out
    assert "crawl.shopee" in printed
    assert (TOLD in printed) is blocked
    show_depths(depths, alarm, as_json=True)
    rows = capsys.readouterr()
    assert [json.loads(line)["name"] for line in rows.out.splitlines()] == [depth.name for depth in depths]
    assert (TOLD in rows.err) is blocked, "beside the rows, which are for a program"


@pytest.mark.parametrize(
    ("depth", "said"),
    [
        (QueueDepth(work_queue("shopee"), 3, 0), "nobody consumes crawl.shopee"),
        (QueueDepth(work_queue("shopee"), 3, 1), None),
        (QueueDepth(retry_queue("1m"), 3, 0), None),
        (QueueDepth(dead_letter_queue("shopee"), 3, 0), "there are dead letters"),
        (QueueDepth(dead_letter_queue("shopee"), 4, 0), "Both make room"),
        (QueueDepth(dead_letter_queue("shopee"), 0, 0), None),
    ],
)
def test_what_needs_an_operator_is_said_and_nothing_else(
    capsys: pytest.CaptureFixture[str], depth: QueueDepth, said: str | None
) -> None:
    show_depths([depth], None, holds=4)
    *_, last = capsys.readouterr().out.splitlines()
    assert said in last if said else last.split()[0] == depth.name


@pytest.mark.parametrize("rebuild", [True, False])
def test_whoever_rebuilds_is_told_when_jobs_whose_messages_went_are_published_again(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, rebuild: bool
) -> None:
    async def declared(*_: object, **__: object) -> list[QueueDepth]:
        return [QueueDepth("crawl.shopee", 0, 0)]

    monkeypatch.setattr(queues, "declare_topology", declared)
    monkeypatch.setenv("CRAWLFLEET_DISPATCH_REPUBLISH_AFTER_SECONDS", "600")
    said = " ".join(fleet("broker", "init", *(["--rebuild"] if rebuild else [])).out.split())
    assert ("QUEUED jobs are published again 10m after they were;" in said) is rebuild
    assert ("`crawlfleet jobs pause SHOP --reason rebuilt`, then `crawlfleet jobs resume SHOP`" in said) is rebuild
