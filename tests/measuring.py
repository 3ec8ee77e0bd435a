"""Where coverage is not worth its price: a loop over megabytes runs three to ten times as long under it, and real
processes half as long again."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from coverage import Coverage

_PROCESS = "COVERAGE_PROCESS_"
"""Coverage follows processes by environment variables that begin so."""


@contextmanager
def unmeasured() -> Iterator[None]:
    """Coverage pauses inside, in this thread and in those that start inside, where it is on at all. Processes started
    inside are measured all the same (but see unmeasured_environment).

    It takes its trace function away for a while: its own stop() and start() would look through every module of this
    process each time, which takes longer than most tests do. The function that pauses is a test's or pytest's: of
    itself, what it does afterwards is not measured. Where coverage measures without a trace function, it costs little.
    """
    if Coverage.current() is None:
        yield
        return
    here, in_new_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(in_new_threads)
        sys.settrace(here)


@contextmanager
def unmeasured_processes() -> Iterator[None]:
    """As unmeasured(), and for what is started inside as well."""
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(_PROCESS)}
    try:
        with unmeasured():
            yield
    finally:
        os.environ.update(taken)


def unmeasured_environment() -> dict[str, str]:
    """This process's environment for a child that coverage is not to follow: one that is none of ours, or is killed,
    for it hands over nothing then."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_PROCESS)}
