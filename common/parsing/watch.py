"""Watching a child from outside: memory and processor time of a process, on Linux, macOS and Windows alike."""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import psutil

from common.parsing.limits import ParseLimits


class Breach(StrEnum):
    """Which limit a request passed."""

    MEMORY = "MEMORY"
    PROCESSOR = "PROCESSOR"
    WALL_TIME = "WALL_TIME"
    ANSWER = "ANSWER"
    DEPTH = "DEPTH"
    """Nested deeper than can be read. The child noticed by itself and goes on."""
    CRASH = "CRASH"
    """The child ended by itself: a fault in a parser's C code, or the system took it."""


PERHAPS_THE_MACHINE = frozenset({Breach.CRASH, Breach.WALL_TIME})
"""The machine may be to blame for these, not the bytes: the system takes a process when memory runs out, and lets it
wait when others compute.
"""


@dataclass(frozen=True, slots=True)
class Usage:
    memory_bytes: int
    processor_seconds: float


def usage(pid: int) -> Usage | None:
    """What the process has taken so far; None when it has ended, there never was one, or nobody can look."""
    try:
        process = _process(pid)
        with process.oneshot():
            times = process.cpu_times()
            memory = int(process.memory_info().rss)
    except (psutil.Error, OSError):  # OSError: no file handle is left to look with
        return None
    # One that has ended and was not waited for yet still stands in the table, without memory.
    return Usage(memory, times.user + times.system) if memory else None


@lru_cache(maxsize=16)
def _process(pid: int) -> psutil.Process:
    """Kept, for half of a look's time goes into making it. It says only whose number it is: should that number be given
    to another process, this tells of that one, as a new one would.
    """
    return psutil.Process(pid)


def breach(before: Usage, now: Usage, limits: ParseLimits) -> Breach | None:
    """Which limit a request passes that began at `before`."""
    if now.memory_bytes - before.memory_bytes > limits.memory_bytes:
        return Breach.MEMORY
    if now.processor_seconds - before.processor_seconds > limits.processor_seconds:
        return Breach.PROCESSOR
    return None


async def why_it_ended(child: asyncio.subprocess.Process) -> Breach:
    """Why a child that no longer answers is gone: its own limit on processor time, or a crash."""
    try:
        async with asyncio.timeout(1.0):
            code = await child.wait()
    except TimeoutError:
        return Breach.CRASH  # it only closed its end of the line; its parent kills it
    return Breach.PROCESSOR if sys.platform != "win32" and code == -signal.SIGPROF else Breach.CRASH
