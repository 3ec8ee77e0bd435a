"""Listings of any length, a page at a time: only so many rows are held, and an answer of libsql-server holds 10 MB."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from common.store import Cursor, Page

T = TypeVar("T")


class OnAPage:
    """What a listing answers beside its rows, for who shows it part by part."""

    __slots__ = ()

    page: Page[Any]

    @property
    def found(self) -> int:
        return len(self.page.rows)

    @property
    def next(self) -> Cursor | None:
        return self.page.next


ROWS_A_PAGE = 1000


async def pages(
    ask: Callable[[int, Cursor], Awaitable[Page[T]]], *, limit: int, after: Cursor | None = None
) -> AsyncGenerator[Page[T], None]:
    """What `ask(limit, after)` finds, ROWS_A_PAGE at a time and `limit` in all; it may bring fewer at a time."""
    from common.store import START

    place: Cursor | None = after or START
    while place is not None and limit > 0:
        page = await ask(min(limit, ROWS_A_PAGE), place)
        yield page
        limit -= len(page.rows)
        place = page.next


async def one_page(
    ask: Callable[[int, Cursor], Awaitable[Page[T]]], *, limit: int, after: Cursor | None = None
) -> Page[T]:
    """All of them at once, for who shows a page of them."""
    from common.store import Page

    rows: list[T] = []
    following: Cursor | None = None
    async for page in pages(ask, limit=limit, after=after):
        rows += page.rows
        following = page.next
    return Page(rows, following)
