"""Who may sign in at the console."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fleet.durations import ago, short_duration
from fleet.terminal.csv_rows import print_objects
from fleet.terminal.output import note, print_json, print_line, print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import ConsolePerson
    from fleet.operations.console.people import ConsoleInvite


_FIELDS = ("name", "role", "has_password", "invite_expires_at", "created_at", "last_at")


def show_invite(made: ConsoleInvite, *, as_json: bool) -> None:
    """The link is shown here and nowhere else: alone on standard output, so that it can be piped to a mail."""
    if as_json:
        told = {"name": made.name, "role": str(made.role), "link": made.link, "expires_in_ms": made.expires_in_ms}
        print_json(told)
        return
    print_line(made.link)
    note(f"Good once, for {short_duration(made.expires_in_ms)}: for {made.name} alone, who is {made.role} then.")
    note("The pages are served by `crawlfleet console`, or by `crawlfleet up` with console.listen set.")


def show_people(people: Sequence[ConsolePerson], now_ms: int, *, as_json: bool, as_csv: bool) -> None:
    """A table, or an object a person; no secret is in either."""
    if as_json or as_csv:
        print_objects(map(_object, people), as_csv=as_csv, columns=_FIELDS if as_csv else None)
        return
    if not people:
        print_line("nobody may sign in yet. `crawlfleet console invite NAME --role operator` prints a link.")
        return
    columns = (Column("name"), Column("role"), Column("stands", flexible=True), Column("last signed in", right=True))
    print_lines(render(columns, [_row(one, now_ms) for one in people]))


def _object(one: ConsolePerson) -> dict[str, Any]:
    fields = {name: getattr(one, name) for name in ("name", "invite_expires_at", "created_at", "last_at")}
    return fields | {"role": str(one.role), "has_password": one.password is not None}


def _row(one: ConsolePerson, now_ms: int) -> list[str]:
    if one.invite_expires_at is not None and one.invite_expires_at > now_ms:
        stands = f"invited until {utc(one.invite_expires_at)}"
    else:
        stands = "has a password" if one.password else "the link was never used"
    return [one.name, str(one.role), stands, "never" if one.last_at is None else f"{ago(one.last_at, now_ms)} ago"]
