"""A shop with two factors, as an operator writes it in `jumps.shops`. Pure."""

from __future__ import annotations

from common.links.shop_domain import shop_domain


def factors_of_shop(written: str, platforms: tuple[str, ...]) -> tuple[str, tuple[float, float]]:
    """`written` is "SHOP UP DOWN": a platform or a domain, and the two factors. Raises ValueError."""
    try:
        shop, up, down = written.split()
        factors = float(up), float(down)
    except ValueError:
        raise ValueError("an entry is not SHOP UP DOWN, such as: pinewood.example 3.0 0.25") from None
    if not (1 <= factors[0] <= 1_000_000 and 0 <= factors[1] <= 1):
        raise ValueError("of an entry UP must be 1 or more and DOWN between 0 and 1")
    return (shop if shop in platforms else shop_domain(shop)), factors
