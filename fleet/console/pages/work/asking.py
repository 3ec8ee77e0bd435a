"""The question before many are changed at once: what, how many exactly, and yes or no; one shape for all.

What was counted stays here; the answer names only its number (fleet/console/actions.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.output.counting import counted
from fleet.console.actions import About, Asked
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.rendering import query

A = TypeVar("A", bound=About)

AGAIN = "They are NEW again, with all their attempts."
KEPT = "The audit keeps a row."


@dataclass(frozen=True, slots=True)
class Question:
    """`about` is what a yes does it to; `said` what a yes means, a sentence each."""

    verb: str
    about: About
    count: int
    what: str
    """One of them: job."""
    said: Sequence[str]
    none: str
    """What is said when there is nothing to do it to."""
    at: str
    """The list it came from; the answer goes to `do` beneath it."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """The filters that found them, by name; none when they were chosen."""
    place: Mapping[str, str] = field(default_factory=dict)
    """Where in that list it was asked, for the way back; it is not shown."""

    @property
    def title(self) -> str:
        """Requeue 812 jobs?"""
        return f"{self.verb.capitalize()} {counted(self.count, self.what)}?"

    @property
    def back(self) -> str:
        return f"{self.at}{query(dict(self.fields), **self.place)}"


def ask(console: Console, request: Request, who: Who, question: Question) -> Response:
    """The page that asks; good for ten minutes, once, for this person."""
    number = console.actions.ask(who.name, question.verb, question.about, question.count)
    return console.shown(request, "ask.html", who, question=question, number=number, kept=KEPT)


def answered(console: Console, who: Who, form: Form, kind: type[A]) -> tuple[Asked, A]:
    """What this person said yes to. Raises Refused for what they were not asked, or not of this kind."""
    asked = console.actions.answered(one(form, "number"), who.name)
    if asked is None or not isinstance(asked.about, kind):
        raise Refused("This question is over ten minutes old, or was answered. Ask again from the list.", 409)
    return asked, asked.about


def to_the_audit(who: Who) -> Response:
    """Where what was begun is counted along."""
    return RedirectResponse(f"/audit?operator={who.name}", 303)
