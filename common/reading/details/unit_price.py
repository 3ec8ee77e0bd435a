"""What a kilogram, a litre or a metre of it costs, and what is in the pack.

Declared in a price specification with a reference quantity, or printed beside the price with its measure ("12,34 €/kg",
"100 g = 1,23 €"). Several different ones that are printed state nothing: they belong to choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from common.details.kinds import PackSize, UnitPrice
from common.money import exponent
from common.reading.declared.schema_node import SchemaNode
from common.reading.details.measures import (
    Measure,
    is_poured,
    measure_before,
    measure_behind,
    pack_of,
    packs_in,
    unit_of,
    unit_price,
    whole_of,
)
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.json_text import amount
from common.reading.text.money import amount_of
from common.reading.visible.cards import is_card
from common.reading.visible.prices.price_names import is_struck
from common.reading.visible.view import PageView

_BEFORE_LINES, _NEAR_LINES = 6, 200
_MAX_CHARS = 200
_MOST_OF_LINE = 4
_MAX_SPECIFICATIONS = 20
_NEAR = Decimal("0.02")
"""Two statements of one unit price, rounded for other amounts, differ by no more than this part."""


def declared(offers: Sequence[SchemaNode], currency: str | None) -> tuple[UnitPrice | None, PackSize | None]:
    """Of the first price specification with a reference quantity in weight, volume or length.

    Google's reading of schema.org: the price is asked for `referenceQuantity`, and is to be stated per its
    `valueReference`; then the first is what is in the pack.
    """
    for offer in offers[:_MAX_SPECIFICATIONS]:
        for spec in offer.every("priceSpecification")[:_MAX_SPECIFICATIONS]:
            price = amount(spec.value("price"))
            code = spec.text("priceCurrency") or offer.text("priceCurrency") or currency
            for quantity in spec.every("referenceQuantity")[:1]:
                measure = _quantity(quantity)
                if measure is None:
                    continue
                pack = pack_of(measure) if quantity.every("valueReference") else None
                priced = price is not None and price > 0 and code is not None and code == currency
                return (unit_price(price, code, measure) if priced and price and code else None), pack
    return None, None


def _quantity(node: SchemaNode) -> Measure | None:
    value = amount(node.value("value"))
    unit = unit_of(node.text("unitCode") or node.text("unitText"))
    return Measure(value, unit) if value is not None and 0 < value < _MOST and unit else None


_MOST = 10**9


def net_content(node: SchemaNode) -> PackSize | None:
    """What the product's node states as its net content (GS1's vocabulary)."""
    for quantity in node.every("netContent")[:1]:
        measure = _quantity(quantity)
        return pack_of(measure) if measure else None
    said = packs_in(node.text("netContent") or "")
    return said[0] if len(said) == 1 else None


def printed(view: PageView, currency: str | None) -> UnitPrice | None:
    """The one unit price that stands near the heading, in the product's own currency."""
    if currency is None:
        return None
    first: UnitPrice | None = None
    for found in _printed(view, currency):
        if first is None:
            first = found
        elif found.unit != first.unit or not _close(found.price_minor, first.price_minor):
            return None
    return first


def _printed(view: PageView, currency: str) -> Iterator[UnitPrice]:
    shown = view.near(_BEFORE_LINES, _NEAR_LINES)
    for place, line in enumerate(shown):
        text = line.text
        if len(text) > _MAX_CHARS or not any(map(str.isdigit, text)):
            continue
        matches = list(BESIDE_CURRENCY.finditer(text))[:_MOST_OF_LINE]
        for at, match in enumerate(matches):
            last = at + 1 == len(matches)
            behind = text[match.end() :] if last else text[match.end() : matches[at + 1].start()]
            if last and place + 1 < len(shown) and len(behind) <= _LOOSE_CHARS:
                behind = f"{behind} {shown[place + 1].text[:_MAX_CHARS]}".lstrip()
            before = text[: match.start()] if not at else text[matches[at - 1].end() : match.start()]
            if not before.strip() and place:
                before = shown[place - 1].text
            measure = measure_behind(behind) or measure_before(before)
            if measure is None or is_struck(line.element) or is_card(line.element, view):
                continue
            value = amount_of(match, currency)
            if value and currency_of(match[0], currency) == currency:
                found = unit_price(value, currency, measure)
                if found is not None:
                    yield found


_LOOSE_CHARS = 3


def _close(one: int, other: int) -> bool:
    return abs(one - other) <= max(_NEAR * max(one, other), Decimal(1))


def pack_in_name(name: str | None, price_minor: int | None, unit: UnitPrice | None) -> PackSize | None:
    """What the product's name says is in the pack: "6 x 330 ml"; one amount alone ("500 g") only where price and unit
    price agree with it, for a rucksack has litres and a laptop kilograms, too.
    """
    packs = [pack for pack in packs_in(name or "") if is_poured(pack)]
    if len(packs) != 1:
        return None
    pack = packs[0]
    return pack if pack.pieces > 1 or _confirms(pack, price_minor, unit) else None


def _confirms(pack: PackSize, price_minor: int | None, unit: UnitPrice | None) -> bool:
    if price_minor is None or unit is None:
        return False
    whole = whole_of(pack)
    if whole.base != unit.unit:
        return False
    step = Decimal(1).scaleb(-exponent(unit.currency))
    return _close(int(Decimal(price_minor) * step / whole.in_base / step), unit.price_minor)
