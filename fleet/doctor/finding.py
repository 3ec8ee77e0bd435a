"""One line of the doctor's answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict, Unpack

from common.job import JobStatus


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


class Topic(StrEnum):
    """What a finding is about, where its section alone does not tell."""

    DEAD_LETTERS = "dead letters"
    JOBS = "jobs"
    """Of one shop in one state."""
    PAUSE = "pause"
    """Of one shop."""


class About(TypedDict, total=False):
    topic: Topic
    shop: str
    status: JobStatus
    subject: str
    cause: str


@dataclass(frozen=True, slots=True)
class Finding:
    """`section` is what was looked at, `text` what was found, `next_step` what to do (None when nothing)."""

    section: str
    level: Level
    text: str
    next_step: str | None = None
    topic: Topic | None = None
    shop: str | None = None
    """A platform, or <platform>/<shop id>; None: it is about none."""
    status: JobStatus | None = None
    """Of the jobs it is about."""
    subject: str | None = None
    """Whom it is about where that is no shop: an account, a domain."""
    cause: str | None = None
    """What it has in common with the same finding about others, who may be many: fleet/doctor/grouping.py."""

    @property
    def about(self) -> str | None:
        return self.subject or self.shop


def ok(section: str, text: str, **about: Unpack[About]) -> Finding:
    return Finding(section, Level.OK, text, **about)


def warning(section: str, text: str, next_step: str, **about: Unpack[About]) -> Finding:
    return Finding(section, Level.WARNING, text, next_step, **about)


def failed(section: str, text: str, next_step: str, **about: Unpack[About]) -> Finding:
    return Finding(section, Level.FAILED, text, next_step, **about)
