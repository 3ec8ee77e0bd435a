"""Actions on many: counted first, and done when number and count are repeated.

What is done is what was counted, whatever a later request says of filters; it stays here, for ten minutes. Programs
behind several consoles must ask and answer the same one.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import Field

from fleet.console.actions import ASKED_SECONDS
from fleet.console.api.call import Asked
from fleet.console.api.given import Given, JobsFilter, Named, Text
from fleet.console.api.problems import Problem
from fleet.operations.dead_letters.planned import LettersPlan
from fleet.operations.selecting import Wanted

A = TypeVar("A", Wanted, LettersPlan)


class OnMany(Given):
    """By name, `jobs` alone or narrowed by `filter`, at once. By `filter` alone: first with `dry_run`, which answers
    `count` and `number`; then with these two and nothing else."""

    jobs: Named = Field(default=[], examples=[["https://shopee.tw/product/310001/9100001"]])
    """Ids, their first letters, or links."""
    filter: JobsFilter = JobsFilter()
    dry_run: bool = False
    """Change nothing; say what would be."""
    number: Text | None = None
    """As the dry run answered it; good once, for ten minutes."""
    count: Annotated[int, Field(ge=0, le=10**12)] | None = None
    """As the dry run answered it."""


def remember(asked: Asked[OnMany], verb: str, about: Wanted | LettersPlan, count: int) -> str:
    """The number by which `counted` finds it again."""
    return asked.console.actions.ask(asked.by.asks_as, verb, about, count)


def counted(asked: Asked[OnMany], verb: str, kind: type[A]) -> tuple[A, int]:
    """What the numbered dry run counted, and how many. Raises Problem unless this program repeats what it was told."""
    given = asked.given
    if given.number is None:
        raise Problem(
            409,
            "COUNT_FIRST",
            "What is meant was named by a filter, and was not counted yet; nothing was changed.",
            "Send it with dry_run: true, then number and count of its answer alone.",
        )
    found = asked.console.actions.answered(given.number, asked.by.asks_as)
    if found is None or found.verb != verb or not isinstance(found.about, kind):
        raise Problem(
            409,
            "COUNT_AGAIN",
            "This number is of no count of yours that still waits for an answer; nothing was changed.",
            f"Ask again with dry_run: true; a number is good once, for {ASKED_SECONDS / 60:.0f} minutes.",
        )
    if found.count != given.count:
        raise other_count(found.count, given.count)
    return found.about, found.count


def other_count(now: int, said: int | None) -> Problem:
    """Nothing was changed, for it is not as many as the caller was told."""
    return Problem(
        409,
        "OTHER_COUNT",
        f"It would be {now}, and count says {said}; nothing was changed.",
        "Ask again with dry_run: true, and repeat number and count of its answer.",
    )


def only_number(given: OnMany) -> None:
    """Raises Problem when beside a number something else says which."""
    if given.number is not None and (given.jobs or given.filter != JobsFilter() or given.dry_run):
        raise Problem.of_fields([("number", "it stands for what was counted: give count beside it, and nothing else")])
