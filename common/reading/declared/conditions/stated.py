"""New, used or refurbished: by schema.org's OfferItemCondition and the words that labels and feeds use for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from common.details.kinds import Condition
from common.reading.text.address_parts import local_name
from common.reading.text.json_text import text_of

_WORDS = {
    "new": Condition.NEW, "brandnew": Condition.NEW,
    "used": Condition.USED, "preowned": Condition.USED, "secondhand": Condition.USED,
    "refurbished": Condition.REFURBISHED, "renewed": Condition.REFURBISHED,
    "certifiedrefurbished": Condition.REFURBISHED, "sellerrefurbished": Condition.REFURBISHED,
    "manufacturerrefurbished": Condition.REFURBISHED,
}  # fmt: skip
_MAX_CHARS = 120
_MAX_VALUES = 50


def condition_of(value: Any) -> Condition | None:
    """Of "https://schema.org/NewCondition", "used" and their kin, also in a node, or a list of which every entry says
    the same; None for any other."""
    if isinstance(value, list):
        found = {None if isinstance(one, list) else condition_of(one) for one in value[:_MAX_VALUES] if one}
        return found.pop() if len(found) == 1 else None
    if isinstance(value, dict):
        value = value.get("@id") or value.get("name") or value.get("@value")
    text = text_of(value)
    if text is None or len(text) > _MAX_CHARS:
        return None
    word = local_name(text).casefold()
    plain = "".join(mark for mark in word if mark.isalpha())
    return _WORDS.get(plain.removesuffix("condition") or plain)


def of_several(values: Iterable[Any]) -> Condition | None:
    """The one that all state which state any; None where they differ."""
    found = {said for value in values if (said := condition_of(value)) is not None}
    return found.pop() if len(found) == 1 else None
