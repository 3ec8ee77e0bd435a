"""Group commit: batches of concurrent callers are sent as one batch, writes with writes and reads with reads.

While one batch is in flight, the next ones are collected; there is no batching delay. Reads are grouped by themselves,
so they wait for no write, and a process needs two connections: libsql-server answers 429 to whoever comes when all are
taken, and a gateway asks for hundreds of rows a second. A slow read holds up the others of its process meanwhile.

Each caller's statements (a unit) keep their order and get their own answer. Units that consist of the same statements
of many rows share them: those travel once for all, and a server parses and prepares them once. Measured on
libsql-server: three times the throughput with claim and succeed alone shared. What only reads sees one state of the
database in any order, so there each statement is shared by all units that have it, whatever else they ask.

A group that the database rejects, or that cannot be written down, is sent again unit by unit, so that a bad unit fails
alone. A caller that is cancelled before its unit was sent takes it back; once sent, the unit runs to its end and its
answer is dropped.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.store import metrics
from common.store.drivers.base import Driver, Row, Rows, Statement, Value
from common.store.drivers.text import reads_only
from common.store.rows import as_json

# A group's text stays well below what a server or proxy takes as one request.
_GROUP_CHARACTERS = 2_000_000

_ONE_UNITS_FAULT = (StoreRejected, TypeError, ValueError)
"""The last two are Python's, of a value for which JSON has no form."""


@dataclass(frozen=True, slots=True)
class RowStatement:
    """Rows for a statement that takes many as :rows, a JSON array of arrays.

    Each row begins with the values of the columns `key`, and what the statement returns has those columns, so that each
    answer finds its caller; how many rows it changed is not told. Only rows with the same SQL and the same `args` share
    a statement. The statement must do for many rows what it would do for each in turn.
    """

    sql: str
    args: Mapping[str, Value]
    rows: Sequence[Sequence[Value]]
    key: Sequence[str] = ("id", "lease_token")


Part = Statement | RowStatement


@dataclass(frozen=True, slots=True, eq=False)
class _Unit:
    parts: Sequence[Part]
    answer: asyncio.Future[Sequence[Rows]]

    @property
    def kind(self) -> object:
        """Units of one kind share their statements. A unit with any statement that is not a RowStatement shares none,
        since such a statement may depend on standing right behind the one before it."""
        if not all(isinstance(part, RowStatement) for part in self.parts):
            return id(self)
        return tuple((part.sql, *part.args.items()) for part in self.parts)


class GroupCommit:
    """A Driver around a Driver, which also takes statements of many rows."""

    def __init__(self, driver: Driver, *, max_units: int) -> None:
        self._driver = driver
        self._writes = _Line(driver, max_units, "write")
        self._reads = _Line(driver, max_units, "read")
        self._closed = False

    async def connect(self) -> None:
        await self._driver.connect()

    async def close(self) -> None:
        """Wait for the batches under way, then close the driver. Later calls raise StoreUnavailable."""
        self._closed = True
        await self._writes.end()
        await self._reads.end()
        await self._driver.close()

    async def batch(self, statements: Sequence[Part]) -> Sequence[Rows]:
        """One atomic batch, with what others share of it."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        line = self._reads if reads_only(statements) else self._writes
        return await line.ride(_Unit(statements, asyncio.get_running_loop().create_future()))


class _Line:
    """Units that wait for the batch in flight, and its answer. There is one batch at a time."""

    def __init__(self, driver: Driver, max_units: int, kind: str) -> None:
        self._driver = driver
        self._lay_out = _laid_out if kind == "write" else _laid_out_apart
        self._max_units = max_units
        self._batches, self._statements = metrics.batches.labels(kind), metrics.statements.labels(kind)
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
        group: Sequence[_Unit] = ()
        try:
            while group := self._gather():
                await self._send(group)
        finally:
            self._leader = None
            # Some have no answer only when the leader was cancelled: the event loop is ending.
            for unit in (*group, *self._waiting):
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
        try:
            laid_out = self._lay_out(group)
            answers = await self._driver.batch([merged for merged, _ in laid_out])
            _hand_out(group, laid_out, answers)
        except _ONE_UNITS_FAULT as error:
            if len(group) == 1:
                _fail(group, error)
                return
            for unit in group:
                await self._send([unit])
        except Exception as error:
            _fail(group, error)
        else:
            self._batches.inc()
            self._statements.inc(len(laid_out))


_Own = Sequence[tuple[_Unit, int]]
"""The units that a statement is for, and where each has its part."""


def _laid_out(group: Sequence[_Unit]) -> list[tuple[Statement, _Own]]:
    """The statements to send, each with the units that it is for.

    Kind after kind; within one, the first statements of all units, then the second ones, and so on.
    """
    kinds: dict[object, list[_Unit]] = {}
    for unit in group:
        kinds.setdefault(unit.kind, []).append(unit)
    laid_out: list[tuple[Statement, _Own]] = []
    for units in kinds.values():
        for position in range(len(units[0].parts)):
            own = [(unit, position) for unit in units]
            laid_out.append((_merged(own), own))
    return laid_out


def _laid_out_apart(group: Sequence[_Unit]) -> list[tuple[Statement, _Own]]:
    """As _laid_out, for what only reads: each statement of many rows once, whatever else its units ask."""
    same: dict[object, list[tuple[_Unit, int]]] = {}
    for unit in group:
        for position, part in enumerate(unit.parts):
            key = (part.sql, *part.args.items()) if isinstance(part, RowStatement) else (id(unit), position)
            same.setdefault(key, []).append((unit, position))
    return [(_merged(own), own) for own in same.values()]


def _merged(own: _Own) -> Statement:
    parts = [unit.parts[position] for unit, position in own]
    first = parts[0]
    if not isinstance(first, RowStatement):
        return first
    rows = [row for part in parts if isinstance(part, RowStatement) for row in part.rows]
    if len(rows) > 1 and reads_only([first]):
        # Who asks for the same gets the same answer, once; of what is written the same may be meant twice.
        rows = list(dict.fromkeys(map(tuple, rows)))
    return Statement(first.sql, {**first.args, "rows": as_json(rows)})


def _hand_out(group: Sequence[_Unit], laid_out: Sequence[tuple[Statement, _Own]], answers: Sequence[Rows]) -> None:
    own: dict[int, dict[int, Rows]] = {id(unit): {} for unit in group}
    for (_, parts), answer in zip(laid_out, answers, strict=False):
        if len(parts) == 1:
            unit, position = parts[0]
            own[id(unit)][position] = answer
            continue
        found: dict[tuple[Value, ...], list[Row]] | None = None
        for unit, position in parts:
            part = unit.parts[position]
            if isinstance(part, RowStatement):
                found = _by_key(answer.rows, part.key) if found is None else found
                own[id(unit)][position] = _found(found, part)
    for unit in group:
        if not unit.answer.done():
            unit.answer.set_result([answer for _, answer in sorted(own[id(unit)].items())])


def _by_key(rows: Sequence[Row], key: Sequence[str]) -> dict[tuple[Value, ...], list[Row]]:
    found: dict[tuple[Value, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in key), []).append(row)
    return found


def _found(found: Mapping[tuple[Value, ...], Sequence[Row]], part: RowStatement) -> Rows:
    if not found:
        return Rows((), 0)
    asked = dict.fromkeys(tuple(row[: len(part.key)]) for row in part.rows)
    rows = [row for key in asked for row in found.get(key, ())]
    return Rows(rows, len(rows))


def _size(unit: _Unit) -> int:
    size = 0
    for part in unit.parts:
        values = chain.from_iterable(part.rows) if isinstance(part, RowStatement) else part.args.values()
        size += sum(len(value) for value in values if isinstance(value, str | bytes))
    return size


def _fail(group: Sequence[_Unit], error: Exception) -> None:
    """Every caller gets an exception of its own: a shared object would collect the tracebacks of all of them."""
    for unit in group:
        if not unit.answer.done():
            own = type(error)(*error.args) if isinstance(error, StoreError) else error
            own.__cause__ = error.__cause__
            unit.answer.set_exception(own)
