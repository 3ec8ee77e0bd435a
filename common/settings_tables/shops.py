"""`[shops.<name>]`: which links are taken, and how fast a shop's pages are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import Field, create_model, field_validator

from common.currencies import currency_code
from common.links.shop_domain import shop_domain, whole_shop
from common.settings_tables.section import Section
from common.shops.table import SHOPS


class ShopSettings(Section):
    domains: tuple[str, ...] = Field((), examples=[["pinewood.example", "shop.oak.example"]])
    """`other` only: the registrable domains (or hosts) whose links are taken."""
    currencies: tuple[str, ...] = Field((), examples=[["pinewood.example AUD"]])
    """`other` only: DOMAIN CODE: what a shop's prices are in where its pages do not say it (ISO 4217). In the order of
    the domains, each once."""
    requests_per_second: float | None = Field(None, gt=0, le=100_000)
    """The fleet-wide budget of claims for the shop's pages, by plain HTTP and browser; None: no budget."""
    burst: int = Field(10, ge=1, le=1_000_000)

    @field_validator("domains")
    @classmethod
    def _one_shop_each(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(shop_domain, value)))

    @field_validator("currencies")
    @classmethod
    def _one_currency_each(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        told = {}
        for one in value:
            domain, _, code = one.strip().partition(" ")
            told[whole_shop(domain)] = currency_code(code)
        return listed_currencies(told)

    @property
    def told_currencies(self) -> dict[str, str]:
        """Registrable domain → code."""
        return dict(one.split(" ", 1) for one in self.currencies)


def listed_currencies(told: Mapping[str, str]) -> tuple[str, ...]:
    """As `ShopSettings.currencies` holds them."""
    return tuple(f"{domain} {code}" for domain, code in sorted(told.items()))


class _EachShop(Section):
    """One `[shops.<name>]` for each shop of the list."""

    if TYPE_CHECKING:

        def __init__(self, **shops: ShopSettings) -> None: ...
        def __getattr__(self, platform: str) -> ShopSettings: ...

    def of(self, platform: str) -> ShopSettings:
        """Raises AttributeError for a platform no shop has."""
        settings: ShopSettings = getattr(self, platform)
        return settings


if TYPE_CHECKING:
    ShopsSettings = _EachShop
else:
    ShopsSettings = create_model(
        "ShopsSettings", __base__=_EachShop, **{name: (ShopSettings, ShopSettings()) for name in SHOPS}
    )
