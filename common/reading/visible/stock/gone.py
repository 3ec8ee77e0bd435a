"""Whether the page itself says that its one thing is gone, so plainly that markup saying "in stock" is not believed
alone: at the head of its heading ("SOLD: Blue cup"), or on a button that cannot be pressed.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from common.offer import Availability
from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button, of_phrase
from common.reading.visible.buttons.cart_form import has_cart_form
from common.reading.visible.buttons.selling import has_button, only_tells
from common.reading.visible.cards import is_card
from common.reading.visible.lines import nearest
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_SOLD = Wording(
    r"[\W_]{0,3}(?P<word>(?:<stock.sold_heading>|<stock.out>|<stock.sold>))(?P<mark>\s?[:：!*)\]】］）|]{1,3}|\s?[–—-]\s)(?P<name>.+)"
)
_CLOSING = frozenset(")]】］）*")
_NEAR_LINES, _MOST_CHARS, _MOST_FIELDS = 120, 40, 200


class Gone(Enum):
    """SURE: nothing on the page says otherwise; DOUBTED: it also has a button that buys, or only its button says so."""

    SURE, DOUBTED = range(2)


def told_gone(view: PageView) -> Gone | None:
    """What heading and button say; None where neither says that it is gone. A heading of which it is but a word of the
    name ("Sold: a memoir", all in capitals or neither) over a button that buys says nothing.
    """
    said = _SOLD.match(view.heading.text or "")
    is_dead = said is None and _has_dead_button(view)
    sells = has_button(view) if said is not None or is_dead else False
    if said is not None:
        stands_out = said["mark"][-1:] in _CLOSING or (said["word"].isupper() and not said["name"].isupper())
        stands_out = stands_out or said["word"].lower() == said["word"].upper()
        return (Gone.DOUBTED if stands_out else None) if sells else Gone.SURE
    return Gone.DOUBTED if not sells and is_dead else None


def lets_nobody_buy(view: PageView) -> bool:
    """Whether a line near the heading says that none is left, the page's own button, which is no link to another shop,
    is switched off or says so, too, none buys, and nothing is to be chosen. A button alone may be a hidden one.
    """
    behind = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    pressed = [nearest(line.element, _PRESSED) for line in behind]
    lines = (line for line, node in zip(behind, pressed, strict=True) if node is None)
    if not any(of_phrase(line.text) is Availability.OUT_OF_STOCK for line in lines if len(line.text) <= _MOST_CHARS):
        return False
    dead = any(node is not None and _sells_no_more(node, view) for node in pressed)
    return dead and not has_button(view) and not _has_choices(view.document)


def _sells_no_more(node: Any, view: PageView) -> bool:
    said = of_button(squeeze(text_within(node, _MOST_CHARS + 1)) or node.get("value") or "")
    is_off = said is Availability.IN_STOCK and _is_dead(node)
    return (is_off or said is Availability.OUT_OF_STOCK) and not is_card(node, view)


def tells_when_back(view: PageView) -> bool:
    """Whether a button tells when it is back, none buys, not even one that is switched off, and nothing is to be
    chosen: markup that says "in stock" was not brought up to date.
    """
    return only_tells(view) and not (has_cart_form(view.document) or _has_choices(view.document))


def is_expired(view: PageView) -> bool:
    """Whether a line near the heading says that the advert is over and no more, and nothing buys."""
    lines = (line.text for line in view.near(0, _NOTE_LINES) if line.at > 0 and len(line.text) <= _NOTE_CHARS)
    return any(_EXPIRED.fullmatch(text) for text in lines) and not has_button(view)


_EXPIRED = Wording(r"\W{0,3}(?:<refusal.expired>)\W{0,3}")
_NOTE_LINES, _NOTE_CHARS = 60, 80


def _has_dead_button(view: PageView) -> bool:
    """Whether the first button that cannot be pressed says that none is left, where nothing is to be chosen."""
    for line in view.near(0, _NEAR_LINES):
        node = nearest(line.element, _PRESSED) if line.at > 0 else None
        if node is None or not _is_dead(node):
            continue
        if not view.document.holds("disabled"):  # asked late: the page's text is long
            return False
        text = line.text if node.tag == "input" else squeeze(text_within(node, _MOST_CHARS + 1))
        if len(text) <= _MOST_CHARS and of_phrase(text) is Availability.OUT_OF_STOCK:
            return not is_card(node, view) and not _has_choices(view.document)
    return False


_PRESSED = frozenset({"button", "input"})


def _is_dead(button: Any) -> bool:
    return button.get("disabled") is not None or button.get("aria-disabled") == "true"


def _has_choices(document: Document) -> bool:
    """Whether the page asks to choose anything: then the button speaks of the choice."""
    radios = any(type_of(one) == "radio" for one in document.first(_MOST_FIELDS, "input"))
    return radios or document.first(1, "select") != []
