"""Runs named statements on a driver: binds the clock, and sends a batch again while the database is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from common.errors import StoreSilent, StoreUnavailable
from common.store import metrics
from common.store.drivers.base import Rows, Statement, Value
from common.store.drivers.group_commit import GroupCommit, RowStatement
from common.store.drivers.text import reads_only
from common.store.patience import patiently, reason_of
from common.store.statements import SQL, TAKES_CLOCK
from common.store.writes import WriteWatch


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

    def bind_row(self, name: str, *row: Value) -> RowStatement:
        """One row of a named multi-row statement; `row` begins with a job's id and a lease token."""
        shared = self.bind(name)
        return RowStatement(shared.sql, shared.args, row)

    async def run_row(self, row: RowStatement, *then: Statement) -> Sequence[Rows]:
        """One atomic batch whose first statement may be shared with other callers' rows. Raises as run() does."""
        return await self._write(partial(self.driver.batch_row, row, then))

    async def run(self, *statements: Statement) -> Sequence[Rows]:
        """One atomic batch. Raises StoreUnavailable after `patience_seconds` of trying, StoreRejected at once."""
        send = partial(self.driver.batch, statements)
        return await (self._patient(send) if reads_only(statements) else self._write(send))

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
