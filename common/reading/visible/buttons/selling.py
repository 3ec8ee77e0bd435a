"""What the first live button near the heading says of the product: it buys it, or tells when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text import stock_words as words
from common.reading.text.availability import of_button, of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import is_named_to_buy
from common.reading.visible.buttons.pressed import PRESSED
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.stock.choices import is_choice
from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

BEFORE_LINES, NEAR_LINES = 120, 450
"""How far ahead of the heading and behind it a page says whether its product can be had."""
_BUTTON_NAMES = re.compile(r"(?:^|[\s_-])(?:buy|add-?to-?(?:cart|bag|basket)|addtocart|btn|button|cta)", re.IGNORECASE)
_DISABLED = re.compile(r"(?:^|[\s_-])(?:disabled|inactive|unavailable)(?:$|[\s_-])", re.IGNORECASE)
_NAMED_TO_TELL = re.compile(
    r"back-?in-?sto(?:ck|re)|stock-?(?:alert|notif|remind)|notify-?(?:when|stock|back)|wait-?list(?!ing)", re.IGNORECASE
)
"""In the names and attributes of a button that tells when it is back."""
_OF_PRICE = Wording("<price.labels:words>")
"""A button may tell when the price falls, too."""
_BUTTONS = frozenset({"button", "a"})
_BUTTON_CHARS, _LABEL_CHARS = 100, 40


def has_button(view: PageView, *, but_contact: bool = False) -> bool:
    """Whether a button near the heading buys, by its words or names; `but_contact`: not if it writes to the seller."""
    return said_by_button(view, but_contact=but_contact) is Availability.IN_STOCK


@once_a_view
def said_by_button(view: PageView, *, but_contact: bool) -> Availability:
    """What the first button near the heading says that can be pressed and says anything; UNKNOWN without one."""
    shown = view.near(BEFORE_LINES, NEAR_LINES)
    is_off = False
    for line, node in _buttons(shown):
        text = line.text if node.tag == "input" else squeeze(text_within(node, _BUTTON_CHARS))
        found = _said_by(node, text, line.text)
        if found is Availability.UNKNOWN or ((but_contact or is_off) and words.CONTACT.fullmatch(text or line.text)):
            continue  # whose button to buy is switched off may be asked all the same
        if (off := found is Availability.IN_STOCK and _disabled(node)) or is_card(node, view):
            is_off = is_off or off
            continue
        if found is Availability.OUT_OF_STOCK and is_choice(node):
            continue
        return found
    return Availability.IN_STOCK if _buys_bare(shown, view, but_contact=but_contact) else Availability.UNKNOWN


def only_tells(view: PageView) -> bool:
    """Whether a button or link behind the heading tells when the product is back, and none buys, pressed or not."""
    says = False
    for line, node in _buttons(view.near(0, NEAR_LINES)):
        text = squeeze(text_within(node, _BUTTON_CHARS)) or line.text
        found = Availability.UNKNOWN if is_card(node, view) else _said_by(node, text, line.text)
        if found is Availability.IN_STOCK:
            return False
        tells = words.TELL_ME.match(text) is not None and _OF_PRICE.search(text) is None
        tells = tells or _NAMED_TO_TELL.search(" ".join((names_of(node), *node.keys()))) is not None
        says = says or (found is Availability.OUT_OF_STOCK and tells)
    return says


def has_button_off(view: PageView, link: Line) -> bool:
    """Whether the page's own button, beside this link, would buy and is switched off: scripts switch many a one on."""
    return any(
        _disabled(node)
        and of_button(squeeze(text_within(node, _BUTTON_CHARS)) or line.text) is Availability.IN_STOCK
        and not is_card(node, view)
        for line, node in _buttons(list(_of_its_own(view.near(0, NEAR_LINES), link.at)))
    )


def _of_its_own(shown: Sequence[Line], link: int) -> Iterator[Line]:
    """The lines that tell of the page's own product: those from the heading to a further one or a second amount, and
    those from the link to a heading or an amount. Behind these a button buys a cup from the club, a towel.
    """
    asked: set[str] = set()
    is_other = False
    for line in shown:
        if line.at == link:
            asked, is_other = set(), False
        amount = BESIDE_CURRENCY.search(line.text)
        asked |= {amount[0]} if amount is not None else set()
        is_other = is_other or len(asked) > (0 if line.at > link else 1)
        is_other = is_other or (line.at > 0 and line.element.tag in _HEADINGS)
        if not is_other:
            yield line


_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})


def _buttons(shown: Sequence[Line]) -> Iterator[tuple[Line, Any]]:
    """(line, its button or link), each once. Links before the heading lead to the basket."""
    looked: set[Any] = set()
    for line in shown:
        node = _pressable(line.element)
        if node is None or node in looked or (line.at < 0 and node.tag == "a"):
            continue
        looked.add(node)
        yield line, node


def _said_by(node: Any, text: str, of_line: str) -> Availability:
    """What this button says, by its text or that of its line, else by its names."""
    found = of_button(text or of_line)
    if found is Availability.UNKNOWN and len(node) > 1:
        pieces = [squeeze(piece) for piece in islice(filter(str.strip, node.itertext()), 12)]
        found = of_button(" ".join(pieces)[:_BUTTON_CHARS])
        if found is Availability.UNKNOWN and node.tag == "button" and len(pieces) > 1:
            found = of_button(pieces[0])  # "Buy now", and below it "Delivered to your door or collected"
    if found is Availability.UNKNOWN and _NAMED_TO_TELL.search(" ".join((names_of(node), *node.keys()))):
        return Availability.OUT_OF_STOCK
    if found is Availability.UNKNOWN and _is_named_to_buy(node, text):
        return Availability.IN_STOCK
    return found


def _buys_bare(shown: Sequence[Line], view: PageView, *, but_contact: bool) -> bool:
    """Whether a line says what buttons that buy do: many a button is a div that a script makes pressable."""
    return any(
        line.at > 0
        and len(line.text) > 3
        and of_button(line.text) is Availability.IN_STOCK
        and not (but_contact and words.CONTACT.fullmatch(line.text))
        and _pressable(line.element) is None
        and not is_card(line.element, view)
        for line in shown
    )


def _is_named_to_buy(node: Any, text: str) -> bool:
    """Whether the words of this button are unknown and its names say that it buys, as they do of what hires, too."""
    is_word = len(text) <= _LABEL_CHARS and sum(map(str.isalpha, text)) > 1
    is_button = node.tag in PRESSED or node.get("role") == "button" or node.get("onclick") is not None
    is_known = of_phrase(text) is not Availability.UNKNOWN or words.BOOKS.fullmatch(text) is not None
    return is_word and is_button and not is_known and is_named_to_buy(node)


def _pressable(element: Any) -> Any:
    around = list(itself_and_above(element, 3))
    for node in around:
        if node.tag in _BUTTONS:
            return node  # its pieces may be named buttons, too
    for node in around:
        if node.tag == "input" or _is_called_button(node):
            return node
    return None


def _is_called_button(node: Any) -> bool:
    stated = node.keys()
    if "role" in stated and node.get("role") == "button":
        return True
    return not _NAMING.isdisjoint(stated) and _names_button(names_of(node))


_NAMING = frozenset({"class", "id", "data-testid"})
"""What names_of joins."""


@lru_cache(maxsize=4096)
def _names_button(names: str) -> bool:
    return _BUTTON_NAMES.search(names) is not None


def _disabled(element: Any) -> bool:
    """Whether the button, or what is drawn as one around its text, cannot be pressed."""
    return any(
        node.get("disabled") is not None
        or node.get("aria-disabled") == "true"
        or (
            _DISABLED.search(node.get("class") or "") is not None and (node is element or _names_button(names_of(node)))
        )
        for node in itself_and_above(element, 2)
    )
