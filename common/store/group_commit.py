"""Group commit: concurrent batches ride in one.

While one batch is in flight, the next gathers; nobody waits for company. Each caller's unit keeps its order and its
own answer. A group that is rejected is sent again unit by unit, so a bad unit costs only itself. A caller that is
cancelled while its unit still waits takes the unit with it; once sent, the unit runs to its end unheard.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from common.errors import StoreError, StoreRejected
from common.store.drivers.base import Driver, Rows, Statement
from common.store.drivers.text import reads_only

# A group's text stays well below what a server or proxy takes as one request.
_GROUP_CHARACTERS = 2_000_000


@dataclass(frozen=True, slots=True)
class _Unit:
    statements: Sequence[Statement]
    answer: asyncio.Future[Sequence[Rows]]


class GroupCommit:
    """A Driver around a Driver. Batches that only read go straight through."""

    def __init__(self, driver: Driver, *, max_units: int) -> None:
        self._driver = driver
        self._max_units = max_units
        self._waiting: deque[_Unit] = deque()
        self._leader: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self._driver.connect()

    async def script(self, sql: str) -> None:
        await self._driver.script(sql)

    async def close(self) -> None:
        """Waits for what is under way, then closes the driver."""
        if self._leader is not None:
            await asyncio.wait([self._leader])
        await self._driver.close()

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        if reads_only(statements):
            return await self._driver.batch(statements)
        unit = _Unit(statements, asyncio.get_running_loop().create_future())
        self._waiting.append(unit)
        if self._leader is None:
            self._leader = asyncio.create_task(self._lead(), name="group-commit")
        return await unit.answer

    async def _lead(self) -> None:
        try:
            while group := self._gather():
                await self._send(group)
        finally:
            self._leader = None
            # Only a cancelled leader leaves somebody waiting (the loop is being torn down).
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
        try:
            answers = await self._driver.batch([statement for unit in group for statement in unit.statements])
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
            at = 0
            for unit in group:
                end = at + len(unit.statements)
                if not unit.answer.done():
                    unit.answer.set_result(answers[at:end])
                at = end


def _size(unit: _Unit) -> int:
    return sum(len(v) for s in unit.statements for v in s.args.values() if isinstance(v, str | bytes))


def _fail(group: Sequence[_Unit], error: Exception) -> None:
    """Every caller gets an exception of its own: one shared object would gather all their tracebacks."""
    for unit in group:
        if not unit.answer.done():
            own = type(error)(*error.args) if isinstance(error, StoreError) else error
            own.__cause__ = error.__cause__
            unit.answer.set_exception(own)
