"""Tables of one row below their heads ("Was", "Now"; "£49.00", "£39.00") as readers take them: each head, and what
stands below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from common.reading.text.currencies.amounts import BESIDE_CURRENCY


class _Line(Protocol):
    """What is asked of a line here, which gathering.py makes."""

    text: str
    element: Any


_L = TypeVar("_L", bound=_Line)
_ROWS, _MOST_COLUMNS, _STEPS, _MOST_LINES, _MOST_IN_HEAD = 2, 6, 4, 24, 20


def by_columns(found: list[_L], heads: Iterable[Any]) -> list[_L]:
    """The lines, those of each such table with amounts in all columns, or all but one, column by column. `heads`: the
    cells of the page that are heads.
    """
    first_heads = (cell for cell in heads if cell.getprevious() is None and heads_column(cell))
    in_first_head = {node for cell in first_heads for node in islice(cell.iter(), _MOST_IN_HEAD)}
    if not in_first_head:
        return found
    done: list[_L] = []
    done_to = 0
    for place in [place for place, line in enumerate(found) if line.element in in_first_head]:
        columns = _columns_from(place, found) if place >= done_to else None
        if columns is not None:
            done.extend(found[done_to:place])
            done.extend(found[one] for column in columns for one in column)
            done_to = place + sum(map(len, columns))
    return done + found[done_to:] if done_to else found


def heads_column(cell: Any) -> bool:
    """Whether this cell stands in a row of heads only."""
    row = cell.getparent()
    return cell.tag == "th" and row is not None and len(row) > 1 and all(one.tag == "th" for one in row)


def is_in_other_column(head: Any, element: Any) -> bool:
    """Whether the first stands in the head of a column, and the other in a cell of a row that is not below it: the
    first of the next row, where the last head comes right before that on the page.
    """
    over = _cell(head)
    if over is None or not heads_column(over):
        return False
    cell = _cell(element)
    row = cell.getparent() if cell is not None else None
    if row is None or row is over.getparent():
        return False
    return bool(row.index(cell) != over.getparent().index(over))


def _columns_from(place: int, found: Sequence[_Line]) -> list[list[int]] | None:
    """The places of the lines of each column, where the heads of such a table begin at this place."""
    head = _cell(found[place].element)
    if head is None or not heads_column(head) or head.getprevious() is not None:
        return None
    heads = head.getparent()
    below = _only_row_below(heads)
    if below is None or not 1 < len(heads) <= _MOST_COLUMNS or len(heads) != len(below):
        return None
    columns: list[list[int]] = [[] for _ in heads]
    values: list[list[int]] = [[] for _ in heads]
    for one in range(place, min(place + _MOST_LINES, len(found))):
        cell = _cell(found[one].element)
        if cell is not None and cell.getparent() is heads:
            columns[heads.index(cell)].append(one)
        elif cell is not None and cell.getparent() is below:
            values[below.index(cell)].append(one)
        else:
            break
    is_full = all(columns) and all(values)
    priced = sum(any(BESIDE_CURRENCY.search(found[one].text) for one in column) for column in values)
    is_told = is_full and priced >= max(1, len(values) - 1)  # a cart's row has the number of pieces and a name besides
    return [head + value for head, value in zip(columns, values, strict=True)] if is_told else None


def _only_row_below(heads: Any) -> Any:
    table = next((node for node in heads.iterancestors() if node.tag == "table"), None)
    rows = list(table.iter("tr")) if table is not None else []
    if len(rows) != _ROWS or rows[0] is not heads:
        return None
    return rows[1] if {"td"} <= {one.tag for one in rows[1]} <= {"td", "th"} else None


def _cell(element: Any) -> Any:
    for _ in range(_STEPS):
        if element is None or element.tag in {"td", "th"}:
            return element
        element = element.getparent()
    return None
