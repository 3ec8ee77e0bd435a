"""Shops with two factors each, as an operator writes them in `jumps.shops`. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from common.links.domains import registrable_domain
from common.links.shop_domain import shop_domain

Factors = tuple[float, float]

_ANY_MARKET = "any"


@dataclass(frozen=True, slots=True)
class _Known:
    platforms: Sequence[str]
    domains_begin: Mapping[str, str]

    def shop(self, written: str) -> str:
        """The shop as products know it: a platform, or a registrable domain. Raises ValueError."""
        if written.lower() in self.platforms:
            return written.lower()
        host = shop_domain(written)
        domain = registrable_domain(host) or host
        if (platform := self._owner(domain)) is not None:
            raise ValueError(f"{host} is {platform}'s, which has the same factors in all its markets; write {platform}")
        if host not in {domain, f"www.{domain}"}:
            raise ValueError(f"{host} is a part of {domain}, and a shop has its factors as a whole; write {domain}")
        return domain

    def _owner(self, domain: str) -> str | None:
        """The platform whose market this is, by a domain of its own or as listings name it (shopee.tw, other.any)."""
        label, _, market = domain.partition(".")
        return label if label in self.platforms and market == _ANY_MARKET else self.domains_begin.get(label)


def factors_by_shop(
    written: Iterable[str], platforms: Sequence[str], domains_begin: Mapping[str, str]
) -> dict[str, Factors]:
    """Each entry is "SHOP UP DOWN": a platform or a domain of the open web, and the two factors.

    `domains_begin`: the word that a platform's own domains begin with → the platform. Raises ValueError also for what
    would never be any product's shop: a market of a platform, a part of a domain; and for a second entry of one shop.
    """
    known = _Known(platforms, domains_begin)
    found: dict[str, Factors] = {}
    for entry in written:
        shop, factors = _read(entry, known)
        if shop in found:
            raise ValueError(f"two entries are for {shop}; write one")
        found[shop] = factors
    return found


def _read(entry: str, known: _Known) -> tuple[str, Factors]:
    try:
        shop, up, down = entry.split()
        factors = float(up), float(down)
    except ValueError:
        raise ValueError("an entry is not SHOP UP DOWN, such as: pinewood.example 3.0 0.25") from None
    if not (1 <= factors[0] <= 1_000_000 and 0 <= factors[1] <= 1):
        raise ValueError("of an entry UP must be 1 or more and DOWN between 0 and 1")
    return known.shop(shop), factors
