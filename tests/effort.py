"""How much the random tests try: everything where CI is set, as .ci/run does; a part of it on somebody's desk."""

from __future__ import annotations

import os

FULL = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def tries(quick: int, full: int) -> int:
    """How many cases to try here: `full` where CI is set, else `quick`."""
    return full if FULL else quick
