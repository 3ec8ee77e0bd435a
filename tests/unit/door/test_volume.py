"""How much a machine's reports may bring in a day."""

from __future__ import annotations

from typing import Any

from common.store.volunteers.values import KnownMachine
from common.timing.units import DAY_MS
from gateway.people.throttle import MAX_KEYS
from gateway.reports.volume import BYTES_AT_ONCE, BYTES_BESIDE, BYTES_PER_MINUTE, BYTES_PER_TASK, Volume


def machine(name: str = "m", *, tasks: int = 0, day: int = 0, trusted: bool = False) -> KnownMachine:
    known: Any = dict.fromkeys(KnownMachine.__dataclass_fields__)
    return KnownMachine(**known | {"id": name, "trusted": trusted, "tasks_today": tasks, "now_ms": day * DAY_MS})


def test_a_machine_brings_so_much_for_each_task_and_begins_anew_the_next_day() -> None:
    volume = Volume(lambda: 0.0)
    assert not volume.too_much(machine(tasks=1), BYTES_BESIDE)
    assert volume.too_much(machine(tasks=1), BYTES_PER_TASK + 1)
    assert not volume.too_much(machine(tasks=1), BYTES_PER_TASK), "what was refused was not counted"
    assert volume.too_much(machine(tasks=1), 1)
    assert not volume.too_much(machine(tasks=2), 1)
    assert not volume.too_much(machine("another"), BYTES_BESIDE)
    assert not volume.too_much(machine(day=1), BYTES_BESIDE)
    assert not volume.too_much(machine(trusted=True), 10**12)


def test_in_a_minute_no_more_is_read_than_others_can_wait_for() -> None:
    now = [0.0]
    volume = Volume(lambda: now[0])
    assert volume.wait_seconds("m", BYTES_PER_MINUTE) == 0.0
    assert volume.wait_seconds("m", BYTES_PER_MINUTE // 2) == 30.0
    assert volume.wait_seconds("another", 1) == 0.0
    now[0] = 30.0
    assert volume.wait_seconds("m", BYTES_PER_MINUTE // 2) == 0.0


def test_what_is_under_way_is_held_for_a_machine_until_it_is_let_go() -> None:
    volume = Volume(lambda: 0.0)
    assert volume.hold("m", BYTES_AT_ONCE)
    assert not volume.hold("m", 1)
    assert volume.hold("another", 1)
    volume.let_go("m", BYTES_AT_ONCE)
    assert volume.hold("m", BYTES_AT_ONCE)
    volume.let_go("m", BYTES_AT_ONCE)
    volume.let_go("another", 1)
    assert not volume._held, "of machines that have nothing under way nothing is remembered"


def test_it_remembers_so_many_machines_and_no_more() -> None:
    volume = Volume(lambda: 0.0)
    for number in range(MAX_KEYS + 10):
        volume.too_much(machine(str(number)), 1)
    assert len(volume._came) == MAX_KEYS
