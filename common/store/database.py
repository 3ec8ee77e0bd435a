"""Runs named statements on a driver: binds the clock, and sends a batch again while the database is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_delay, wait_random_exponential

from common.errors import StoreUnavailable
from common.store.drivers.base import Rows, Statement, Value
from common.store.drivers.group_commit import GroupCommit, RowStatement
from common.store.statements import SQL, TAKES_CLOCK


class Database:
    """A driver, a clock, and a time limit for trying again.

    Everything the store sends is safe to send twice. So after StoreUnavailable the same batch is sent again for up to
    `patience_seconds`; then the error is raised. A request in flight is not cut short, so a call may last longer by one
    request's own time limit.
    """

    def __init__(self, driver: GroupCommit, *, clock_ms: Callable[[], int] | None, patience_seconds: float) -> None:
        self.driver = driver
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
        try:
            return await self.driver.batch_row(row, then)
        except StoreUnavailable:
            return await self._again(partial(self.driver.batch_row, row, then))

    async def run(self, *statements: Statement) -> Sequence[Rows]:
        """One atomic batch. Raises StoreUnavailable after `patience_seconds` of trying, StoreRejected at once."""
        try:
            return await self.driver.batch(statements)
        except StoreUnavailable:
            return await self._again(partial(self.driver.batch, statements))

    async def _again(self, send: Callable[[], Awaitable[Sequence[Rows]]]) -> Sequence[Rows]:
        waiting = AsyncRetrying(
            retry=retry_if_exception_type(StoreUnavailable),
            stop=stop_after_delay(self._patience_seconds),
            wait=wait_random_exponential(multiplier=0.05, max=1.0),
            reraise=True,
        )
        async for attempt in waiting:
            with attempt:
                return await send()
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def one(self, name: str, **args: Value) -> Rows:
        """A batch of one named statement."""
        return (await self.run(self.bind(name, **args)))[0]
