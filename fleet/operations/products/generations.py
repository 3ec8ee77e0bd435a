"""Where a history of prices breaks because its address began to show another product. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.store import PriceObservation, Product


def with_breaks(product: Product, prices: Sequence[PriceObservation]) -> Iterator[tuple[int | None, PriceObservation]]:
    """Each price, the newest first. With the first one of a former product goes when that one ended (UTC milliseconds):
    when the address was known to show another, or when the first price of another was seen. None beside all others.

    Begins with what the address shows now, which may have no price yet.
    """
    newer, since = product.generation, product.anew_at
    for price in prices:
        yield (since or price.observed_at) if price.generation != newer else None, price
        newer = price.generation
        since = product.anew_at if newer == product.generation else price.observed_at
