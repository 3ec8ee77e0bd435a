"""Which of several Offers are those of the whole thing, for whoever wants one of it to keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.reading.declared.schema_node import SchemaNode
from common.reading.text.address_parts import local_name
from common.reading.text.json_text import amount, text_of
from common.reading.words.wording import Wording

_A_PART = Wording("<price.condition:words>")
_NAME_CHARS = 120
_OTHER_TYPES = frozenset({"demand"})
_SELLS, _ANYBODY = "sell", "enduser"
_MOST_CUSTOMERS = 20


def for_everybody(offers: Sequence[SchemaNode]) -> Sequence[SchemaNode]:
    """Those that are not said to be for members, for businesses, for more than one piece, for hire or of a service, and
    whose name does not call them a deposit, a sample or the like; all where none is left.
    """
    if len(offers) < 2:
        return offers
    kept = [offer for offer in offers if not _is_on_terms(offer)]
    return kept or offers


def _is_on_terms(offer: SchemaNode) -> bool:
    if _A_PART.search((offer.text("name") or "")[:_NAME_CHARS]) is not None or offer.value("validForMemberTier"):
        return True
    if offer.types() & _OTHER_TYPES or any(item.is_a("Service") for item in offer.every("itemOffered")):
        return True
    function, customers = _words(offer.value("businessFunction")), _words(offer.value("eligibleCustomerType"))
    is_for_others = bool(customers) and _ANYBODY not in customers
    return is_for_others or (bool(function) and _SELLS not in function) or _is_of_several(offer)


def _is_of_several(offer: SchemaNode) -> bool:
    least = [amount(one.value("minValue")) for one in offer.every("eligibleQuantity")]
    return any(number is not None and number > 1 for number in least)


def _words(value: Any) -> set[str]:
    """Words of a vocabulary, without its address and in small letters."""
    values = value[:_MOST_CUSTOMERS] if isinstance(value, list) else [value]
    stated = (one.get("@id") or one.get("name") if isinstance(one, dict) else one for one in values)
    return {local_name(text).lower() for text in map(text_of, stated) if text}
