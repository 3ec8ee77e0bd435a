"""Taobao's signature: MD5 over the sorted parameters between two copies of the secret, as the platform prescribes.

Source: Taobao Open Platform, "API call method". The timestamp is a wall clock's in GMT+8 and may differ by ten minutes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone

_CHINA = timezone(timedelta(hours=8))


def sign(parameters: Mapping[str, str], secret: str) -> str:
    """The `sign` that belongs to all other parameters."""
    joined = "".join(f"{name}{parameters[name]}" for name in sorted(parameters))
    return hashlib.md5(f"{secret}{joined}{secret}".encode(), usedforsecurity=False).hexdigest().upper()


def timestamp(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(_CHINA).strftime("%Y-%m-%d %H:%M:%S")
