"""What a fleet takes for a jump of a price, and when it looks again. `rules_of` makes it of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from common.settings_tables.jumps import JumpSettings


@dataclass(frozen=True, slots=True)
class Factors:
    """A price is a jump above `up` times the last one recorded, and below `down` times."""

    up: float = 2.0
    down: float = 0.4


@dataclass(frozen=True, slots=True)
class SightRules:
    factors: Factors = Factors()
    by_shop: Mapping[str, Factors] = field(default_factory=dict)
    """For a platform, or a registrable domain of the open web."""
    again_ms: int = 180_000
    """The second look is due so long after the first …"""
    another_ms: int = 600_000
    """… and for so long another worker is to take it, where one is alive."""

    def of(self, *shops: str | None) -> Factors:
        """Those of the first of these shops that has its own."""
        return next((self.by_shop[shop] for shop in shops if shop is not None and shop in self.by_shop), self.factors)


USUAL = SightRules()


def rules_of(settings: JumpSettings) -> SightRules:
    return SightRules(
        Factors(settings.up, settings.down),
        {shop: Factors(up, down) for shop, (up, down) in settings.of_shops().items()},
        again_ms=int(settings.again_seconds * 1000),
        another_ms=int(settings.another_worker_seconds * 1000),
    )
