"""The question before many things are changed: how many exactly, and yes or no."""

from __future__ import annotations

import sys

import typer

from common.errors import CrawlfleetError


class NotAgreed(CrawlfleetError):
    """The person said no; nothing was changed."""


def asks(*, yes: bool) -> bool:
    """Whether `agreed` would ask at all."""
    return not yes and sys.stdin.isatty()


def agreed(question: str, *, count: int, yes: bool) -> None:
    """Ask on a terminal, unless it is about nothing (`count`); a script that typed the filters has said what it wants.
    Raises NotAgreed for a no."""
    if count and asks(yes=yes) and not typer.confirm(question, default=False, err=True):
        raise NotAgreed("nothing was changed.")
