"""The clock on the wall of a lent PC, as its owner reads it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from worker.volunteer.fetch_log import FetchLog, Request
from worker.volunteer.machine import local_now, moment

KIRITIMATI = "Pacific/Kiritimati"
"""Fourteen hours ahead: whatever the zone of this machine is, it is another one."""


@pytest.fixture
def on_a_journey(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The zone changes while the process runs, and nobody tells it so."""
    datetime.now().astimezone()  # the zone that this process has known so far
    monkeypatch.setenv("TZ", KIRITIMATI)
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="a process keeps its zone there")
@pytest.mark.usefixtures("on_a_journey")
def test_a_running_worker_goes_by_the_zone_its_pc_has_now() -> None:
    there = datetime.now(ZoneInfo(KIRITIMATI)).replace(tzinfo=None)
    assert abs(local_now() - there) < timedelta(minutes=1)
    assert abs(moment().local - there) < timedelta(minutes=1)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="a process keeps its zone there")
@pytest.mark.usefixtures("on_a_journey")
def test_the_log_tells_apart_the_hour_that_a_clock_shows_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Vienna")
    time.tzset()
    log = FetchLog(tmp_path)
    for fold in (0, 1):
        log.note(Request(datetime(2026, 10, 25, 2, 30, fold=fold), "https://shopee.tw/", 200, 5))
    first, second = (one.at for one in log.last(2))
    assert f"{first:%H:%M}" == f"{second:%H:%M}" == "02:30", "as the clock on the wall showed"
    assert second - first == timedelta(hours=1)
