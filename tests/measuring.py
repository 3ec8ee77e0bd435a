"""Where coverage is not worth its price: a loop over megabytes runs three to ten times as long under it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from coverage import Coverage


@contextmanager
def unmeasured() -> Iterator[None]:
    """Coverage pauses inside, where it is on at all. Processes started inside are measured all the same
    (but see unmeasured_environment)."""
    measuring = Coverage.current()
    if measuring is None:
        yield
        return
    measuring.stop()
    try:
        yield
    finally:
        measuring.start()


def unmeasured_environment() -> dict[str, str]:
    """This process's environment for a child that coverage is not to follow: one that is none of ours, or is killed,
    for it hands over nothing then."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_PROCESS_")}
