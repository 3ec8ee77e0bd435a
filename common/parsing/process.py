"""The parent's side: one child, asked one request at a time, killed and replaced when a request passes a limit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from pydantic import ValidationError

from common.output.no_handles import no_handles_left
from common.parsing import metrics
from common.parsing.failures import ParsingRaised, ParsingStopped, ParsingUnavailable, stopped
from common.parsing.frames import Outcome, packed
from common.parsing.launch import clean_environment, command, end, of_its_own, widen_line
from common.parsing.limits import ParseLimits
from common.parsing.line import AnswerTooLong, LineBroken, answer, exchange
from common.parsing.task import Task
from common.parsing.watch import Breach, Usage, breach, usage, why_it_ended
from common.turns.by_site import Turns
from common.turns.time_limit import not_counted
from common.waiting import call_off

A = TypeVar("A")
R = TypeVar("R")

START_SECONDS = 180.0
"""A child that is not ready by then (a disk that sleeps, a machine that swaps) counts as crashed. The first one of an
installation compiles the words of all languages: seven seconds of a slow machine, a minute of the smallest.
"""
FIRST_LOOK_SECONDS = 0.1
"""The first look at what the child takes. Most requests are done by then, and cost no look at all."""
LOOK_SECONDS = 0.03
MAX_REQUESTS = 1_000
"""After so many requests the child is replaced: what a parser leaks must not add up."""
MAX_GROWTH_BYTES = 64 * 1024 * 1024
"""A child that holds this much more between requests than when it was ready is replaced too."""
_SAYS_MORE = "`crawlfleet doctor` says more"
_OURS = "the child itself"
"""Whose turn starting and ending take: no site has a name with spaces in it."""
_NOTHING = Usage(0, 0.0)


class ParsingChild:
    """Runs tasks in a child process. Safe to share between tasks of one event loop; requests wait for their turn: brief
    ones first, then sites in turns by the time they have taken (common/turns).

    Costs one process (40 MB with the page readers loaded, 50 MB with those of feeds). It starts at `start()` or at the
    first request, and again after a limit was passed. Close it with `aclose()`.
    """

    def __init__(self, limits: ParseLimits | None = None, *, preload: Sequence[str] = ()) -> None:
        """`preload`: modules loaded before the first request, so that no request pays for them; "module:function"
        names one to be called, too.
        """
        self._limits = limits or ParseLimits()
        self._preload = tuple(preload)
        self._turns = Turns()
        self._child: asyncio.subprocess.Process | None = None
        self._at_rest: Usage | None = None
        self._served = 0

    @property
    def pid(self) -> int | None:
        """Of the child that runs now."""
        return self._child.pid if self._child else None

    @property
    def busy(self) -> bool:
        """Whether a request is under way."""
        return self._turns.taken

    async def start(self) -> None:
        """Have a child ready. Raises ParsingUnavailable when none can be started."""
        async with self._turns.turn(_OURS, brief=True):
            await self._ready_child()

    async def run(
        self, task: Task[A, R], head: A, body: bytes = b"", *, site: str = "", processor_seconds: float | None = None
    ) -> R:
        """The function's answer. Raises ParsingStopped past a limit, ParsingRaised for an error in the function,
        ParsingUnavailable when there is no child to ask. `site`: whose bytes these are, for turns. `processor_seconds`:
        a bound below the general one. Neither the limits nor a `time_limit` around it count the wait for a turn or for
        a child that starts.

        Cancelled in mid-request, the child is killed: its answer would be taken for the next one's.
        """
        async with self._turns.turn(site, brief=task.brief):
            limits = self._limits
            if processor_seconds is not None:
                limits = replace(limits, processor_seconds=min(processor_seconds, limits.processor_seconds))
            with not_counted():
                child, before = await self._ready_child(task.needs)
            request = packed(
                json.dumps(
                    {
                        "function": task.function,
                        "processor_seconds": limits.processor_seconds,
                        "wall_seconds": limits.wall_seconds,
                        "head": json.loads(task.head_json(head)),
                    }
                ).encode(),
                body,
            )
            try:
                with metrics.seconds.labels(task.name).time():
                    outcome, text = await self._watched(child, task.name, request, limits, before)
                return self._understood(task, outcome, text, limits)
            except ParsingRaised:
                raise
            except BaseException as error:
                if not isinstance(error, ParsingStopped) or error.limit is not Breach.DEPTH:
                    await self._kill()
                if isinstance(error, ParsingStopped):
                    metrics.stopped.labels(task.name, str(error.limit)).inc()
                raise
            finally:
                await self._replace_when_worn()

    async def aclose(self) -> None:
        async with self._turns.turn(_OURS, brief=True):
            await self._kill()

    def _understood(self, task: Task[A, R], outcome: Outcome, text: bytes, limits: ParseLimits) -> R:
        if outcome is Outcome.MEMORY:
            raise stopped(task.name, Breach.MEMORY, limits)
        if outcome is Outcome.DEPTH:
            raise stopped(task.name, Breach.DEPTH, limits)
        if outcome is Outcome.RAISED:
            metrics.raised.labels(task.name).inc()
            raise ParsingRaised(f"reading this {task.name} broke: {text[:500].decode('utf-8', 'replace')}")
        try:
            return task.answer_of(text)
        except ValidationError:
            raise ParsingStopped(task.name, Breach.CRASH, "the parsing process answered something else") from None

    async def _ready_child(self, needs: str | None = None) -> tuple[asyncio.subprocess.Process, Usage]:
        """The child, and what it has taken so far. One that lacks what the task needs is replaced: that is made ready
        before the first byte of a stranger is read and before the limits bind, and every child that follows has it.
        """
        if self._child is not None:
            now = usage(self._child.pid)
            lives = self._child.returncode is None and (self._at_rest is None or now is not None)
            if lives and (needs is None or needs in self._preload):
                return self._child, now or _NOTHING
            await self._kill()  # where it ended, that was between two requests: no request is to blame
        wanted = self._preload if needs is None or needs in self._preload else (*self._preload, needs)
        ready = await self._started(wanted)
        self._preload = wanted
        return ready

    async def _started(self, preload: Sequence[str]) -> tuple[asyncio.subprocess.Process, Usage]:
        try:
            self._child = await asyncio.create_subprocess_exec(
                *command(self._limits, preload),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=clean_environment(),
                **of_its_own(),
            )
            widen_line(self._child)
            async with asyncio.timeout(START_SECONDS):
                await answer(self._child, self._limits.answer_bytes)
        except (OSError, LineBroken, AnswerTooLong) as error:
            await self._kill()
            why = f": {error}" if isinstance(error, OSError) and str(error) else ""
            advice = no_handles_left(error) or _SAYS_MORE
            raise ParsingUnavailable(f"the process that reads pages and feeds does not start{why}; {advice}") from None
        except BaseException:
            await self._kill()
            raise
        self._served = 0
        self._at_rest = usage(self._child.pid)
        return self._child, self._at_rest or _NOTHING

    async def _watched(
        self, child: asyncio.subprocess.Process, task: str, request: bytes, limits: ParseLimits, before: Usage
    ) -> tuple[Outcome, bytes]:
        under_way = asyncio.create_task(exchange(child, request, self._limits.answer_bytes))
        deadline = asyncio.get_running_loop().time() + limits.wall_seconds
        try:
            pause_seconds = FIRST_LOOK_SECONDS
            while True:
                await asyncio.wait([under_way], timeout=pause_seconds)
                if under_way.done():
                    return await under_way
                pause_seconds = LOOK_SECONDS
                now = usage(child.pid)
                passed = breach(before, now, limits) if now else None
                if passed is None and asyncio.get_running_loop().time() > deadline:
                    passed = Breach.WALL_TIME
                if passed:
                    raise stopped(task, passed, limits)
        except AnswerTooLong:
            raise stopped(task, Breach.ANSWER, limits) from None
        except LineBroken:
            raise stopped(task, await why_it_ended(child), limits) from None
        finally:
            if not under_way.done():
                with suppress(LineBroken):
                    await call_off(under_way)

    async def _replace_when_worn(self) -> None:
        if self._child is None:
            return
        self._served += 1
        if self._served >= MAX_REQUESTS or (self._served % 16 == 0 and self._has_grown(self._child.pid)):
            await self._kill()

    def _has_grown(self, pid: int) -> bool:
        now = usage(pid)
        if now is None or self._at_rest is None:
            return False
        return now.memory_bytes - self._at_rest.memory_bytes > MAX_GROWTH_BYTES

    async def _kill(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await end(child)
