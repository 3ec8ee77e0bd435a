"""A gateway's worker's places for tasks: which are taken, which are asked for, and what came and was not begun yet."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence

from common.protocol.base import MAX_TASKS
from common.protocol.tasks import Task


class Places:
    """`at_once` of them, for one turn of offers. A place is asked for by one request at a time."""

    def __init__(self, at_once: int, taken: set[str]) -> None:
        """`taken`: lease tokens of tasks that came and have not ended. Those of an earlier turn, which was paused or
        lost the network, hold their places in the next."""
        self._at_once = at_once
        self._taken = taken
        self._asked = 0
        self._came: deque[tuple[Task, float]] = deque()
        self.changed = asyncio.Event()
        """A task came, or a place may be free."""
        self.closed = False

    def free(self, ending: Iterable[str] = ()) -> int:
        """How many may be asked for, with those of tasks that are ending; no more than one request may ask for."""
        free = self._at_once - len(self._taken) - self._asked + sum(token in self._taken for token in ending)
        return max(0, min(free, MAX_TASKS))

    def ask(self, places: int) -> None:
        self._asked += places

    def answered(self, places: int, tasks: Sequence[Task], asked_at: float) -> list[Task]:
        """What came for so many places that were asked for at this time. Those that are held already are left out."""
        self._asked -= places
        new = []
        for task in tasks:
            if task.lease_token not in self._taken:
                self._taken.add(task.lease_token)
                self._came.append((task, asked_at))
                new.append(task)
        self.changed.set()
        return new

    def next(self) -> tuple[Task, float] | None:
        """A task to begin, and when it was asked for."""
        return self._came.popleft() if self._came else None

    def look_again(self, _: object = None) -> None:
        self.changed.set()

    def close(self) -> list[Task]:
        """No task is begun any more; those that came and were not."""
        self.closed = True
        left = [task for task, _ in self._came]
        self._came.clear()
        self._taken.difference_update(task.lease_token for task in left)
        return left
