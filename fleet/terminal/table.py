"""Rows of text under headings, cut to fit the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.output.printable import printable
from fleet.terminal.text import fit, terminal_columns, width

GAP = "  "
INDENT = "    "
FLEXIBLE_MIN = 10
LEAST = 3


@dataclass(frozen=True, slots=True)
class Column:
    """`flexible` columns give way first when the screen is narrow; `right` ones hold numbers.

    `beneath`: on a screen too narrow for the whole table, the cell stands uncut on a line under its row. For what a
    person copies or follows (links), and for counts that do not fit beside the rest. `whole`: never cut, however narrow
    the screen; for names.
    """

    title: str
    flexible: bool = False
    right: bool = False
    beneath: bool = False
    whole: bool = False


def render(columns: Sequence[Column], rows: Sequence[Sequence[str]], *, screen_columns: int | None = None) -> list[str]:
    """The table's lines, the headings first. Into a file or pipe nothing is cut or moved."""
    cells = [[printable(cell) for cell in row] for row in rows]
    wanted = [
        max(width(text) for text in (column.title, *(row[at] for row in cells))) for at, column in enumerate(columns)
    ]
    limit = screen_columns if screen_columns is not None else terminal_columns()
    if limit is None or sum(wanted) + len(GAP) * (len(columns) - 1) <= limit:
        return [_line(columns, line, wanted) for line in ([column.title for column in columns], *cells)]
    inside = [at for at, column in enumerate(columns) if not column.beneath]
    kept = [columns[at] for at in inside]
    widths = _narrowed(kept, [wanted[at] for at in inside], limit)
    lines = [_line(kept, [column.title for column in kept], widths)]
    for row in cells:
        lines.append(_line(kept, [row[at] for at in inside], widths))
        lines += _beneath(columns, row, limit)
    return lines


def _beneath(columns: Sequence[Column], row: Sequence[str], limit: int) -> list[str]:
    """Nothing, or `title: cell`, as many in a line as fit. A cell is never cut: a terminal breaks it, and a link can
    still be copied."""
    told = [f"{column.title}: {cell}" for column, cell in zip(columns, row, strict=True) if column.beneath and cell]
    lines: list[str] = []
    for text in told:
        if lines and width(lines[-1] + GAP + text) <= limit:
            lines[-1] += GAP + text
        else:
            lines.append(INDENT + text)
    return lines


def _narrowed(columns: Sequence[Column], wanted: Sequence[int], limit: int) -> list[int]:
    """Take one column of text at a time from the widest: flexible ones first, then any that may be cut."""
    widths = list(wanted)
    room = limit - len(GAP) * (len(columns) - 1)
    while sum(widths) > room:
        giving = [at for at, column in enumerate(columns) if column.flexible and widths[at] > FLEXIBLE_MIN]
        giving = giving or [at for at, column in enumerate(columns) if not column.whole and widths[at] > LEAST]
        if not giving:
            break
        widths[max(giving, key=lambda at: widths[at])] -= 1
    return widths


def _line(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int]) -> str:
    parts = []
    for column, cell, columns_wide in zip(columns, cells, widths, strict=True):
        text = fit(cell, columns_wide)
        padding = " " * (columns_wide - width(text))
        parts.append(padding + text if column.right else text + padding)
    return GAP.join(parts).rstrip()
