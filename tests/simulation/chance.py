"""Takes clocks, randomness and the disk's slowness away from the code while a world runs."""

from __future__ import annotations

import gc
import logging
import os
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from unittest import mock

import tenacity

import worker.service
from tests.simulation.loop import SimulatedLoop

LOOK_SECONDS = 5.0
"""A worker looks for a stop this often instead of twice a second: looks are most of a world's steps."""


@contextmanager
def by_seed(seed: int, loop: SimulatedLoop) -> Iterator[None]:
    """Inside, whatever the services draw or wait for comes from the seed and the simulated clock."""
    source = Random(f"chance {seed}")
    written = 0

    def sync(descriptor: int) -> None:
        # The spool's files are sorted by their time, which on a real disk is as coarse as the kernel's clock.
        nonlocal written
        written += 1
        os.utime(descriptor, ns=(written * 1_000_000, written * 1_000_000))

    state = random.getstate()
    random.seed(seed)
    log = logging.getLogger("crawlfleet")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    collecting = gc.isenabled()
    gc.disable()
    try:
        with ExitStack() as patches:
            for target, name, stand_in in (
                (os, "urandom", source.randbytes),
                (os, "fsync", sync),
                (tenacity, "time", SimpleNamespace(monotonic=loop.time)),
                (worker.service, "LOOK_SECONDS", LOOK_SECONDS),
            ):
                patches.enter_context(mock.patch.object(target, name, stand_in))
            yield
    finally:
        random.setstate(state)
        log.setLevel(level)
        if collecting:
            gc.enable()
