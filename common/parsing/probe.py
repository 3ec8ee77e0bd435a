"""What the child is and holds, told by itself: for `crawlfleet doctor` and for the tests of its limits."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from common.parsing.task import Task


@dataclass(frozen=True, slots=True)
class ChildState:
    """`descriptors` is None where the system does not list them."""

    pid: int
    environment: dict[str, str]
    descriptors: list[int] | None
    modules: int


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """What a hostile page could drive a parser to, on purpose."""

    how: Literal["compute", "sleep", "fill", "raise", "exit", "talk", "print", "close", "drip", "fork"]
    amount: float = 0.0


def state(head: None, body: bytes) -> ChildState:
    import sys  # noqa: PLC0415

    folder = Path("/proc/self/fd")
    # The listing itself takes a descriptor while it runs; it is gone again here.
    descriptors = sorted(fd for fd in map(int, os.listdir(folder)) if _is_open(fd)) if folder.is_dir() else None  # noqa: PTH208
    return ChildState(os.getpid(), dict(os.environ), descriptors, len(sys.modules))


def misbehave(head: Misbehaviour, body: bytes) -> str:
    """Used by tests and by `crawlfleet doctor` to see that the limits hold."""
    if head.how == "compute":
        while True:
            pass
    if head.how == "sleep":
        time.sleep(head.amount)
    if head.how == "fill":
        return str(len(bytearray(int(head.amount))))
    if head.how == "raise":
        raise ValueError("on purpose")
    if head.how == "exit":
        os._exit(3)
    if head.how in ("print", "close", "drip", "fork"):
        _taken_over(head)
    return "x" * int(head.amount)


def _taken_over(head: Misbehaviour) -> None:
    """What only a child that no longer runs our program would do."""
    if head.how == "print":
        print("x" * int(head.amount))  # noqa: T201
        os.write(2, b"x" * int(head.amount))
    if head.how == "close":
        os.close(0)
        os.close(1)
        time.sleep(head.amount)
    while head.how == "drip":
        os.write(1, b"\0")
        time.sleep(0.01)
    if head.how == "fork":
        os.fork()


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


STATE: Task[None, ChildState] = Task("probe", "common.parsing.probe:state", type(None), ChildState)
MISBEHAVE: Task[Misbehaviour, str] = Task("probe", "common.parsing.probe:misbehave", Misbehaviour, str)
