"""Rows of text under headings, on a screen of any width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.output.printable import printable
from fleet.terminal.text import fit, folded, terminal_columns, width

GAP = "  "
INDENT = "    "
FLEXIBLE_MIN = 10
LEAST = 3


@dataclass(frozen=True, slots=True)
class Column:
    """`flexible` columns give way first when the screen is narrow; `right` ones hold numbers.

    `beneath`: on a screen too narrow for the whole table, the cell stands uncut in lines under its row. For what a
    person copies or follows (links), and for counts that do not fit beside the rest. Where that is not enough, other
    columns follow from the right, for half a number or half a state is a wrong one. `whole`: stays in its row and is
    never cut, however narrow the screen; for names. `again`: where its cell is cut, it stands uncut beneath its row as
    well; for names that may be long, and are typed or compared.
    """

    title: str
    flexible: bool = False
    right: bool = False
    beneath: bool = False
    whole: bool = False
    again: bool = False


def render(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    above: Mapping[int, str] | None = None,
    screen_columns: int | None = None,
) -> list[str]:
    """The table's lines, the headings first. Into a file or pipe nothing is cut or moved.

    `above`: lines of their own, never cut, by the number of the row (from 0) that they stand before.
    """
    cells = [[printable(cell) for cell in row] for row in rows]
    wanted = [
        max(width(text) for text in (column.title, *(row[at] for row in cells))) for at, column in enumerate(columns)
    ]
    limit = screen_columns if screen_columns is not None else terminal_columns()
    if limit is None:
        limit = _in_a_line(wanted)
    inside = _inside(columns, wanted, limit)
    kept = [columns[at] for at in inside]
    widths = _narrowed(kept, [wanted[at] for at in inside], limit)
    lines = [_line(kept, [column.title for column in kept], widths)]
    for number, row in enumerate(cells):
        lines += [above[number]] if above and number in above else []
        lines.append(_line(kept, [row[at] for at in inside], widths))
        cut = {at for at, wide in zip(inside, widths, strict=True) if columns[at].again and width(row[at]) > wide}
        lines += _beneath(
            [(columns[at], row[at]) for at in range(len(columns)) if at in cut or at not in inside], limit
        )
    return lines


def render_indented(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """The table's lines by two columns to the right, which the screen has too few then."""
    screen = terminal_columns()
    lines = render(columns, rows, screen_columns=screen and max(1, screen - len(GAP)))
    return [f"{GAP}{line}" for line in lines]


def _inside(columns: Sequence[Column], wanted: Sequence[int], limit: int) -> list[int]:
    """Which columns stand in the rows; the first always does."""
    if _in_a_line(wanted) <= limit:
        return list(range(len(columns)))
    least = [min(wide, FLEXIBLE_MIN) if columns[at].flexible else wide for at, wide in enumerate(wanted)]
    inside = [at for at, column in enumerate(columns) if not column.beneath]
    may_leave = [at for at in inside[1:] if not columns[at].whole]
    while may_leave and _in_a_line([least[at] for at in inside]) > limit:
        inside.remove(may_leave.pop())
    return inside


def _in_a_line(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _beneath(cells: Sequence[tuple[Column, str]], limit: int) -> list[str]:
    """Nothing, or `title: cell`, as many in a line as fit. A longer cell is broken between its words into lines of its
    own; a word is not, so that a link can still be copied."""
    lines: list[str] = []
    room_behind = False
    for column, cell in ((column, cell) for column, cell in cells if cell):
        name = f"{column.title}: "
        if room_behind and width(lines[-1] + GAP + name + cell) <= limit:
            lines[-1] += GAP + name + cell
            continue
        own = folded(cell, first=INDENT + name, rest=INDENT + GAP, columns=limit)
        room_behind = len(own) == 1
        lines += own
    return lines


def _narrowed(columns: Sequence[Column], wanted: Sequence[int], limit: int) -> list[int]:
    """Take one column of text at a time from the widest: flexible ones first, then any that may be cut."""
    widths = list(wanted)
    while _in_a_line(widths) > limit:
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
