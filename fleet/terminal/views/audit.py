"""What operators did."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Container, Sequence
from typing import TYPE_CHECKING

from fleet.durations import ago, short_duration
from fleet.operations.json_objects import row_object
from fleet.terminal.csv_rows import print_pages
from fleet.terminal.output import print_line, print_lines
from fleet.terminal.table import Column, Part, on_from
from fleet.terminal.text import utc

if TYPE_CHECKING:
    from common.store import OperatorEvent
    from fleet.operations.auditing import Audit

COLUMNS = (
    Column("at"),
    Column("operator", flexible=True, again=True),
    Column("did"),
    Column("meant", right=True),
    Column("done", right=True),
    Column("ended", right=True),
    Column("to what", flexible=True, beneath=True),
)
FIELDS = ("id", "at", "operator", "through", "action", "target", "meant", "done", "ended_at")


async def print_audit(pages: AsyncGenerator[Sequence[OperatorEvent], None], *, as_csv: bool) -> None:
    """An object or a row an event, as it comes."""
    await print_pages(pages, row_object, as_csv=as_csv, columns=FIELDS if as_csv else None)


def show_audit(audit: Audit, part: Part, *, narrowed: bool) -> None:
    """A table. `narrowed`: not everything was asked for."""
    if not audit.page.rows and not part.before:
        print_line(
            "nothing that operators did matches these filters."
            if narrowed
            else "no operator has done anything yet. Each action leaves a row here."
        )
        return
    print_lines(part.table.lines(COLUMNS, [_row(event, audit.now_ms) for event in audit.page.rows]))
    if part.last and audit.page.next:
        print_line(f"(more: {on_from(audit.page.next)})")


def _row(event: OperatorEvent, now_ms: int) -> list[str]:
    return [
        utc(event.at),
        event.operator if event.through == "command line" else f"{event.operator} ({event.through})",
        event.action,
        "" if event.meant is None else f"{event.meant:,}",
        f"{event.done:,}",
        f"{ago(event.ended_at, now_ms)} ago" if event.ended_at is not None else "did not end",
        target_text(event.target),
    ]


def target_text(target: str, between: str = " ", *, without: Container[str] = ()) -> str:
    """`shop other/pine.example, state DEAD`: the filters and names of an event, those of `without` left out
    and those to which nothing was said, such as a reason."""
    try:
        fields = json.loads(target)
    except ValueError:
        return target
    if not isinstance(fields, dict):
        return target
    said = {name: value for name, value in fields.items() if name not in without and value != ""}
    return ", ".join(field_text(name, value, between) for name, value in said.items())


def field_text(name: str, value: object, between: str = " ") -> str:
    """`machines 2`, `older than 2h`; what is on or off is its name alone: `all`, `not trusted`."""
    duration = name.endswith("_ms") and isinstance(value, int)
    name = _CALLED.get(name, name).removesuffix("_ms" if duration else "").replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name}{between}{short_duration(value) if duration and isinstance(value, int) else _value_text(value)}"


def _value_text(value: object) -> str:
    if isinstance(value, list):
        shown = ", ".join(map(str, value[:5]))
        return f"{shown} and {len(value) - 5} more" if len(value) > 5 else shown
    return "none" if value is None else str(value)


_CALLED = {"statuses": "state", "source": "network"}
"""Fields of what was recorded, by the words of headings and help."""
