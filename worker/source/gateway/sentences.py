"""What a gateway's worker says of itself while it has no task, and how long it pauses."""

from __future__ import annotations

import random

from common.protocol.refusals import Refusal
from common.timing.backoff import backoff_seconds

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 60.0


def idle_sentence(none: Refusal) -> str:
    seconds = none.retry_after_seconds
    again = "" if seconds is None else f"; asking again in {_duration(seconds)}"
    return f"idle: {none.sentence}{again}"


def pause_seconds(failures: int) -> float:
    """Before a gateway that is away is asked again, after so many tries in vain."""
    return backoff_seconds(
        failures,
        base_seconds=FIRST_PAUSE_SECONDS,
        max_seconds=LONGEST_PAUSE_SECONDS,
        random=random.random(),  # noqa: S311  (no secret)
    )


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
