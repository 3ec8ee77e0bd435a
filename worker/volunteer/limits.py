"""What a volunteer's PC may spend, as its owner set it; kept in limits.json."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from common.links.domains import registrable_domain
from common.protocol.tasks import MAX_LEFT_OUT
from worker.volunteer.hours import Hours

SLOWEST_KB_PER_SECOND = 50
"""Slower, and a shop's large pages would not end within the time that one may take."""


def _hours(text: str) -> str:
    return Hours(text).text


class Limits(BaseModel):
    """Of this PC and its own days. None: no limit. A kB is 1,000 bytes, an MB 1,000,000."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=True)

    requests_a_day: int | None = Field(20_000, ge=1, le=10_000_000)
    mb_a_day: int | None = Field(2_000, ge=1, le=10_000_000)
    kb_per_second: int | None = Field(None, ge=SLOWEST_KB_PER_SECOND, le=10_000_000)
    on_battery: bool = False
    """Work on also while nothing charges this PC."""
    crawls_at_once: int | None = Field(None, ge=1, le=64)
    browser: bool = False
    """The browser is opened for pages that plain HTTP shows empty."""
    hours: Annotated[str, AfterValidator(_hours)] = "always"
    not_shops: tuple[str, ...] = Field((), max_length=MAX_LEFT_OUT)
    """Shops that are left out: shopee, taobao, other (all the open web), or a shop of the open web by its registrable
    domain."""

    @model_validator(mode="before")
    @classmethod
    def _keeps_them_all(cls, told: Any) -> Any:
        """What a newer program was told to keep to and this one does not know would be forgotten in silence."""
        if not isinstance(told, dict):
            return told
        unknown = [name for name, value in told.items() if name not in cls.model_fields and value is not None]
        if unknown:
            raise ValueError(f"a newer crawlfleet keeps limits there that this one does not know: {', '.join(unknown)}")
        return told

    def leaves_out(self, platform: str, domain: str | None = None) -> bool:
        """`domain`: of a shop of the open web; any host of it."""
        return platform in self.not_shops or (domain is not None and registrable_domain(domain) in self.not_shops)

    @property
    def bytes_a_day(self) -> int | None:
        return None if self.mb_a_day is None else self.mb_a_day * 1_000_000
