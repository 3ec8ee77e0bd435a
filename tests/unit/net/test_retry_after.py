"""How long a server asks to be left alone, in seconds from now, never more than a day."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from common.net.retry_after import retry_after_seconds

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("99999999999999999999", 86_400.0),
        ("Thu, 01 Jan 2026 00:02:00 GMT", 120.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
        ("-5", None),
        ("1.5", 1.5),
        ("1767225720", 120.0),
        ("1700000000", 0.0),
        ("2026-01-01T00:02:00Z", 120.0),
        ("2026-01-01T00:02:00", 120.0),
        ("nan", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_every_way_to_say_when(value: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(value, now=NOW) == seconds
