"""Rules of notifications, their targets, and what was told."""

from __future__ import annotations

from common.notices.values import Rule
from common.store import Notice
from fleet.console.api.shaping import Answer, listed, of
from fleet.operations.notices.targets import TargetShown, Tried

_WORDS = {"what": str, "when": str}
RuleShape = of("Rule", Rule, without={"read_to"}, more=_WORDS, nested=True)
RuleAdded = of("RuleAdded", Rule, without={"read_to"}, more=_WORDS | {"shop_known": bool}, nested=True)
"""`shop_known` false: no shop here bears the name that it is for, and no job is of it."""


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
