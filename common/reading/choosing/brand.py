"""Whose brand is taken.

The first that is stated. A declared one that is the shop's own name gives way to another that is shown: shop systems
fill the field in with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from common.reading.found import SHOWN, Found
from common.reading.text.identifiers import is_address_of_site, is_name_of_site


def choose_brand(
    sources: Sequence[Found], url: str, site_names: Collection[str], is_known: Callable[[str], bool]
) -> Found | None:
    """The source whose brand is taken; None when none states one. The page's own host is none. A declared brand that is
    the shop's own name by the address gives way to another one that is shown. One that is the shop's own name only by
    the page (`site_names`) gives way to a shown one that people know.

    Neither gives way when the declared name of the product begins with it: a shop that calls its goods after itself
    makes them, and the other name may be that of what they imitate ("Pine House No. 5 – inspired by Vorra").
    """
    stated = [one for one in sources if one.brand and not is_address_of_site(one.brand, url)]
    shown = next((one for one in stated if one.source == SHOWN), None)
    if not stated or shown is None or is_name_of_site(shown.brand or "", url):
        return stated[0] if stated else None
    declared = stated[0].brand or ""
    if _begins_with(stated[0].title or "", declared) and stated[0].source != SHOWN:
        return stated[0]
    if is_name_of_site(declared, url):
        return shown
    return shown if _is_shops_own(declared, site_names) and is_known(shown.brand or "") else stated[0]


def _begins_with(title: str, brand: str) -> bool:
    """Whether the product is called after this brand, and not only that."""
    said, name = title.casefold(), brand.casefold()
    return name != "" and said.startswith(name) and said[len(name) : len(name) + 1].isspace()


def may_take_shown_brand(others: Sequence[Found], url: str, site_names: Collection[str]) -> bool:
    """Whether `choose_brand` may take the one that is shown: no other source states one, or the first states what may
    be the shop's own name.
    """
    declared = next((one.brand for one in others if one.brand and not is_address_of_site(one.brand, url)), None)
    return declared is None or is_name_of_site(declared, url) or _is_shops_own(declared, site_names)


def _is_shops_own(brand: str, site_names: Collection[str]) -> bool:
    return brand.casefold() in {name.casefold() for name in site_names}
