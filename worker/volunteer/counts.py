"""What a volunteer's PC fetched today and ever; kept in counts.json, and safe from a power cut in counts-safe.json."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field


class Counts(BaseModel):
    """Requests to shops and bytes received from them (TLS and heads included), of one day of this PC's own calendar."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    day: date
    requests: int = Field(0, ge=0)
    bytes: int = Field(0, ge=0)
    pages: int = Field(0, ge=0)
    """Read and taken by the gateway."""
    total_requests: int = Field(0, ge=0)
    total_bytes: int = Field(0, ge=0)
    total_pages: int = Field(0, ge=0)
    """Since this PC first worked, today included."""

    def on(self, day: date) -> Counts:
        """As they are on this day: another day begins at zero, the totals stay."""
        return self if self.day == day else self.model_copy(update={"day": day, "requests": 0, "bytes": 0, "pages": 0})

    def more(self, *, requests: int = 0, bytes: int = 0, pages: int = 0) -> Counts:
        return self.model_copy(
            update={
                "requests": self.requests + requests,
                "bytes": self.bytes + bytes,
                "pages": self.pages + pages,
                "total_requests": self.total_requests + requests,
                "total_bytes": self.total_bytes + bytes,
                "total_pages": self.total_pages + pages,
            }
        )
