"""What NoticeStore answers. Times are UTC milliseconds by the database's clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from common.notices.conditions import Condition
from common.notices.values import Rule


class NoticeState(StrEnum):
    """What became of a notice: sent, not yet, not at all, or nobody knows."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Notice:
    """One event that a rule met, and what became of it."""

    rule: int
    event: str
    kind: str
    target: str
    at: int
    noted_at: int
    line: str
    state: NoticeState
    due_at: int
    message: str | None
    tries: int
    tried_at: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a look begins with."""

    now_ms: int
    rules: Sequence[Rule]
    """Those that are switched on."""
    conditions: Sequence[Condition]
    collecting: Mapping[int, int]
    """A rule's number → when what it collects is due."""
