"""`[dispatch]`: how due jobs go to the broker, and when what was lost is brought back."""

from __future__ import annotations

from pydantic import Field

from common.settings_tables.section import Seconds, Section


class DispatchSettings(Section):
    interval_seconds: Seconds = 1.0
    window: int = Field(200, ge=1, le=1_000_000)
    """At most this many QUEUED jobs per platform."""
    batch: int = Field(200, ge=1, le=5000)
    republish_after_seconds: Seconds = 900.0
    """A QUEUED job nobody claimed for this long is published again."""
    retry_overdue_seconds: Seconds = 60.0
    """A FAILED_RETRYABLE job this long past its time is published by the dispatcher, in case its message was lost."""
    leader_seconds: Seconds = 15.0
    health_seconds: Seconds = 30.0
    """How often the leading dispatcher checks whether shops' pages can still be read."""
