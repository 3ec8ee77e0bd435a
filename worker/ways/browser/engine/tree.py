"""The browser's processes as one: found by a mark, measured, and killed together."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

KILL_SECONDS = 5.0


def browser_process(mark: str) -> psutil.Process | None:
    """The browser itself among this process's descendants: its command line carries the mark."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error, OSError):
            line = process.cmdline()
            if mark in line and not any(word.startswith("--type=") for word in line):
                return process
    return None


def process_at_home(home: Path) -> psutil.Process | None:
    """The child of this process that was given this folder as its home."""
    for process in psutil.Process().children():
        with suppress(psutil.Error, OSError):
            if process.environ().get("HOME") == str(home):
                return process
    return None


def runs(process: psutil.Process) -> bool:
    """Whether it does; one that has ended and that nobody has asked for its end yet does not."""
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def family(root: psutil.Process) -> list[psutil.Process]:
    """The process and all below it; empty when it has ended."""
    with suppress(psutil.Error, OSError):
        return [root, *root.children(recursive=True)]
    return []


def memory_bytes(processes: Sequence[psutil.Process]) -> int:
    """What they hold in memory, each by itself: what they share counts for each of them."""
    total = 0
    for process in processes:
        with suppress(psutil.Error, OSError):
            total += int(process.memory_info().rss)
    return total


def own_bytes() -> int:
    """What this process holds in memory."""
    return int(psutil.Process().memory_info().rss)


def kill(root: psutil.Process) -> None:
    """The browser with all its processes, and whatever else is in its group. Returns when they have ended."""
    processes = family(root)
    if sys.platform != "win32" and processes:
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(root.pid) == root.pid:
                os.killpg(root.pid, signal.SIGKILL)
    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=KILL_SECONDS)
