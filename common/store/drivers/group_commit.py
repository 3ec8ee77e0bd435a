"""Group commit: batches of concurrent callers are sent as one batch, writes with writes and reads with reads.

While one batch is in flight, the next ones are collected; there is no batching delay. Reads are grouped by themselves,
so they wait for no write, and a process needs two connections: libsql-server answers 429 to whoever comes when all are
taken, and a gateway asks for hundreds of rows a second. A slow read holds up the others of its process meanwhile.

Each caller's statements (a unit) keep their order and get their own answer. Rows for the same multi-row statement
(claim and succeed, the most frequent) travel in one statement, which a server parses and prepares once: measured on
libsql-server, three times the throughput.

A group that the database rejects is sent again unit by unit, so that a bad unit fails alone. A caller that is cancelled
before its unit was sent takes it back; once sent, the unit runs to its end and its answer is dropped.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.store.drivers.base import Driver, Row, Rows, Statement, Value
from common.store.drivers.text import reads_only
from common.store.rows import as_json

# A group's text stays well below what a server or proxy takes as one request.
_GROUP_CHARACTERS = 2_000_000


@dataclass(frozen=True, slots=True)
class RowStatement:
    """One row for a statement that takes many as :rows, a JSON array of arrays.

    A row begins with a job's id and a lease token, and the statement returns both, so that each answer finds its
    caller. Only rows with the same SQL and the same `args` share a statement.
    """

    sql: str
    args: Mapping[str, Value]
    row: Sequence[Value]

    @property
    def lease(self) -> tuple[Value, Value]:
        return (self.row[0], self.row[1])


@dataclass(frozen=True, slots=True)
class _Unit:
    row: RowStatement | None
    statements: Sequence[Statement]
    answer: asyncio.Future[Sequence[Rows]]


class GroupCommit:
    """A Driver around a Driver."""

    def __init__(self, driver: Driver, *, max_units: int) -> None:
        self._driver = driver
        self._writes = _Line(driver, max_units)
        self._reads = _Line(driver, max_units)
        self._closed = False

    async def connect(self) -> None:
        await self._driver.connect()

    async def close(self) -> None:
        """Wait for the batches under way, then close the driver. Later calls raise StoreUnavailable."""
        self._closed = True
        await self._writes.end()
        await self._reads.end()
        await self._driver.close()

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        return await self._ride(self._reads if reads_only(statements) else self._writes, None, statements)

    async def batch_row(self, row: RowStatement, then: Sequence[Statement] = ()) -> Sequence[Rows]:
        """The row's statement, shared with other callers' rows, then the caller's own statements: one atomic batch."""
        return await self._ride(self._writes, row, then)

    async def _ride(self, line: _Line, row: RowStatement | None, statements: Sequence[Statement]) -> Sequence[Rows]:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return await line.ride(_Unit(row, statements, asyncio.get_running_loop().create_future()))


class _Line:
    """Units that wait for the batch in flight, and its answer. There is one batch at a time."""

    def __init__(self, driver: Driver, max_units: int) -> None:
        self._driver = driver
        self._max_units = max_units
        self._waiting: deque[_Unit] = deque()
        self._leader: asyncio.Task[None] | None = None

    async def ride(self, unit: _Unit) -> Sequence[Rows]:
        self._waiting.append(unit)
        if self._leader is None:
            self._leader = asyncio.create_task(self._lead(), name="group-commit")
        return await unit.answer

    async def end(self) -> None:
        if self._leader is not None:
            await asyncio.wait([self._leader])

    async def _lead(self) -> None:
        try:
            while group := self._gather():
                await self._send(group)
        finally:
            self._leader = None
            # Units are left only when the leader was cancelled: the event loop is ending.
            for unit in self._waiting:
                unit.answer.cancel()
            self._waiting.clear()

    def _gather(self) -> list[_Unit]:
        group: list[_Unit] = []
        room = _GROUP_CHARACTERS
        while self._waiting and len(group) < self._max_units:
            unit = self._waiting[0]
            room -= _size(unit)
            if group and room < 0:
                break
            self._waiting.popleft()
            if not unit.answer.done():
                group.append(unit)
        return group

    async def _send(self, group: Sequence[_Unit]) -> None:
        shared = _shared(group)
        statements = [_merged(units) for units in shared]
        statements += [statement for unit in group for statement in unit.statements]
        try:
            answers = await self._driver.batch(statements)
        except StoreRejected as error:
            if len(group) == 1:
                _fail(group, error)
                return
            for unit in group:
                await self._send([unit])
        except Exception as error:
            _fail(group, error)
        except BaseException:
            for unit in group:
                unit.answer.cancel()
            raise
        else:
            _hand_out(group, shared, answers)


def _shared(group: Sequence[_Unit]) -> list[list[_Unit]]:
    """The units whose rows share a statement. Shared statements stand first in the batch, as rows do in their units."""
    together: dict[object, list[_Unit]] = {}
    for unit in group:
        if unit.row is not None:
            together.setdefault((unit.row.sql, *unit.row.args.items()), []).append(unit)
    return list(together.values())


def _merged(units: Sequence[_Unit]) -> Statement:
    rows = [unit.row for unit in units if unit.row is not None]
    return Statement(rows[0].sql, {**rows[0].args, "rows": as_json(row.row for row in rows)})


def _hand_out(group: Sequence[_Unit], shared: Sequence[Sequence[_Unit]], answers: Sequence[Rows]) -> None:
    own: dict[int, Rows] = {}
    for units, answer in zip(shared, answers, strict=False):
        by_lease: dict[object, Row] = {(row["id"], row["lease_token"]): row for row in answer.rows}
        for unit in units:
            found = by_lease.get(unit.row.lease) if unit.row is not None else None
            own[id(unit)] = Rows((), 0) if found is None else Rows((found,), 1)
    at = len(shared)
    for unit in group:
        end = at + len(unit.statements)
        if not unit.answer.done():
            first = (own[id(unit)],) if unit.row is not None else ()
            unit.answer.set_result([*first, *answers[at:end]])
        at = end


def _size(unit: _Unit) -> int:
    values = [value for statement in unit.statements for value in statement.args.values()]
    if unit.row is not None:
        values += unit.row.row
    return sum(len(value) for value in values if isinstance(value, str | bytes))


def _fail(group: Sequence[_Unit], error: Exception) -> None:
    """Every caller gets an exception of its own: a shared object would collect the tracebacks of all of them."""
    for unit in group:
        if not unit.answer.done():
            own = type(error)(*error.args) if isinstance(error, StoreError) else error
            own.__cause__ = error.__cause__
            unit.answer.set_exception(own)
