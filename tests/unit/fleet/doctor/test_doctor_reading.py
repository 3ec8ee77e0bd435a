"""The doctor's look at the process that reads pages: a busy machine is told apart from one without limits."""

from __future__ import annotations

import pytest

from common.settings import Settings
from fleet.doctor.finding import Level
from fleet.doctor.machine import reading


async def test_limits_that_hold_are_said_to_hold() -> None:
    (told,) = [one async for one in reading.check_reading(Settings())]
    assert told.level is Level.OK
    assert "limits hold" in told.text


async def test_a_machine_too_busy_to_see_it_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PROBE_SECONDS", 600.0)
    monkeypatch.setattr(reading, "PROBE_WALL_SECONDS", 0.1)
    (told,) = [one async for one in reading.check_reading(Settings())]
    assert told.level is Level.WARNING
    assert "was not seen within 0.1 s: this machine is very busy" in told.text
