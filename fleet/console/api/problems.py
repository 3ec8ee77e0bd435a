"""Errors as problem+json (RFC 9457): what happened, what to do next, and a word for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fleet.console.ended_badly import AWAY_FOR_STRANGERS, RETRY_AFTER_SECONDS, Ended, ended, keeps_to_itself

MEDIA_TYPE = "application/problem+json"


class FieldProblem(BaseModel):
    """`field` is where: filter.older_than; empty for the whole."""

    field: str
    problem: str


class ProblemShown(BaseModel):
    """Every error of the API has this shape."""

    type: str
    title: str
    status: int
    code: str
    """For programs: NOT_FOUND, WRONG_VALUES, COUNT_FIRST …"""
    detail: str
    """What happened, to what."""
    next: str
    """What to do."""
    errors: list[FieldProblem]
    """What is wrong with which value; empty unless values were."""


class Problem(Exception):
    """A call that ends badly, as its caller is told."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        next_step: str,
        *,
        errors: Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.next_step = next_step
        self.errors = errors
        self.headers = dict(headers or {})

    @classmethod
    def of_fields(cls, errors: Sequence[tuple[str, str]]) -> Problem:
        """Values that are none."""
        return cls(
            400,
            "WRONG_VALUES",
            "These values cannot be used: " + "; ".join(f"{name or 'the whole'}: {what}" for name, what in errors[:5]),
            "The document at /api/v1/openapi.json tells each call's values.",
            errors=errors[:50],
        )

    def answer(self) -> Response:
        shown = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "next": self.next_step,
            "errors": [{"field": name, "problem": what} for name, what in self.errors],
        }
        return Response(as_json(shown), self.status, headers=self.headers, media_type=MEDIA_TYPE)


def as_json(value: object) -> bytes:
    """Plain ASCII: no control or invisible character of a stranger's reaches a terminal that shows it as it comes."""
    return json.dumps(value, separators=(",", ":")).replace("\x7f", "\\u007f").encode()


def problem_of(error: Exception) -> Problem:
    """As the caller is told of an error met on the way."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException):
        return _of_http(error)
    how = ended(error)
    if how is Ended.OUR_ERROR:
        return Problem(how.status, how, "The console met an error of its own.", "Its log says more.")
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if how.passes else None
    return Problem(how.status, how, str(error), _NEXT[how], headers=headers)


_AGAIN = f"Try again in {RETRY_AFTER_SECONDS} seconds; `crawlfleet doctor` says what is wrong."
_NEXT = {
    Ended.DATABASE_REFUSED: "Ask whoever runs the fleet: `crawlfleet doctor` says more.",
    Ended.DATABASE_AWAY: _AGAIN,
    Ended.BROKER_AWAY: _AGAIN,
    Ended.BUSY: _AGAIN,
    Ended.NOT_FOUND: "Lists tell the names and ids that there are.",
    Ended.REFUSED: "Correct what the text names, and ask again.",
}


def _of_http(error: HTTPException) -> Problem:
    document = "The document at /api/v1/openapi.json tells every call."
    if error.status_code == HTTPStatus.NOT_FOUND:
        return Problem(404, "NO_SUCH_CALL", "There is no such call.", document)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        said = "This call is made with another method."
        return Problem(405, "OTHER_METHOD", said, document, headers=error.headers)
    return Problem(error.status_code, "REFUSED", str(error.detail), document, headers=error.headers)


def for_strangers(error: Exception) -> Exception:
    """Before anybody is known, paths and addresses of ours are not told."""
    if keeps_to_itself(error):
        away, again = Ended.DATABASE_AWAY, {"Retry-After": str(RETRY_AFTER_SECONDS)}
        return Problem(
            away.status, away, AWAY_FOR_STRANGERS, f"Try again in {RETRY_AFTER_SECONDS} seconds.", headers=again
        )
    return error


def shown(value: Any) -> Response:
    """A call that ended well."""
    return Response(as_json(value), media_type="application/json")
