"""What every listing in pages is asked: how much, from where, and in which form. It is answered in one way, too."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import typer

from fleet.commands.typed.context import run
from fleet.commands.typed.options import USUAL_LIMIT, After, Csv, Json, Limit
from fleet.commands.typed.unfolding import unfolded
from fleet.terminal.output import note, print_line

if TYPE_CHECKING:
    from common.store import Cursor, Page
    from fleet.terminal.table import Part

Row = TypeVar("Row")


class InParts(Protocol):
    """A part of a listing."""

    @property
    def found(self) -> int:
        """How many rows it has."""
        ...

    @property
    def next(self) -> Cursor | None: ...


Listed = TypeVar("Listed", bound=InParts)


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a listing for people, or as many rows as were asked for, for programs."""

    limit: int
    after: str | None
    """The place as it was typed."""
    as_json: bool
    as_csv: bool

    def answer(
        self,
        listed: Callable[..., Coroutine[Any, Any, Listed]],
        show: Callable[[Listed, Part], None],
        *,
        each: Callable[..., AsyncGenerator[Page[Row], None]],
        print_: Callable[..., Coroutine[Any, Any, None]],
    ) -> None:
        """Show what `listed` answers, part by part, or with --json or --csv print what `each` yields. Both are given
        `limit` and `after`, `print_` is given `as_csv`. Raises BadParameter for a place that is none.
        """
        after = _place(self.after)
        if self.for_programs:
            run(print_(_pages(each, self.limit, after), as_csv=self.as_csv))
        else:
            run(self._shown(listed, show, after))

    @property
    def for_programs(self) -> bool:
        return self.as_json or self.as_csv

    async def _shown(
        self,
        listed: Callable[..., Coroutine[Any, Any, Listed]],
        show: Callable[[Listed, Part], None],
        after: Cursor | None,
    ) -> None:
        """No more than a part is held."""
        from fleet.operations.database import paging
        from fleet.terminal.table import Part

        part = Part(last=False)
        while not part.last:
            asked = min(self.limit - part.before, paging.ROWS_A_PAGE)
            found = await listed(limit=asked, after=after)
            after = found.next
            part.last = after is None or part.before + found.found >= self.limit
            show(found, part)
            part.before += found.found


def in_pages(command: Callable[..., None]) -> Callable[..., None]:
    """Give `command` the options of a listing: --limit, --after, --json and --csv. They stand in its help where its
    parameter `listing: Listing` stands, which then holds what was typed.
    """
    return unfolded(command, "listing", _OPTIONS, Listing)


_OPTIONS: dict[str, tuple[Any, Any]] = {
    "limit": (Limit, USUAL_LIMIT),
    "after": (After, None),
    "as_json": (Json, False),
    "as_csv": (Csv, False),
}
"""In the order of Listing's fields."""


def tell_of_more(found: int, limit: int, *, which: str = "first", beside: bool) -> None:
    """Where more than `limit` rows were `found`, of which `limit` are shown: that there are others. `beside`: the rows
    are for a program, so it goes to standard error, and is said only where nobody chose the limit.
    """
    if found <= limit:
        return
    text = f"(the {which} {limit}; more with --limit)"
    if not beside:
        print_line(text)
    elif limit == USUAL_LIMIT:
        note(text)


async def _pages(
    each: Callable[..., AsyncGenerator[Page[Row], None]], limit: int, after: Cursor | None
) -> AsyncGenerator[Sequence[Row], None]:
    """The first `limit` rows, for a program. Where nobody chose the limit: that there are others, and where."""
    from fleet.terminal.table import on_from

    place: Cursor | None = None
    async with aclosing(each(limit=limit, after=after)) as pages:
        async for page in pages:
            yield page.rows
            place = page.next
    if place is not None and limit == USUAL_LIMIT:
        note(f"(the last {limit:,}; more with --limit, or {on_from(place)})")


def _place(after: str | None) -> Cursor | None:
    """Where a listing goes on. Raises BadParameter."""
    from common.store import Cursor

    try:
        return Cursor.parse(after) if after else None
    except ValueError as error:
        raise typer.BadParameter(f"--after {error}") from None
