"""`[volunteer]`: a PC that lends itself to a fleet."""

from __future__ import annotations

from pydantic import Field

from common.settings_tables.section import Section


class VolunteerSettings(Section):
    """A PC that has joined a fleet. Its limits and hours are no settings: `crawlfleet volunteer limits`."""

    page: bool = True
    """The page on 127.0.0.1 while `crawlfleet work` runs."""
    page_port: int = Field(0, ge=0, le=65_535)
    """0: any free one."""
