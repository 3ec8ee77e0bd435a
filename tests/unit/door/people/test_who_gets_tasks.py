"""Why a machine that may come in gets no task now, one reason at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from common.protocol.refusals import Reason
from common.settings_tables.gateway import GatewaySettings
from common.store.volunteers.values import KnownMachine
from common.timing.units import DAY_MS, HOUR_MS
from gateway.people.admission import Admission

SETTINGS = GatewaySettings(tasks_per_day=100, leases_at_once=8, unconfirmed_per_day=20, released_per_day=50)
NOW_MS = 20_000 * DAY_MS + 18 * HOUR_MS
WELL = KnownMachine(
    id="m",
    person="ann",
    name="attic",
    join_hash="h",
    token_is_current=True,
    token_expires_at=NOW_MS + DAY_MS,
    paused_at=None,
    revoked_at=None,
    left_at=None,
    trusted=False,
    tasks_per_day=None,
    leases_at_once=None,
    set_aside_at=None,
    person_paused_at=None,
    person_paused_reason=None,
    person_revoked_at=None,
    tasks_today=99,
    unconfirmed_today=19,
    given_up_today=49,
    leases=7,
    last_seen_at=NOW_MS,
    now_ms=NOW_MS,
)


def admission() -> Admission:
    return Admission(None, SETTINGS, lambda: 0.0)  # type: ignore[arg-type]  # the database is not asked


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, None),
        ({"set_aside_at": 1}, Reason.SET_ASIDE),
        ({"set_aside_at": 1, "trusted": True}, None),
        ({"person_paused_at": 1}, Reason.PAUSED),
        ({"paused_at": 1}, Reason.PAUSED),
        ({"tasks_today": 100}, Reason.QUOTA_SPENT),
        ({"tasks_today": 100, "tasks_per_day": 101}, None),
        ({"tasks_per_day": 0}, Reason.QUOTA_SPENT),
        ({"unconfirmed_today": 20}, Reason.SLOW_DOWN),
        ({"given_up_today": 50}, Reason.SLOW_DOWN),
        ({"leases": 8}, Reason.TOO_MANY_LEASES),
        ({"leases": 8, "leases_at_once": 9}, None),
    ],
)
def test_one_reason_is_enough(changed: dict[str, Any], reason: Reason | None) -> None:
    told = admission().standing(replace(WELL, **changed))
    assert (told.reason if told else None) == reason


@pytest.mark.parametrize("spent", [{"tasks_today": 100}, {"unconfirmed_today": 20}, {"given_up_today": 50}])
def test_what_the_day_has_used_up_comes_back_with_the_next_one(spent: dict[str, Any]) -> None:
    told = admission().standing(replace(WELL, **spent))
    assert told is not None and told.retry_after_seconds == 6 * 3600


@pytest.mark.parametrize(
    ("changed", "room"), [({}, 1), ({"leases": 5}, 1), ({"tasks_today": 0}, 1), ({"tasks_today": 120}, 0)]
)
def test_there_is_room_for_what_both_limits_leave(changed: dict[str, Any], room: int) -> None:
    assert admission().room(replace(WELL, **changed)) == room
