"""Notifications: whether targets are reached, and whether this machine could send at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from common.errors.extras import adding_extra
from common.notices.times import zone_named
from common.output.counting import counted
from common.output.typable import typable
from common.timing.units import DAY_MS
from fleet.doctor.finding import Finding, ok, warning
from fleet.durations import ago

if TYPE_CHECKING:
    from common.notices.values import Rule, Target

LATELY_MS = DAY_MS
SECTION = "notices"


def judge_notices(
    rules: Sequence[Rule], targets: Sequence[Target], not_arrived: tuple[int, int], now_ms: int, *, can_send: bool
) -> Iterator[Finding]:
    """`not_arrived`: notices of the last day that were given up, and of which nobody knows. Nothing without rules."""
    active = [rule for rule in rules if rule.off_at is None]
    if not active:
        return
    if not can_send:
        yield warning(
            SECTION,
            f"{counted(len(active), 'rule')} of notifications, and this machine cannot send: Apprise is not installed",
            f"{adding_extra('notify')}; if the dispatcher runs on another machine, add the extra notify there",
        )
    for rule in active:
        try:
            zone_named(rule.timing.zone)
        except ValueError as error:
            yield warning(SECTION, f"rule {rule.id} may tell nothing: {error}", "see the text, or add the rule anew")
    failing = [target for target in targets if target.failing_since is not None]
    for target in failing:
        yield warning(
            SECTION,
            f"{target.name} has not been reached for {ago(target.failing_since, now_ms)}, "
            f"{counted(target.failures, 'try', 'tries')}: {target.last_error or 'no reason told'}",
            f"`crawlfleet notify test {typable(target.name, 'TARGET')}`; what waits is tried again by itself",
        )
    failed, unsure = not_arrived
    if failed or unsure:
        yield warning(
            SECTION,
            f"of the last day, {counted(failed, 'notice')} did not arrive and {unsure} may not have",
            "crawlfleet notify log --state failed; crawlfleet notify log --state unsure",
        )
    if not failing and not failed and not unsure:
        yield ok(SECTION, f"{counted(len(active), 'rule')}, {counted(len(targets), 'target')}")


def apprise_is_here() -> bool:
    """Without importing it."""
    return find_spec("apprise") is not None
