"""Amounts of weight, volume and length as pages write them, and what one unit costs. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from common.details.kinds import PackSize, UnitPrice
from common.reading.text.money import MOST, number
from common.reading.text.price import minor_units

_BASES = {
    "mg": ("kg", Decimal("0.000001")), "g": ("kg", Decimal("0.001")), "kg": ("kg", Decimal(1)),
    "ml": ("l", Decimal("0.001")), "cl": ("l", Decimal("0.01")), "dl": ("l", Decimal("0.1")), "l": ("l", Decimal(1)),
    "mm": ("m", Decimal("0.001")), "cm": ("m", Decimal("0.01")), "m": ("m", Decimal(1)),
    "m2": ("m2", Decimal(1)), "m3": ("m3", Decimal(1)), "oz": ("lb", Decimal("0.0625")), "lb": ("lb", Decimal(1)),
    "fl oz": ("fl oz", Decimal(1)), "ft": ("ft", Decimal(1)),
}  # fmt: skip
"""A unit, the one that prices are given for, and how much of that it is."""
_SPELLINGS = {
    "mg": r"mg|мг", "kg": r"kgs?|kilos?|kilogram\w{0,3}|кг", "g": r"gr?|grams?|gramm|г|гр", "ml": r"ml|мл", "cl": "cl",
    "dl": "dl", "l": r"l|lt|ltr|lit(?:er|re|ro|r|ru|ry)s?|л", "m2": r"m²|m2|sqm|qm", "m3": r"m³|m3", "mm": "mm",
    "cm": "cm", "fl oz": r"fl\.? ?oz", "oz": r"oz|ounces?", "lb": r"lbs?|pounds?", "m": r"m|met(?:er|re|ro)s?",
    "ft": r"ft|foot",
}  # fmt: skip
_POURED = frozenset({"mg", "g", "kg", "ml", "cl", "dl", "l", "oz", "lb", "fl oz"})
"""Units of weight and volume: what packs are filled by."""
_UNIT = "|".join(f"(?P<u{at}>{spelling})" for at, spelling in enumerate(_SPELLINGS.values()))
_UNITS = tuple(_SPELLINGS)
_QUANTITY = r"\d{1,5}(?:[.,]\d{1,3})?"
_END = r"\.?(?![^\W_])"
_BEHIND = re.compile(
    rf"\s{{0,2}}\(?(?:/|(?:per|pro|je|par|por|al|za|за|na|på|pr)\.?\s)\s?(?P<q>{_QUANTITY})?\s?(?:{_UNIT}){_END}",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"(?<![\w.,/])(?P<q>{_QUANTITY})?\s?(?:{_UNIT})\.?\s?[=:]\s{{0,2}}\Z", re.IGNORECASE)
_PACK = re.compile(
    rf"(?<![\w.,/-])(?:(?P<n>\d{{1,3}})\s?[x×*]\s?)?(?P<q>{_QUANTITY})\s?(?:{_UNIT})(?![^\W_]|[.,]\d|/)"
    r"(?:\s?[x×]\s?(?P<after>\d{1,3})(?![\w.,]))?",
    re.IGNORECASE,
)
_UN_CODES = {
    "KGM": "kg", "GRM": "g", "MGM": "mg", "LTR": "l", "MLT": "ml", "CLT": "cl", "DLT": "dl", "MTR": "m", "CMT": "cm",
    "MMT": "mm", "MTK": "m2", "MTQ": "m3", "ONZ": "oz", "LBR": "lb", "OZA": "fl oz", "FOT": "ft", "SQM": "m2",
    "CBM": "m3",
}  # fmt: skip
"""Of UN/CEFACT Recommendation 20, which schema.org's unitCode takes, and Google's names for two of them."""
_TITLE_CHARS = 300


@dataclass(frozen=True, slots=True)
class Measure:
    """So much of a unit ("500", "g"); the amount is above zero."""

    amount: Decimal
    unit: str

    @property
    def base(self) -> str:
        """The unit that prices are given for."""
        return _BASES[self.unit][0]

    @property
    def in_base(self) -> Decimal:
        return self.amount * _BASES[self.unit][1]


def unit_of(text: str | None) -> str | None:
    """A unit by its UN/CEFACT code or its name; None for any other."""
    if not text or len(text) > 20:
        return None
    if (code := _UN_CODES.get(text.strip().upper())) is not None:
        return code
    found = _NAMED.fullmatch(text.strip())
    return _unit(found) if found else None


_NAMED = re.compile(_UNIT, re.IGNORECASE)


def _unit(match: re.Match[str]) -> str:
    return next(unit for at, unit in enumerate(_UNITS) if match[f"u{at}"] is not None)


def _measure(match: re.Match[str]) -> Measure | None:
    amount = number(match["q"]) if match["q"] else Decimal(1)
    return Measure(amount, _unit(match)) if amount else None


def measure_behind(text: str) -> Measure | None:
    """Of a text that follows an amount of money: "/100 g", " je kg"."""
    found = _BEHIND.match(text)
    return _measure(found) if found else None


def measure_before(text: str) -> Measure | None:
    """Of a text that an amount of money follows: "1 kg = ", "100 ml: "."""
    found = _BEFORE.search(text[-_BEFORE_CHARS:])
    return _measure(found) if found else None


_BEFORE_CHARS = 30


def unit_price(amount: Decimal, currency: str, per: Measure) -> UnitPrice | None:
    """The amount for so much, as the price of one kilogram, litre, metre …; halves of a minor unit go up."""
    price = amount / per.in_base
    minor = minor_units(price, currency) if price < MOST else 0
    return UnitPrice(minor, currency, per.base) if minor > 0 else None


def packs_in(name: str) -> list[PackSize]:
    """The amounts that a product's name speaks of, each once, in its order."""
    found: list[PackSize] = []
    for match in _PACK.finditer(name[:_TITLE_CHARS]):
        measure = _measure(match)
        pieces = int(match["n"] or match["after"] or 1)
        if measure is not None and pieces:
            pack = pack_of(measure, pieces)
            if pack is not None and pack not in found:
                found.append(pack)
    return found


def pack_of(measure: Measure, pieces: int = 1) -> PackSize | None:
    """None for an amount with more than three digits behind its mark."""
    thousandths = measure.amount * 1000
    return PackSize(int(thousandths), measure.unit, pieces) if thousandths == int(thousandths) else None


def is_poured(pack: PackSize) -> bool:
    """Whether it is measured by weight or volume."""
    return pack.unit in _POURED


def whole_of(pack: PackSize) -> Measure:
    """All pieces together."""
    return Measure(Decimal(pack.amount_thousandths) * pack.pieces / 1000, pack.unit)
