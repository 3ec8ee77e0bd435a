"""`[jumps]`: which prices wait for a second sight, and when that is looked for."""

from __future__ import annotations

import math
from typing import Any

from pydantic import Field, field_validator

from common.links.shop_factors import Factors, factors_by_shop
from common.settings_tables.section import Seconds, Section
from common.shops.table import SHOPS, domains_begin


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

    @field_validator("up", "down", "again_seconds", "another_worker_seconds", mode="before")
    @classmethod
    def _is_a_number(cls, value: Any) -> Any:
        """`true` would be taken for 1, which doubts every change."""
        if isinstance(value, str):
            raise ValueError("it must be a number, without quotes")
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            raise ValueError("it must be a number")
        return value

    @field_validator("shops")
    @classmethod
    def _can_be_read(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        factors_by_shop(value, tuple(SHOPS), domains_begin())
        return value

    def of_shops(self) -> dict[str, Factors]:
        return factors_by_shop(self.shops, tuple(SHOPS), domains_begin())
