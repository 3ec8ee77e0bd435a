"""This machine's clock."""

from __future__ import annotations

import time


def utc_ms() -> int:
    """Now, in UTC milliseconds, as far as this machine knows. Leases do not run on it but on the database's clock."""
    return time.time_ns() // 1_000_000
