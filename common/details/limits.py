"""How large details may be, whatever page or process they came from. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from common.details.kinds import Details, PackSize, Shipping, UnitPrice

MAX_DESCRIPTION_CHARS = 500
MAX_CATEGORY_STEPS = 12
MAX_STEP_CHARS = 120
BEST_RATING = 500
_MOST = 10**15
"""No amount of money, nor of anything else, is larger."""
_MOST_COUNTED = 10**10
_CODE = re.compile(r"[A-Z]{3}")
_COUNTRY = re.compile(r"[A-Z]{2}")
UNIT_PRICE_UNITS = frozenset({"kg", "l", "m", "m2", "m3", "lb", "fl oz", "ft"})
UNITS = UNIT_PRICE_UNITS | {"mg", "g", "ml", "cl", "dl", "mm", "cm", "oz"}


def bounded(details: Details) -> Details:
    """The details with texts cut and paths ended. A number, unit, currency or country that cannot be one counts as not
    stated.
    """
    steps = (_line(step, MAX_STEP_CHARS) for step in details.category[:MAX_CATEGORY_STEPS])
    return replace(
        details,
        rating_hundredths=_up_to(BEST_RATING, details.rating_hundredths),
        rating_count=_up_to(_MOST_COUNTED, details.rating_count),
        review_count=_up_to(_MOST_COUNTED, details.review_count),
        category=tuple(step for step in steps if step),
        unit_price=details.unit_price if _is_unit_price(details.unit_price) else None,
        pack_size=details.pack_size if _is_pack(details.pack_size) else None,
        shipping=details.shipping if _is_shipping(details.shipping) else None,
        description=_line(details.description, MAX_DESCRIPTION_CHARS) if details.description else None,
    )


def _up_to(most: int, number: int | None) -> int | None:
    return number if number is not None and 0 <= number <= most else None


def _line(text: str, longest: int) -> str | None:
    """One line of what can be printed, cut at `longest`."""
    cut = text[: longest * 2]
    if not cut.isprintable():
        cut = "".join(mark if mark.isprintable() else " " for mark in cut)
    return " ".join(cut.split())[:longest].rstrip() or None


def _is_unit_price(said: UnitPrice | None) -> bool:
    return (
        said is not None
        and said.unit in UNIT_PRICE_UNITS
        and 0 < said.price_minor < _MOST
        and _CODE.fullmatch(said.currency) is not None
    )


def _is_pack(said: PackSize | None) -> bool:
    return said is not None and said.unit in UNITS and 0 < said.amount_thousandths < _MOST and 0 < said.pieces < _MOST


def _is_shipping(said: Shipping | None) -> bool:
    return (
        said is not None
        and 0 <= said.price_minor < _MOST
        and _CODE.fullmatch(said.currency) is not None
        and (said.country is None or _COUNTRY.fullmatch(said.country) is not None)
    )
