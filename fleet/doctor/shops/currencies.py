"""Shops whose prices wait because no page says what they are in: an operator can find out, and tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from common.output.counting import counted
from common.output.typable import typable
from common.shops.table import OPEN_WEB
from fleet.doctor.finding import Finding, warning

if TYPE_CHECKING:
    from common.shops.registry import Shops
    from common.store.operators.domains import WithoutCurrency

SHOPS_LOOKED_AT = 500
ENOUGH_PRODUCTS = 3
"""A page or two without its currency may be those pages' own fault; the shop's others say it."""


def judge_currencies(shops: Shops, waiting: Iterable[WithoutCurrency]) -> Iterator[Finding]:
    """`shops`: every shop of this fleet, with what the settings say. What is no shop here any more is not told of."""
    told = shops.settings.of(OPEN_WEB).told_currencies
    for one in waiting:  # the most products first
        if one.products < ENOUGH_PRODUCTS:
            return
        if one.domain in told or not shops.sells_here(one.domain):
            continue
        name = f"{OPEN_WEB}/{one.domain}"
        shop = typable(name, "SHOP")
        prices = counted(one.products, "price waits", "prices wait")
        yield warning(
            "shops",
            f"{name}: {prices} because its pages do not say which currency they mean",
            f"`crawlfleet products list --shop {shop}` names pages; look what they ask in, then `crawlfleet shops "
            f"currency {shop} CODE` and `crawlfleet jobs recheck --shop {shop}`",
            shop=name,
            cause="prices wait because pages do not say which currency they mean",
        )
