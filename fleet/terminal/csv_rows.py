"""Rows for spreadsheets: CSV with a heading, in which no text of strangers becomes a formula."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
import sys
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

from common.output.printable import printable
from fleet.commands_in_texts import in_answers, with_config
from fleet.terminal.output import print_each_json, write_each

T = TypeVar("T")

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet calculate a cell, by OWASP's page on CSV injection; and the wide forms of these signs, which
one made for East Asia may take for them."""
_WITHIN = re.compile(r';(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])')
"""Where the list separator is `;`, as in most of Europe, a cell may begin within our text."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class ObjectRows:
    """A listing's rows as they come: a JSON object a line, or CSV whose columns are the first row's fields.

    `columns` names them where there may be no row, or leaves fields out. What is nested becomes JSON in its cell.
    """

    def __init__(self, *, as_csv: bool, columns: Iterable[str] | None = None) -> None:
        self._as_csv = as_csv
        self._columns = list(columns) if columns is not None else None
        self._headed = False

    def put(self, row: Mapping[str, Any]) -> None:
        self.put_each([row])

    def put_each(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Many go into a pipe or file a buffer at a time; at the end of these, and where the next one cannot be had,
        all are there."""
        if not self._as_csv:
            print_each_json(rows)
            return
        write_each(self._put_cells, rows)

    def _put_cells(self, row: Mapping[str, Any]) -> None:
        if self._columns is None:
            self._columns = list(row)
        self._head()
        row = in_answers(with_config, row)
        _print_line([row.get(name) for name in self._columns])

    def end(self) -> None:
        """Without any row there is still a heading, where the columns are known."""
        if self._as_csv:
            self._head()
            sys.stdout.flush()

    def _head(self) -> None:
        if not self._headed and self._columns:
            _print_line(self._columns)
        self._headed = True


def print_objects(rows: Iterable[Mapping[str, Any]], *, as_csv: bool, columns: Iterable[str] | None = None) -> None:
    """All rows of a listing, as ObjectRows writes them."""
    out = ObjectRows(as_csv=as_csv, columns=columns)
    out.put_each(rows)
    out.end()


async def print_pages(
    pages: AsyncGenerator[Iterable[T], None],
    row_of: Callable[[T], Mapping[str, Any]],
    *,
    as_csv: bool,
    columns: Iterable[str] | None = None,
) -> None:
    """As print_objects, a page's rows as it comes: no more than a page is held."""
    out = ObjectRows(as_csv=as_csv, columns=columns)
    async with aclosing(pages):
        async for page in pages:
            out.put_each(map(row_of, page))
    out.end()


def names_of(kind: type[Any], *more: str) -> list[str]:
    """The columns of a listing of such dataclasses, and what stands behind them."""
    return [field.name for field in dataclasses.fields(kind)] + list(more)


def _print_line(values: Iterable[Any]) -> None:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([cell(value) for value in values])
    sys.stdout.write(line.getvalue())


def cell(value: Any) -> str:
    """A value as a cell's text: printable, on one line, and never a formula (a leading ' keeps it text)."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping | list | tuple):
        value = json.dumps(value, ensure_ascii=False, default=str)
    raw = str(value)
    text = _WITHIN.sub(";'", printable(raw))
    # A spreadsheet passes over blanks before the sign.
    begins = raw.startswith(_FORMULA) or raw.lstrip().startswith(_FORMULA)
    return f"'{text}" if begins and not _NUMBER.fullmatch(raw) else text
