"""Tokens of the console's JSON API."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.store import ConsoleToken
from fleet.durations import ago, short_duration
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from fleet.operations.console.tokens import MadeToken

COLUMNS = (Column("name"), Column("role"), Column("good until", flexible=True), Column("last used", right=True))


def show_made(made: MadeToken, *, as_json: bool) -> None:
    """The token goes to standard output alone, so that it can be put into a file; it is shown nowhere again."""
    if as_json:
        print_json(made)
        return
    print_line(made.token)
    lasts = "until it is revoked" if made.expires_in_ms is None else f"for {short_duration(made.expires_in_ms)}"
    note(f"{made.name}, {made.role}, {lasts}, at {made.url}; it is shown only now.")


def show_tokens(tokens: Sequence[ConsoleToken], now_ms: int, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a token; the token itself is in neither."""
    if as_json or as_csv:
        print_objects(map(dataclasses.asdict, tokens), as_csv=as_csv, columns=names_of(ConsoleToken))
        return
    if not tokens:
        print_line("no program has a token yet. `crawlfleet console token add NAME` makes one.")
        return
    print_lines(render(COLUMNS, [_row(one, now_ms) for one in tokens]))


def _row(one: ConsoleToken, now_ms: int) -> list[str]:
    if one.expires_at is None:
        until = "no end"  # "it is revoked" would read as if it were
    else:
        until = utc(one.expires_at) if one.expires_at > now_ms else f"over since {utc(one.expires_at)}"
    return [one.name, str(one.role), until, "never" if one.last_at is None else f"{ago(one.last_at, now_ms)} ago"]
