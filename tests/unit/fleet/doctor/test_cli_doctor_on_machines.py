"""What doctor says of machines at a gateway, looks and letters, and how it is printed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import pytest

from common.broker.base import QueueDepth
from common.store.trust.values import LooksWanted, StandingRow
from common.store.volunteers.values import MachinesNow, PersonRow
from fleet.doctor.broker import judge_queues
from fleet.doctor.finding import Finding, Level, warning
from fleet.doctor.volunteers import judge_looks, judge_machines, judge_set_aside
from fleet.terminal.views.findings import show_finding

NOW = 1_800_000_000_000
HOUR = 3_600_000


def levels(findings: Iterable[Finding]) -> list[Level]:
    return [finding.level for finding in findings]


def test_machines_at_the_gateway() -> None:
    assert list(judge_machines(MachinesNow(0, 0, 0, 0))) == []
    (found,) = judge_machines(MachinesNow(joined=3, seen=2, trusted_seen=1, leases=1))
    assert (
        found.text == "2 of 3 machines seen at the gateway in the last 2m, 1 of them the operator's; 1 task under way"
    )


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (LooksWanted("shopee", 1, NOW - 1000, 0, 0), [Level.OK]),
        (LooksWanted("shopee", 2, NOW - 1000, 1, 0), [Level.WARNING]),
        (LooksWanted("shopee", 2, NOW - HOUR, 1, 0), [Level.WARNING, Level.WARNING]),
        (LooksWanted("shopee", 2, NOW - HOUR, 1, 1), [Level.OK]),
    ],
)
def test_results_that_wait_for_an_operators_look(wanted: LooksWanted, expected: list[Level]) -> None:
    found = list(judge_looks([wanted], NOW))
    assert levels(found) == expected
    assert all("crawlfleet work" in str(one.next_step) for one in found if one.level is Level.WARNING)


def test_whoever_was_set_aside_lately_is_named_and_the_others_are_counted() -> None:
    day = 24 * HOUR
    standings = [
        StandingRow("p1", 2, NOW - HOUR, 0, NOW - HOUR, "two lies", None),
        StandingRow("p2", 2, NOW - 9 * day, 0, NOW - 9 * day, "two lies", None),
        StandingRow("p3", 2, NOW - HOUR, 0, NOW - HOUR, "two lies", None),
        StandingRow("p4", 1, NOW - HOUR, 0, None, None, None),
    ]
    people = [person("p1", "eve; rm"), person("p2", "old"), person("p3", "gone", revoked_at=NOW), person("p4", "ada")]
    lately, long_ago = judge_set_aside(standings, people, NOW)
    assert lately.level is Level.WARNING and lately.text.startswith("eve; rm was set aside 1h ago: two lies")
    assert lately.next_step == "crawlfleet volunteers show NAME", "nothing that a shell takes for more"
    assert long_ago.level is Level.OK and "1 person is set aside for more than a week" in long_ago.text
    assert not list(judge_set_aside([], people, NOW))


def person(id_: str, name: str, revoked_at: int | None = None) -> PersonRow:
    fields = {field.name: 0 for field in dataclasses.fields(PersonRow)}
    return PersonRow(**(fields | {"id": id_, "name": name, "revoked_at": revoked_at}))  # type: ignore[arg-type]


def test_findings_fit_the_screen_and_break_no_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    long = warning("volunteers", "two " * 40 + "words " + "x" * 90, "do this and " * 12)
    show_finding(long)
    assert len(capsys.readouterr().out.splitlines()) == 2, "a pipe gets whole lines"
    monkeypatch.setenv("COLUMNS", "80")
    show_finding(long)
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 or "x" * 90 in line for line in lines)
    assert all(line.startswith(" " * 22) for line in lines[1:])


def test_a_dead_letter_queue_that_is_full_is_said_to_be_with_what_makes_room() -> None:
    depths = [QueueDepth("crawl.dlq.shopee", 33, 0), QueueDepth("crawl.dlq.other", 2, 0)]
    full, letters = judge_queues(depths, holds=30)
    assert full.level is Level.WARNING
    assert full.text.startswith("crawl.dlq.shopee is full (33 letters, broker.queue_max_length is 30)")
    assert "`crawlfleet dlq requeue --all`" in str(full.next_step) and "`crawlfleet dlq drop" in str(full.next_step)
    assert letters.text == "35 dead letters"
    assert [one.level for one in judge_queues(depths[:1], 33, holds=30)] == [Level.WARNING, Level.OK], "nor do those go"
    assert len(list(judge_queues(depths, holds=34))) == 1


def test_letters_of_jobs_that_moved_on_are_told_and_no_warning() -> None:
    depths = [QueueDepth("crawl.dlq.shopee", 3, 0)]
    some, all_ = list(judge_queues(depths, 2)), list(judge_queues(depths, 3))
    assert [(finding.level, finding.text[:14]) for finding in some] == [
        (Level.WARNING, "1 dead letter"),
        (Level.OK, "2 dead letters"),
    ]
    assert [(finding.level, finding.text[:14]) for finding in all_] == [(Level.OK, "3 dead letters")]
