"""An asyncio event loop with a simulated clock, and processes that share it.

Every callback belongs to the process in whose context it was scheduled. Within one process callbacks run in asyncio's
own order; whose turn it is among several the seed decides, as chance does between real ones. When nobody has anything
to do, the clock jumps to the next timer. A process can be frozen, killed before any of its steps, or have its clock
moved.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from random import Random
from typing import Any, TypeVarTuple

PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("PROCESS", default=None)
TASKS_KEPT = 400
Ts = TypeVarTuple("Ts")


class Process:
    """What runs and stops together. `offset` is how far its own clock is ahead of the simulated time, in seconds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ready: deque[asyncio.Handle] = deque()
        self.timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.offset = 0.0
        self.frozen = False
        self.killed = False
        self.steps = 0
        self.kill_at_step: int | None = None
        self.stopping = False
        self.context = contextvars.copy_context()
        self.context.run(PROCESS.set, self)

    @property
    def runs(self) -> bool:
        return not (self.frozen or self.killed)


class _Task(asyncio.Task[Any]):
    """A task that sorts by age in a set, so that a set of tasks is walked in the same order in every run."""

    def __hash__(self) -> int:
        return self._age

    def __init__(self, *args: Any, age: int, **kwargs: Any) -> None:
        self._age = age
        super().__init__(*args, **kwargs)


def _error(task: asyncio.Task[Any]) -> BaseException | None:
    return task.exception() if task.done() and not task.cancelled() else None


class SimulatedLoop(asyncio.BaseEventLoop):
    """No sockets, no threads, no real time."""

    def __init__(self, turns: Random) -> None:
        super().__init__()
        self.now = 0.0
        """Simulated seconds since the world began."""
        self.on_kill: Callable[[Process], None] = lambda process: None
        self.broken: list[dict[str, Any]] = []
        """What callbacks raised and nobody took."""
        self._turns = turns
        self._processes: list[Process] = []
        self._outside = self.process("world")
        self._current = self._outside
        self._count = 0
        self.set_task_factory(self._new_task)
        self.set_exception_handler(lambda loop, context: self.broken.append(context))

    def process(self, name: str) -> Process:
        made = Process(name)
        self._processes.append(made)
        return made

    def start(self, process: Process, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run `work` as a task of this process."""
        return self.create_task(work, context=process.context.copy())

    def after(self, process: Process, seconds: float, call: Callable[..., object], *args: Any) -> None:
        """Call in this process when `seconds` of simulated time have passed."""
        self._count += 1
        when = self.now + process.offset + seconds
        handle = asyncio.TimerHandle(when, call, args, self, process.context)
        heapq.heappush(process.timers, (when, self._count, handle))

    def time(self) -> float:
        """The clock of the process that asks."""
        return self.now + self._current.offset

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self._count += 1
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._owner(handle).timers, (when, self._count, handle))
        return handle

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._owner(handle).ready.append(handle)
        return handle

    def _owner(self, handle: asyncio.Handle) -> Process:
        return handle._context.get(PROCESS) or self._outside  # type: ignore[attr-defined]  # asyncio's own

    def _new_task(self, loop: asyncio.AbstractEventLoop, work: Any, context: Any = None) -> asyncio.Task[Any]:
        self._count += 1
        task = _Task(work, loop=loop, context=context, age=self._count)
        process = (context.get(PROCESS) if context is not None else PROCESS.get()) or self._outside
        if len(process.tasks) >= TASKS_KEPT:
            process.tasks = [one for one in process.tasks if not one.done() or _error(one)]
        # A killed process's tasks must not be collected: closing them would run their `finally`.
        process.tasks.append(task)
        return task

    def _run_once(self) -> None:
        able = self._able()
        if not able:
            self._advance()
            return
        process = able[0] if len(able) == 1 else able[int(self._turns.random() * len(able))]
        if process.kill_at_step is not None and process.steps >= process.kill_at_step:
            self.kill(process)
            return
        handle = process.ready.popleft()
        if handle._cancelled:
            return
        process.steps += 1
        self._current = process
        handle._run()
        self._current = self._outside

    def _able(self) -> list[Process]:
        """The processes that have something to do now."""
        able = []
        for process in self._processes:
            if process.frozen or process.killed:
                continue
            timers = process.timers
            until = self.now + process.offset
            while timers and timers[0][0] <= until:
                process.ready.append(heapq.heappop(timers)[2])
            if process.ready:
                able.append(process)
        return able

    def _advance(self) -> None:
        following = None
        for process in self._processes:
            timers = process.timers
            while timers and timers[0][2]._cancelled:
                heapq.heappop(timers)
            if timers and process.runs:
                when = timers[0][0] - process.offset
                following = when if following is None else min(following, when)
        if following is None:
            raise RuntimeError("the simulated world stands still: nothing is scheduled any more")
        # A sum of offsets may miss the timer by a rounding error; the next look must find it due.
        self.now = max(self.now, following) + 1e-7

    def kill(self, process: Process) -> None:
        """As kill -9: none of its callbacks runs again."""
        process.killed = True
        process.kill_at_step = None
        self.on_kill(process)

    def errors(self, process: Process) -> list[BaseException]:
        """What this process's tasks raised."""
        return [error for task in process.tasks if (error := _error(task)) is not None]

    def bury(self) -> None:
        """After the world's end: let every task that is left end, so that nothing is collected half done."""
        for process in self._processes:
            process.killed = process.frozen = False
            process.kill_at_step = None
        self.run_until_complete(self._end_all())
        for process in self._processes:
            for task in process.tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]  # asyncio's own
        self.close()

    async def _end_all(self) -> None:
        own = asyncio.current_task()
        for _ in range(20):
            left = [
                task for process in self._processes for task in process.tasks if not task.done() and task is not own
            ]
            if not left:
                break
            for task in left:
                task.cancel()
            await asyncio.sleep(30)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are dropped when their time comes."""

    def _write_to_self(self) -> None:
        """No thread ever waits for this loop."""
