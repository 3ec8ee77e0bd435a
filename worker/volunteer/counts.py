"""What a volunteer's PC fetched today and ever; kept in counts.json, and safe from a power cut in counts-safe.json."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

EARLIER_DAYS = 7
"""So many days are remembered, those that were left last: a clock that was wrong has been seen on few."""


class OfDay(BaseModel):
    """What was counted on a day that was left."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    day: date
    requests: int = Field(ge=0)
    bytes: int = Field(ge=0)
    pages: int = Field(ge=0)


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

    earlier: tuple[OfDay, ...] = ()
    """The days that were left, the last one last: a clock that was wrong for a while comes back to one of them."""

    @property
    def in_all(self) -> tuple[int, int, int]:
        """It only grows, so of two looks the later one has more, or as much."""
        return self.total_requests, self.total_bytes, self.total_pages

    def on(self, day: date) -> Counts:
        """As they are on this day; the totals stay.

        A later day begins at zero, and one that was left goes on with what was counted on it. An earlier day that was
        never seen goes on with today's counts: the clock was put right, or is wrong now, and it is the same day.
        """
        if self.day == day:
            return self
        left = OfDay(day=self.day, requests=self.requests, bytes=self.bytes, pages=self.pages)
        earlier = (*self.earlier, left)
        found = next((one for one in earlier if one.day == day), None)
        if found is None:
            found = left if day < self.day else OfDay(day=day, requests=0, bytes=0, pages=0)
        return self.model_copy(
            update={
                "day": day,
                "requests": found.requests,
                "bytes": found.bytes,
                "pages": found.pages,
                "earlier": tuple(one for one in earlier if one.day != day)[-EARLIER_DAYS:],
            }
        )

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
