"""Whether a page holds a form or a button, not a mere link, that puts something into the cart."""

from __future__ import annotations

from typing import Any

from common.offer import Availability
from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.visible.buttons.buying_names import buying_name


def has_cart_form(document: Document) -> bool:
    """Whether a form or button of the page, not a mere link, puts something into the cart, by its names or its text."""
    return any(
        buying_name(node)
        or _sends_to_cart(node)
        or of_button(squeeze(node.get("value") or text_within(node, 60))) is Availability.IN_STOCK
        for node in document.first(_MAX_FIELDS, "button", "input")
        if node.tag == "button" or type_of(node) in {"submit", "image", "button"} or _sends_to_cart(node)
    )


def fills_cart_by_name(document: Document) -> bool:
    """The same by names alone, without the words of buttons: posts of a forum have "Buy now", and no shop's form."""
    fields = document.first(_MAX_FIELDS, "button", "input")
    return any(buying_name(node) or _sends_to_cart(node) for node in fields)


def _sends_to_cart(field: Any) -> bool:
    """Whether a hidden field says that its form puts into the cart, which a link sends by a script."""
    return (field.get("name") or "").lower() in {"mode", "action", "cmd"} and field.get("value") == "cart"


_MAX_FIELDS = 200
