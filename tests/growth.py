"""How work grows with its input, told by comparing a size with four times that size: no test has to trust a clock.

Seconds say more about the machine than about the code. A ratio does not: four times the input takes linear code four
times as long and quadratic code sixteen times, on any machine.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

from tests.measuring import unmeasured

T = TypeVar("T")

LIMIT = 8.0
"""Between 4 (linear) and 16 (quadratic), in ratio as far from the one as from the other."""
FLOOR_SECONDS = 0.02
"""What takes less even at the large size is lost in a clock's noise, and harms nobody however it grows."""
TRIES = 9
SMALL_RUNS = 2
"""Before the large one, and after it, in each try: together they take as long as a linear large one."""
SEVERAL = 3
"""Tries whose middle says more than the least of all runs."""
SURE = 5
"""After so many tries, not one of which looked linear, no more are made."""


def growth(run: Callable[[T], object], make: Callable[[int], T], size: int) -> float:
    """How many times as long `run` takes on `make(size)` as on `make(size // 4)`: about 4 when it is linear.

    `size` is the largest input worth asking about: quadratic work with a small factor shows only there. The time is
    this thread's own processor time, the least of several runs, so that neither other processes nor a first run's
    imports count; work on other threads is not seen. A ratio that looks bad is measured again, up to TRIES times in
    all, or SURE times where no try looks linear. Zero stands for work below FLOOR_SECONDS.

    On a busy machine a short run may escape what every long one meets (processors' caches and clocks are shared), and
    then the least of each say nothing of one another. What ran right after one another met the same: so from SEVERAL
    tries on, the middle of the tries' own ratios counts where it is less.
    """
    small, large = make(size // 4), make(size)
    run(small)  # what is only done once (imports, compiled patterns, caches) happens here
    least_small = least_large = ratio = math.inf
    ratios: list[float] = []
    while ratio >= LIMIT and len(ratios) < (TRIES if min(ratios, default=0.0) < LIMIT else SURE):
        smalls = [_seconds(run, small) for _ in range(SMALL_RUNS)]
        took = _seconds(run, large)
        # A machine that was slow throughout the first small runs would make any growth look harmless.
        smalls += [_seconds(run, small) for _ in range(SMALL_RUNS)]
        least_small, least_large = min(least_small, *smalls), min(least_large, took)
        if least_large < FLOOR_SECONDS:
            return 0.0
        ratios.append(took / median(smalls))
        ratio = least_large / least_small
        if len(ratios) >= SEVERAL:
            ratio = min(ratio, median(ratios))
    return ratio


def assert_linear(run: Callable[[T], object], make: Callable[[int], T], size: int) -> None:
    """Fails when `run` grows with `make(size)` markedly faster than in proportion."""
    # What other tests left in this process is none of the collector's business here: a pass over it takes a second.
    # It stays so: unfreezing would hand it all that was made while the tests were collected (tests/conftest.py), too.
    gc.freeze()
    with unmeasured():
        ratio = growth(run, make, size)
    assert ratio < LIMIT, (
        f"four times the input took {ratio:.1f} times as long: about 4 is linear, about 16 is quadratic"
    )


def _seconds(run: Callable[[T], object], argument: T) -> float:
    # Of the collector's passes more fall into the larger run: that says nothing of the code that is measured.
    gc.collect()
    gc.disable()
    try:
        started = time.thread_time()
        run(argument)
        return time.thread_time() - started
    finally:
        gc.enable()
