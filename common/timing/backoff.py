"""How long to wait before the next try: doubling with each failure in a row, up to a longest wait. Pure."""

from __future__ import annotations


def backoff_seconds(failures: int, *, base_seconds: float, max_seconds: float, random: float = 1.0) -> float:
    """Seconds to wait after `failures` in a row: the base after the first, twice that after the second, and so on.

    `random` from 0 to 1 spreads the wait over its upper half, so that a fleet does not come back all at once; 1.0 is
    the whole wait.
    """
    doubled = base_seconds * 2.0 ** min(max(failures, 1) - 1, 30)
    return min(doubled, max_seconds) * (0.5 + random / 2)
