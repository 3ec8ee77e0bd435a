"""What doctor says of notifications."""

from __future__ import annotations

import sys
from dataclasses import replace

from common.notices.values import Kind, Rule, Target, Timing
from common.timing.units import HOUR_MS
from fleet.doctor.finding import Level
from fleet.doctor.notices import judge_notices

RULE = Rule(Kind.GONE, "phone", id=3)
TARGET = Target("phone", "json://SECRET", 0, 0, None, None, None, 0)


def test_without_a_rule_nothing_is_said() -> None:
    assert not [*judge_notices([replace(RULE, off_at=1)], [TARGET], (5, 5), 0, can_send=False)]


def test_a_target_that_fails_is_named_with_what_to_do() -> None:
    failing = replace(TARGET, failures=4, failing_since=HOUR_MS, last_error="it could not be reached")
    (found,) = judge_notices([RULE], [failing, replace(TARGET, name="mail")], (0, 0), 3 * HOUR_MS, can_send=True)
    assert found.level is Level.WARNING
    assert found.text == "phone has not been reached for 2h, 4 tries: it could not be reached"
    assert "crawlfleet notify test phone" in (found.next_step or "")


def test_what_did_not_arrive_apprise_missing_and_an_unknown_zone_are_said() -> None:
    rules = [RULE, replace(RULE, id=4, timing=Timing("Mars/Olympus"))]
    found = [*judge_notices(rules, [TARGET], (1, 2), 0, can_send=False)]
    said = " ".join(one.text for one in found)
    assert "Apprise is not installed" in said and found[0].next_step and sys.executable in found[0].next_step
    assert "rule 4 may tell nothing: 'Mars/Olympus'" in said
    assert "1 notice did not arrive and 2 may not have" in said
    assert "SECRET" not in said


def test_when_all_is_well_it_is_one_line() -> None:
    (found,) = judge_notices([RULE], [TARGET], (0, 0), 0, can_send=True)
    assert (found.level, found.text) == (Level.OK, "1 rule, 1 target")
