"""`[jumps]`: which prices wait for a second sight, and when that is looked for."""

from __future__ import annotations

from pydantic import Field, field_validator

from common.links.shop_factors import factors_of_shop
from common.settings_tables.section import Seconds, Section
from common.shops.table import SHOPS


class JumpSettings(Section):
    up: float = Field(2.0, ge=1, le=1_000_000)
    """A price above this many times the last one recorded waits …"""
    down: float = Field(0.4, ge=0, le=1)
    """… and one below this many times."""
    again_seconds: Seconds = 180.0
    another_worker_seconds: Seconds = 600.0
    """For so long the second look is another worker's, where one is alive."""
    shops: tuple[str, ...] = Field((), examples=[["pinewood.example 3.0 0.25"]])
    """SHOP UP DOWN: a platform, or a domain of the open web, with factors of its own."""

    @field_validator("shops")
    @classmethod
    def _can_be_read(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            factors_of_shop(one, tuple(SHOPS))
        return value

    def of_shops(self) -> dict[str, tuple[float, float]]:
        return dict(factors_of_shop(one, tuple(SHOPS)) for one in self.shops)
