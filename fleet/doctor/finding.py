"""One line of the doctor's answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """`section` is what was looked at, `text` what was found, `next_step` what to do (None when nothing)."""

    section: str
    level: Level
    text: str
    next_step: str | None = None


def ok(section: str, text: str) -> Finding:
    return Finding(section, Level.OK, text)


def warning(section: str, text: str, next_step: str) -> Finding:
    return Finding(section, Level.WARNING, text, next_step)


def failed(section: str, text: str, next_step: str) -> Finding:
    return Finding(section, Level.FAILED, text, next_step)
