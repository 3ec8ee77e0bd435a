"""Rules of notifications, their targets, and what was told."""

from __future__ import annotations

from common.notices.values import Rule
from common.store import Notice
from fleet.console.api.shaping import Answer, listed, of
from fleet.operations.notices.targets import TargetShown, Tried

RuleShape = of("Rule", Rule, without={"read_to"}, more={"what": str, "when": str}, nested=True)


class Rules(Answer):
    items: list[RuleShape]  # type: ignore[valid-type]
    """In the order of their numbers."""


class RuleSwitched(Answer):
    rule: int
    on: bool
    changed: bool
    """False: it stood so already, and nothing was changed."""


class RuleNamed(Answer):
    rule: int


class TargetNamed(Answer):
    target: str


Target = of("Target", TargetShown)
Targets = listed("Targets", Target, paged=False)
TargetTried = of("TargetTried", Tried)
Notices = listed("Notices", of("Notice", Notice, without={"event", "message"}))
