"""What `crawlfleet db prune` leaves in the database."""

from __future__ import annotations

from pydantic import Field, model_validator

from common.settings_tables.section import Section


class KeepSettings(Section):
    """What `crawlfleet db prune` leaves; it runs when it is called, and 0 means for ever."""

    job_events_days: int = Field(365, ge=0, le=100_000)
    """Changes of jobs' status; the last ten of each job stay."""
    sightings_days: int = Field(0, ge=0, le=100_000)
    """Which posts named a link; the first of each job stays."""
    every_price_days: int = Field(365, ge=0, le=100_000)
    """After that, one price a day (UTC) of each product."""
    workers_days: int = Field(30, ge=0, le=100_000)
    """Processes that were not heard of since."""
    notices_days: int = Field(90, ge=0, le=100_000)
    """What was told by notifications."""
    skips_days: int = Field(365, ge=0, le=100_000)
    """Posts that could not be read, or whose links were not all taken."""
    short_links_days: int = Field(365, ge=0, le=100_000)
    """What short links led to when they were followed; one that is posted again later is followed again."""

    @model_validator(mode="after")
    def _not_too_soon(self) -> KeepSettings:
        if 0 < self.job_events_days < 30:
            raise ValueError("job_events_days must be 0 or at least 30: a result that comes late is told by its events")
        if 0 < self.every_price_days < 30:
            raise ValueError(
                "every_price_days must be 0 or at least 30: the price before one that is taken back stands again"
            )
        return self
