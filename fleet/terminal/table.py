"""Rows of text under headings, on a screen of any width."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from common.output.characters import reads_backward
from common.output.printable import printable
from fleet.commands_in_texts import as_data
from fleet.terminal.text import ELLIPSIS, fit, folded, terminal_columns, width

if TYPE_CHECKING:
    from common.store import Cursor

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
    never cut, however narrow the screen; for names. What is read from right to left stands beneath, in any column but
    the last. `again`: where its cell is cut, it stands uncut beneath its row as
    well; for names that may be long, and are typed or compared.
    """

    title: str
    flexible: bool = False
    right: bool = False
    beneath: bool = False
    whole: bool = False
    again: bool = False


class Table:
    """One table whose rows may come in parts, of which only one is held.

    The columns are as wide as the rows so far want them, so a later part may stand a little wider than the ones above.
    The headings come anew where other columns stand in the rows than before.
    """

    def __init__(self, *, screen_columns: int | None = None) -> None:
        self.columns: Sequence[Column] = ()
        self._screen_columns = screen_columns
        self._wanted: list[int] = []
        self._headed: list[Column] = []

    def lines(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], *, above: Mapping[int, str] | None = None
    ) -> list[str]:
        """Of one more part. Into a file or pipe nothing is cut or moved. `columns`: those of the part before, or these
        and more behind them.

        `above`: lines of their own, never cut, by the number of the row of this part (from 0) that they stand before.
        """
        whole = [
            [as_data(column.title, printable(cell)) for column, cell in zip(columns, row, strict=True)] for row in rows
        ]
        limit = self._screen_columns if self._screen_columns is not None else terminal_columns()
        cells = whole if limit is None else [_without_backward(row) for row in whole]
        self._widen(columns, cells)
        if limit is None:
            limit = _in_a_line(self._wanted)
        inside = _inside(columns, self._wanted, limit)
        kept = [columns[at] for at in inside]
        widths = _narrowed(kept, [self._wanted[at] for at in inside], limit)
        lines = [] if kept == self._headed else [_line(kept, [column.title for column in kept], widths)]
        self._headed = kept
        for number, row in enumerate(cells):
            lines += [above[number]] if above and number in above else []
            lines.append(_line(kept, [row[at] for at in inside], widths))
            uncut = whole[number]
            cut = {at for at, wide in zip(inside, widths, strict=True) if columns[at].again and width(row[at]) > wide}
            cut |= {at for at in inside if row[at] != uncut[at]}
            lines += _beneath(
                [(columns[at], uncut[at]) for at in range(len(columns)) if at in cut or at not in inside], limit
            )
        return lines

    def _widen(self, columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> None:
        before = [*self._wanted, *(width(column.title) for column in columns[len(self._wanted) :])]
        self._wanted = [max([least, *(width(row[at]) for row in cells)]) for at, least in enumerate(before)]
        self.columns = columns


@dataclass(slots=True)
class Part:
    """Some rows of a long listing that is one table; alone the whole of it."""

    table: Table = field(default_factory=Table)
    before: int = 0
    """Rows that were shown."""
    last: bool = True
    beneath: list[str] = field(default_factory=list)
    """Lines that all parts leave for the table's end."""


def render(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    above: Mapping[int, str] | None = None,
    screen_columns: int | None = None,
) -> list[str]:
    """The lines of a table that is at hand whole, the headings first."""
    return Table(screen_columns=screen_columns).lines(columns, rows, above=above)


def render_indented(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """The table's lines by two columns to the right, which the screen has too few then."""
    screen = terminal_columns()
    lines = render(columns, rows, screen_columns=screen and max(1, screen - len(GAP)))
    return [f"{GAP}{line}" for line in lines]


def _without_backward(cells: Sequence[str]) -> list[str]:
    """An ellipsis in place of what is read from right to left, but at the end of the row: a terminal that turns it
    around takes the figures behind it along, into the wrong columns. It stands beneath its row."""
    last = len(cells) - 1
    return [ELLIPSIS if at != last and reads_backward(cell) else cell for at, cell in enumerate(cells)]


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


def on_from(place: Cursor) -> str:
    """What is typed to go on behind this place of a listing, as a shell takes it."""
    return f"--after {shlex.quote(str(place))}"
