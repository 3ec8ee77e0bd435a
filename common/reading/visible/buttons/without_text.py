"""What a button or link without text is called: by its own words, its names, or its picture's."""

from __future__ import annotations

from typing import Any

from common.offer import Availability
from common.reading.parsed.document import type_of
from common.reading.parsed.letters import squeeze
from common.reading.text.availability import of_button
from common.reading.visible.buttons.buying_names import buying_name, buys_by_name, pictures_buying

_PRESSED = frozenset({"input", "button"})
MAY_BE_BUTTON = _PRESSED | {"a"}
_BUTTON_INPUTS = frozenset({"submit", "button", "image"})


def label_without_text(node: Any) -> str:
    """What this button or link (one of MAY_BE_BUTTON) in which no text stands is called; empty where nothing says."""
    return squeeze(_label(node))


def _label(node: Any) -> str:
    """What a button or link without text is called, by its own words or its picture's."""
    tag = node.tag
    if tag == "input":
        if type_of(node) not in _BUTTON_INPUTS:
            return ""
        said = _stated_label(node)
        if said and pictures_buying(node) and of_button(squeeze(said)) is Availability.UNKNOWN:
            return "Add to cart"  # "Make payments with PayPal"
        return said or buying_name(node)
    may_show = len(node) > 0 and (tag == "a" or node.get("aria-label") is None)
    picture = next(node.iter("img"), None) if may_show else None
    if tag == "a" and (picture is None or not picture.get("alt")):
        return "Add to cart" if buys_by_name(node, picture) else ""
    said = _stated_label(node) or (_stated_label(picture) if picture is not None else "")
    if tag == "a":  # pictures of other products are links, too
        return said if of_button(squeeze(said)) is not Availability.UNKNOWN else ""
    return said or buying_name(node)


def _stated_label(node: Any) -> str:
    return node.get("value") or node.get("aria-label") or node.get("title") or node.get("alt") or ""
