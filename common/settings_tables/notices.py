"""`[notices]`: notifications. What is told to whom stands in the database: `crawlfleet notify`."""

from __future__ import annotations

from pydantic import Field

from common.settings_tables.section import Section


class NoticeSettings(Section):
    """Notifications, sent by the leading dispatcher."""

    look_seconds: float = Field(15.0, ge=0.05, le=3600)
    """How often the leading dispatcher looks for what there is to tell."""
