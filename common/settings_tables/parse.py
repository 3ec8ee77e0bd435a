"""`[parse]`: what reading one page or feed may cost."""

from __future__ import annotations

from pydantic import Field, model_validator

from common.settings_tables.section import Seconds, Section


class ParseSettings(Section):
    """What reading one page or feed may cost; past it the process that reads is replaced."""

    memory_mb: int = Field(400, ge=32, le=65_536)
    """Beyond what the process holds at rest."""
    processor_seconds: Seconds = 10.0
    wall_seconds: Seconds = 30.0

    @model_validator(mode="after")
    def _in_order(self) -> ParseSettings:
        if self.wall_seconds < self.processor_seconds:
            raise ValueError("wall_seconds must not be less than processor_seconds")
        return self
