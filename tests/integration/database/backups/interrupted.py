"""A database to which something else happens while a command works on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from common.store.drivers.base import Driver, Rows, Statement


class Interrupted:
    """A driver that lets something happen before one of its batches."""

    def __init__(self, driver: Driver, before: int, happens: Callable[[], Awaitable[None]]) -> None:
        self._driver = driver
        self._left = before
        self._happens = happens
        self.connect, self.close = driver.connect, driver.close

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        self._left -= 1
        if self._left == 0:
            await self._happens()
        return await self._driver.batch(statements)


class AtWork:
    """A driver under which the fleet works on: `work` is done once, right before this table is read a first time."""

    def __init__(self, driver: Driver, table: str, work: Callable[[], Awaitable[None]]) -> None:
        self._driver = driver
        self._table = table
        self._work: Callable[[], Awaitable[None]] | None = work
        self.connect, self.close = driver.connect, driver.close

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self._work is not None and any(f'FROM "{self._table}"' in one.sql for one in statements):
            work, self._work = self._work, None
            await work()
        return await self._driver.batch(statements)
