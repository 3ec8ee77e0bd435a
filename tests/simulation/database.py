"""The database of a world: one SQLite in memory, reached over lines that lose requests and answers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from common.errors import StoreError, StoreRejected, StoreUnavailable
from common.store.drivers.base import Rows, Statement
from common.store.drivers.text import split_script
from common.store.schema import schema_sql
from common.store.statements import SQL
from tests.simulation.faults.weather import Weather
from tests.simulation.loop import Process, SimulatedLoop
from tests.simulation.trace import Trace

EPOCH_MS = 1_800_000_000_000
TIMEOUT_SECONDS = 2.0
LATE_SECONDS = 6.0

OnCommit = Callable[[Process, Sequence[str], int], None]
"""Told after each batch that changed rows: whose it was, the statements' names, and the time in milliseconds."""


@cache
def _empty_database() -> bytes:
    """A database with the schema in it: copying it is faster than making it, a world at a time."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in split_script(schema_sql()):
        connection.execute(statement.sql)
    image = connection.serialize()
    connection.close()
    return image


class Database:
    """Runs each batch whole, at one moment of the simulated clock, whatever has become of who sent it."""

    def __init__(self, loop: SimulatedLoop, weather: Weather, trace: Trace, delays: Random) -> None:
        self.loop = loop
        self.weather = weather
        self.delays = delays
        self.process = loop.process("database")
        self.connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=256)
        self.connection.deserialize(_empty_database())
        self.on_commit: OnCommit = lambda process, names, now_ms: None
        self.trace = trace
        self._names = {sql: name for name, sql in SQL.items()}

    @property
    def now_ms(self) -> int:
        return EPOCH_MS + int(self.loop.now * 1000)

    def run(self, sender: Process, statements: Sequence[Statement]) -> list[Rows]:
        """Raises StoreRejected; nothing of the batch is written then."""
        connection = self.connection
        before = connection.total_changes
        now_ms = self.now_ms
        names = [self._names.get(statement.sql, "?") for statement in statements]
        connection.execute("BEGIN")
        try:
            answers = [self._step(statement, now_ms) for statement in statements]
        except sqlite3.Error as error:
            connection.execute("ROLLBACK")
            self.trace(self.loop.now, "database refuses", sender.name, *names, error)
            raise StoreRejected(str(error)) from error
        connection.execute("COMMIT")
        if connection.total_changes != before:
            self.on_commit(sender, names, now_ms)
        return answers

    def _step(self, statement: Statement, now_ms: int) -> Rows:
        args = dict(statement.args)
        if "now_ms" in args:
            args["now_ms"] = now_ms
        cursor = self.connection.execute(statement.sql, args)
        if cursor.description is None:
            return Rows((), max(cursor.rowcount, 0))
        names = [column[0] for column in cursor.description]
        return Rows([dict(zip(names, row, strict=True)) for row in cursor.fetchall()], max(cursor.rowcount, 0))

    def ask(self, sql: str, *args: object) -> list[tuple[object, ...]]:
        """For the books: a look that takes no time and never fails."""
        return self.connection.execute(sql, args).fetchall()


class SimulatedDriver:
    """A store's driver (common/store/drivers/base.py) in one process, on the line to the world's database."""

    def __init__(self, database: Database, process: Process) -> None:
        self._database = database
        self._process = process
        self.closed = False

    async def connect(self) -> None:
        """The line needs no opening."""

    async def close(self) -> None:
        self.closed = True

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        database, weather, loop = self._database, self._database.weather, self._database.loop
        if self.closed:
            raise StoreUnavailable("the store is closed")
        answer: asyncio.Future[Sequence[Rows]] = loop.create_future()
        there = database.delays.random() * 0.02
        if weather.database_away or weather.falls(weather.lost_request):
            self._fail(answer, there, "lost on the way to the database")
        elif weather.falls(weather.late_request):
            self._fail(answer, database.delays.random() * TIMEOUT_SECONDS, "no answer in time")
            late = there + database.delays.random() * LATE_SECONDS
            loop.after(database.process, late, self._run, statements, None)
        else:
            loop.after(database.process, there, self._run, statements, answer)
        return await answer

    def _run(self, statements: Sequence[Statement], answer: asyncio.Future[Sequence[Rows]] | None) -> None:
        database = self._database
        result: Sequence[Rows] | StoreError
        try:
            result = database.run(self._process, statements)
        except StoreError as error:
            result = error
        if answer is None:
            return
        if database.weather.falls(database.weather.lost_answer):
            self._fail(answer, database.delays.random() * TIMEOUT_SECONDS, "the answer was lost")
            return
        database.loop.after(database.process, database.delays.random() * 0.02, _settle, answer, result)

    def _fail(self, answer: asyncio.Future[Sequence[Rows]], seconds: float, why: str) -> None:
        self._database.trace.fault(self._database.loop.now, self._process.name)
        self._database.loop.after(self._database.process, seconds, _settle, answer, StoreUnavailable(why))


def _settle(answer: asyncio.Future[Sequence[Rows]], result: Sequence[Rows] | StoreError) -> None:
    if answer.done():
        return
    if isinstance(result, StoreError):
        answer.set_exception(result)
    else:
        answer.set_result(result)
