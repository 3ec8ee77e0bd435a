"""Every way in which a gateway says no: a status, a reason, a sentence for a person, and when to ask again."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from common.protocol.base import Line, Message


class Reason(StrEnum):
    """Why there is no task, or why a request was refused. `status` is the HTTP status it travels with."""

    NOTHING_WAITS = "NOTHING_WAITS"
    SHOP_PAUSED = "SHOP_PAUSED"
    OUTSIDE_HOURS = "OUTSIDE_HOURS"
    """Said by the worker to itself: its owner's hours."""
    PAUSED = "PAUSED"
    QUOTA_SPENT = "QUOTA_SPENT"
    TOO_MANY_LEASES = "TOO_MANY_LEASES"
    SLOW_DOWN = "SLOW_DOWN"
    SET_ASIDE = "SET_ASIDE"
    REVOKED = "REVOKED"
    TOKEN_EXPIRED = "TOKEN_EXPIRED"  # noqa: S105  (a reason, not a token)
    UNKNOWN_TOKEN = "UNKNOWN_TOKEN"  # noqa: S105
    NOT_TRUSTED = "NOT_TRUSTED"
    """What was asked for is for the operator's own machines."""
    BAD_INVITE = "BAD_INVITE"
    INVITE_FULL = "INVITE_FULL"
    TOO_OLD = "TOO_OLD"
    MALFORMED = "MALFORMED"
    TOO_LARGE = "TOO_LARGE"
    NOT_FOUND = "NOT_FOUND"
    UNAVAILABLE = "UNAVAILABLE"
    OTHER = "OTHER"
    """Never said: how a worker reads a word of a newer gateway that it does not know. The sentence tells the rest."""

    @classmethod
    def _missing_(cls, value: object) -> Reason:
        return cls.OTHER

    @property
    def status(self) -> int:
        return _STATUS[self]


_STATUS = {
    Reason.NOTHING_WAITS: 200,
    Reason.SHOP_PAUSED: 200,
    Reason.OUTSIDE_HOURS: 200,
    Reason.PAUSED: 200,
    Reason.QUOTA_SPENT: 429,
    Reason.TOO_MANY_LEASES: 429,
    Reason.SLOW_DOWN: 429,
    Reason.SET_ASIDE: 403,
    Reason.REVOKED: 403,
    Reason.TOKEN_EXPIRED: 401,
    Reason.UNKNOWN_TOKEN: 401,
    Reason.NOT_TRUSTED: 403,
    Reason.BAD_INVITE: 403,
    Reason.INVITE_FULL: 403,
    Reason.TOO_OLD: 426,
    Reason.MALFORMED: 400,
    Reason.TOO_LARGE: 413,
    Reason.NOT_FOUND: 404,
    Reason.UNAVAILABLE: 503,
    Reason.OTHER: 400,
}

FOR_GOOD = frozenset({Reason.REVOKED, Reason.TOKEN_EXPIRED, Reason.UNKNOWN_TOKEN, Reason.TOO_OLD})
"""After these a worker ends: asking again changes nothing until a person does something."""


class Refusal(Message):
    reason: Reason
    sentence: Line
    retry_after_seconds: float | None = Field(None, ge=0, le=86_400)
    """When to ask again; None: not before a person has done something."""


class Refused(Message):
    """The body of an answer whose status is not 200."""

    refused: Refusal
