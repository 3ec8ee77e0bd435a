"""Runs named statements on a driver: binds the clock, and sends a batch again while the database is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from common.errors import StoreRejected, StoreSilent, StoreUnavailable
from common.store import metrics
from common.store.database.patience import patiently, reason_of
from common.store.database.writes import WriteWatch
from common.store.drivers.base import Row, Rows, Statement, Value
from common.store.drivers.group_commit import GroupCommit, Part, RowStatement
from common.store.drivers.text import reads_only
from common.store.statements import SQL, TAKES_CLOCK


class Database:
    """A driver, a clock, and a time limit for trying again.

    Everything the store sends is safe to send twice. So after StoreUnavailable the same batch is sent again for up to
    `patience_seconds`; then the error is raised. A request in flight is not cut short, so a call may last longer by one
    request's own time limit.
    """

    def __init__(self, driver: GroupCommit, *, clock_ms: Callable[[], int] | None, patience_seconds: float) -> None:
        self.driver = driver
        self.writes = WriteWatch(driver)
        self._clock_ms = clock_ms
        self._patience_seconds = patience_seconds

    def bind(self, name: str, **args: Value) -> Statement:
        """The named statement of statements.sql with its values. Without a clock the database's own clock counts."""
        if name in TAKES_CLOCK:
            args["now_ms"] = self._clock_ms() if self._clock_ms else None
        return Statement(SQL[name], args)

    def stamped(self, sql: str, **args: Value) -> Statement:
        """SQL that is no named statement of the store's, with its values and the clock (`:now_ms`)."""
        return Statement(sql, {**args, "now_ms": self._clock_ms() if self._clock_ms else None})

    def bind_rows(
        self, name: str, *rows: Sequence[Value], key: Sequence[str] = ("id", "lease_token"), **args: Value
    ) -> RowStatement:
        """Rows of a named statement that takes many; each begins with the values of the columns `key`."""
        shared = self.bind(name, **args)
        if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for row in rows for value in row):
            raise StoreRejected("a number of more than 64 bits does not fit into the database")
        return RowStatement(shared.sql, shared.args, rows, key)

    async def run(self, *parts: Part) -> Sequence[Rows]:
        """One atomic batch. Raises StoreUnavailable after `patience_seconds` of trying, StoreRejected at once."""
        send = partial(self.driver.batch, parts)
        return await (self._patient(send) if reads_only(parts) else self._write(send))

    async def _write(self, send: Callable[[], Awaitable[Sequence[Rows]]]) -> Sequence[Rows]:
        try:
            answers = await self._patient(send)
        except StoreSilent as error:
            if await self.writes.silent():
                raise self.writes.explained(error) from error
            raise
        self.writes.answered()
        return answers

    async def _patient(self, send: Callable[[], Awaitable[Sequence[Rows]]]) -> Sequence[Rows]:
        try:
            return await send()
        except StoreUnavailable as error:
            metrics.again.labels(reason_of(error)).inc()
        async for attempt in patiently(self._patience_seconds):
            with attempt:
                return await send()
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def one(self, name: str, **args: Value) -> Rows:
        """A batch of one named statement."""
        return (await self.run(self.bind(name, **args)))[0]

    async def rows(self, name: str, *rows: Sequence[Value], key: Sequence[str], **args: Value) -> Sequence[Row]:
        """What a named statement returns for these rows, asked together with those of other callers."""
        return (await self.run(self.bind_rows(name, *rows, key=key, **args)))[0].rows
