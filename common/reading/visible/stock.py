"""Whether the page says that the product is in stock: by its stock label, else by its add-to-cart button.

In this order: a labelled row ("Availability: …"), an element named stock, a line that is a stock phrase and nothing
else; then the first button that is not disabled, by its words or its names. "None left" beside such a button is
UNKNOWN: nothing says which of the two is out of date. Where all these are silent: a field that asks how many, or how
long the delivery takes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.document import squeeze, text_within
from common.reading.text import stock_words as words
from common.reading.text.availability import of_button, of_phrase, of_schema
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import asks_how_many, is_named_to_buy
from common.reading.visible.buttons.pressed import PRESSED
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.visible.zones import opens_zone
from common.reading.words.wording import Wording

_NEAR_LINES = 450
_BEFORE_LINES = 120
_STOCK_NAMES = Wording(r"stock|availab|sold-?out|inventory|quantity-?left|qty-?left|<names.stock>")
_LABEL = Wording(r"(?:<stock.labels>)\s?[:：]?")
_IN_LABEL = Wording(r"(?:<stock.in>)(?:\s?[:：]\s?|\Z)")
_BUTTON_NAMES = re.compile(r"(?:^|[\s_-])(?:buy|add-?to-?(?:cart|bag|basket)|addtocart|btn|button|cta)", re.IGNORECASE)
_DISABLED = re.compile(r"(?:^|[\s_-])(?:disabled|inactive|unavailable)(?:$|[\s_-])", re.IGNORECASE)
_OPTION_NAMES = re.compile(
    r"deliver|shipping|pick-?up|collect|stores|chat|gift|wish|size|variation|swatch|option|seller", re.IGNORECASE
)
_OPTION_WORDS = Wording("<stock.other_ways>")
"""Ways to get it, and things around it: that one of them cannot be had says nothing of the product."""
_BEHIND_BUTTON = 12
"""Further behind the button that buys, phrases of stock are about other products."""
_PHRASE_CHARS = 60
_OF_CODE = Wording(r"\s?(?:<code.number_words>)\.?\s?[:：]")
"""Behind "stock": "Stock no.: 221" is a code."""
_YES = Wording(r"(?:<stock.yes>)[\W_]{0,3}")
_NO = Wording(r"(?:<stock.no>)[\W_]{0,3}")
_PIECES_LEFT = Wording(r"[>+~]?\s?(\d{1,5})\s?\+?(?:\s?(?:<stock.pieces>)\.?)?")
_ANY_WORD = re.compile(r"[^\W_]")
_BUTTON_CHARS = 100
_CJK_CHARS = 24
"""A sentence already, in scripts without blanks."""
_ALPHABET = re.compile(r"[a-zà-ÿа-яα-ωա-ֆა-ჺऀ-৿]{3}", re.IGNORECASE)
_CHOICES = frozenset({"li", "label", "button", "a", "option"})


def stock_of(view: PageView) -> Availability:
    """What the page's own words say; UNKNOWN when they say nothing or contradict each other."""
    shown = view.near(_BEFORE_LINES, _NEAR_LINES)
    stated = _stated(shown, view)
    button = _button(shown, view)
    if {stated, button} == {Availability.OUT_OF_STOCK, Availability.IN_STOCK}:
        return Availability.UNKNOWN
    known = stated if stated is not Availability.UNKNOWN else button
    known = known if known is not Availability.UNKNOWN else _hidden(view)
    if known is Availability.UNKNOWN and (_delivers(shown, view) or _asks_how_many(view)):
        return Availability.IN_STOCK
    return known


def has_button(view: PageView, *, but_contact: bool = False) -> bool:
    """Whether a button near the heading buys, by its words or names; `but_contact`: not if it writes to the seller."""
    return _button(view.near(_BEFORE_LINES, _NEAR_LINES), view, but_contact=but_contact) is Availability.IN_STOCK


def _asks_how_many(view: PageView) -> bool:
    element = view.heading.element
    return element is not None and asks_how_many(view.document, element)


def _delivers(shown: Sequence[Line], view: PageView) -> bool:
    """Whether a label of how long the delivery takes stands near the heading, and a number of days or weeks behind."""
    for place, line in enumerate(shown):
        label = _DELIVERY_LABEL.match(line.text) if 0 < line.at <= _DELIVERY_LINES else None
        if label is None or len(line.text) > _PHRASE_CHARS:
            continue
        rest = line.text[label.end() :].strip() or (shown[place + 1].text if place + 1 < len(shown) else "")
        takes = any(map(str.isdigit, rest)) and len(rest) <= _PHRASE_CHARS and not BESIDE_CURRENCY.search(rest)
        if takes and not is_card(line.element, view.around_heading):
            return True
    return False


_DELIVERY_LABEL = Wording(r"(?:<stock.delivery_labels>)\s?(?:[:：]|\Z|(?=\d|ca\.))")
_DELIVERY_LINES = 80


def first_button(shown: Sequence[Line]) -> int | None:
    """How many lines behind the heading the first add-to-cart or buy button stands; None without one."""
    return next(
        (
            line.at
            for line in shown
            if line.at > 0 and (of_button(line.text) is Availability.IN_STOCK or _begins_button(line.element))
        ),
        None,
    )


def _begins_button(element: Any) -> bool:
    """Whether this is a piece of a button whose text is drawn in several: "Add" and "to cart"."""
    button = element.getparent()
    if element.tag not in _PIECES or button is None or button.tag not in _BUTTONS:
        return False
    return of_button(squeeze(text_within(button, _BUTTON_CHARS))) is Availability.IN_STOCK


_PIECES = frozenset({"span", "b", "strong", "i", "em", "bdi"})
_BUTTONS = frozenset({"button", "a"})


def _stated(shown: Sequence[Line], view: PageView) -> Availability:
    for look in (_labelled, _named, _phrase, _pictured):
        found = look(shown, view)
        if found is not Availability.UNKNOWN:
            return found
    return Availability.UNKNOWN


def _labelled(shown: Sequence[Line], view: PageView) -> Availability:
    for place, line in enumerate(shown):
        if _denies(line.text, shown[place + 1].text if place + 1 < len(shown) else ""):
            return Availability.OUT_OF_STOCK
        label = _LABEL.match(line.text)
        if label is None or len(line.text) > 120 or _OF_CODE.match(line.text, label.end()):
            continue
        rest = line.text[label.end() :].strip()
        if not rest and place + 1 < len(shown):
            rest = shown[place + 1].text
        found = _answer(rest)
        if found is Availability.UNKNOWN and not _ANY_WORD.search(rest) and place + 2 < len(shown):
            found = _answer(shown[place + 1 if line.text.endswith(rest) else place + 2].text)  # behind a coloured dot
        if found is not Availability.UNKNOWN and not is_card(line.element, view.around_heading):
            return found
    return Availability.UNKNOWN


def _denies(text: str, behind: str) -> bool:
    """Whether this is a phrase of stock as a label, with "no" behind it: "Auf Lager: Nein", or in the next cell."""
    if len(text) > _PHRASE_CHARS:
        return False
    label = _IN_LABEL.match(text)
    if label is None:
        return False
    return _NO.fullmatch(text[label.end() :].strip() or behind) is not None


def _answer(text: str) -> Availability:
    """What stands behind a label of stock: a phrase, or a mere yes or no."""
    for said, state in ((_YES, Availability.IN_STOCK), (_NO, Availability.OUT_OF_STOCK)):
        if said.fullmatch(text):
            return state
    if (pieces := _PIECES_LEFT.fullmatch(text)) is not None:
        return Availability.IN_STOCK if pieces[1].strip("0") else Availability.OUT_OF_STOCK
    return _said(text) if text else Availability.UNKNOWN


def _named(shown: Sequence[Line], view: PageView) -> Availability:
    """The first element that is named stock and says something."""
    looked: set[Any] = set()
    for place, line in enumerate(shown):
        node = line.element
        for _ in range(3):
            if node is None or node in looked:
                break
            looked.add(node)
            if _names_stock(f"{names_of(node)} {node.get('itemprop') or ''}"):
                found = _said(_shown_within(shown, place, node))
                found = _by_class(node) if found is Availability.UNKNOWN else found
                if found is Availability.OUT_OF_STOCK and _is_choice(line.element):
                    found = Availability.UNKNOWN
                if found is not Availability.UNKNOWN and not is_card(node, view.around_heading):
                    return found
            node = node.getparent()
    return Availability.UNKNOWN


def _by_class(element: Any) -> Availability:
    """What the class of an element that is named stock says: "availability in-stock"."""
    said = _CLASS_SAYS.search(element.get("class") or "")
    if said is None or (said[1] and element.tag in _CHOICES):
        return Availability.UNKNOWN
    return Availability.OUT_OF_STOCK if said[1] else Availability.IN_STOCK


_CLASS_SAYS = re.compile(r"(?:^|\s)(?:(out[-_]?of[-_]?stock|sold[-_]?out)|in[-_]?stock)(?:\s|$)", re.IGNORECASE)


def _hidden(view: PageView) -> Availability:
    """What an element named availability says to machines: hidden from readers, a word of schema.org and no more."""
    for line in view.lines:
        if line.hidden and 0 <= line.at <= _NEAR_LINES and len(line.text) <= 20:
            state = of_schema(line.text)
            if state is not Availability.UNKNOWN and _names_stock(names_of(line.element)):
                return state if not is_card(line.element, view.around_heading) else Availability.UNKNOWN
    return Availability.UNKNOWN


def _shown_within(shown: Sequence[Line], place: int, element: Any) -> str:
    """What the element shows, without scripts and what is hidden: its lines from `place` on."""
    pieces: list[str] = []
    for line in shown[place : place + 12]:
        if line.element is not element and element not in line.element.iterancestors():
            break
        pieces.append(line.text)
    return " ".join(pieces)[:200]


def _said(text: str) -> Availability:
    """As of_phrase, without "none" of a way to get it."""
    state = of_phrase(text)
    return Availability.UNKNOWN if state is Availability.OUT_OF_STOCK and _OPTION_WORDS.search(text) else state


def _is_option(element: Any) -> bool:
    return any(_names_option(names_of(node)) for node in itself_and_above(element))


def _phrase(shown: Sequence[Line], view: PageView) -> Availability:
    """Lines that are a stock phrase whole, when all such lines agree."""
    buys = first_button(shown)
    last = _NEAR_LINES if buys is None else buys + _BEHIND_BUTTON
    found = {
        state
        for line in shown
        if 0 <= line.at <= last
        and _is_short(line.text)
        and line.element.tag not in {"a", "button", "input", "label", "li"}
        and (state := _said(line.text)) is not Availability.UNKNOWN
        and of_button(line.text) is not Availability.IN_STOCK
        and not _is_option(line.element)
        and not is_card(line.element, view.around_heading)
    }
    return found.pop() if len(found) == 1 else Availability.UNKNOWN


def _pictured(_: Sequence[Line], view: PageView) -> Availability:
    """What the pictures behind the heading say that are called nothing but a stock phrase, when all agree: a green dot
    called "in stock".
    """
    top = view.heading.element
    found: set[Availability] = set()
    behind = False
    for node in view.document.first(_MAX_PICTURES, top.tag, "img"):
        if node is top:
            behind = True
        elif behind and node.tag == "img" and (state := _called(node)) is not Availability.UNKNOWN:
            zones = any(opens_zone(names_of(one)) for one in itself_and_above(node, _ZONES))
            if not zones and not _is_option(node) and not is_card(node, view.around_heading):
                found.add(state)
    return found.pop() if len(found) == 1 else Availability.UNKNOWN


_MAX_PICTURES, _ZONES, _CALLED_CHARS = 300, 6, 40


def _called(image: Any) -> Availability:
    text = squeeze(image.get("alt") or image.get("title") or "")
    if not 2 < len(text) <= _CALLED_CHARS or image.getparent().tag in _BUTTONS:
        return Availability.UNKNOWN
    return Availability.UNKNOWN if of_button(text) is Availability.IN_STOCK else _said(text)


def _is_short(text: str) -> bool:
    """Whether a line is long enough to be a phrase, and no longer than one is. Two characters of Chinese are a word."""
    if text.isascii() or _ALPHABET.search(text):
        return 2 < len(text) <= _PHRASE_CHARS
    return 1 < len(text) <= _CJK_CHARS


def _button(shown: Sequence[Line], view: PageView, *, but_contact: bool = False) -> Availability:
    looked: set[Any] = set()
    for line in shown:
        node = _pressable(line.element)
        if node is None or node in looked or (line.at < 0 and node.tag == "a"):
            continue  # links before the heading lead to the basket
        looked.add(node)
        text = line.text if node.tag == "input" else squeeze(text_within(node, 100))
        found = of_button(text or line.text)
        if found is Availability.UNKNOWN and len(node) > 1:
            found = of_button(squeeze(" ".join(islice(node.itertext(), 12)))[:_BUTTON_CHARS])
        if found is Availability.UNKNOWN and _NAMED_TO_TELL.search(" ".join((names_of(node), *node.keys()))):
            found = Availability.OUT_OF_STOCK
        if found is Availability.UNKNOWN and _is_named_to_buy(node, text):
            found = Availability.IN_STOCK
        if found is Availability.UNKNOWN or (but_contact and words.CONTACT.fullmatch(text or line.text)):
            continue
        if (found is Availability.IN_STOCK and _disabled(node)) or is_card(node, view.around_heading):
            continue
        if found is Availability.OUT_OF_STOCK and _is_choice(node):
            continue
        return found
    # Many a button is a div that a script makes pressable.
    bare = any(
        line.at > 0
        and len(line.text) > 3
        and of_button(line.text) is Availability.IN_STOCK
        and not (but_contact and words.CONTACT.fullmatch(line.text))
        and _pressable(line.element) is None
        and not is_card(line.element, view.around_heading)
        for line in shown
    )
    return Availability.IN_STOCK if bare else Availability.UNKNOWN


def _is_named_to_buy(node: Any, text: str) -> bool:
    """Whether the words of this button are unknown and its names say that it buys, as they do of what hires, too."""
    is_word = len(text) <= _LABEL_CHARS and sum(map(str.isalpha, text)) > 1
    is_button = node.tag in PRESSED or node.get("role") == "button" or node.get("onclick") is not None
    is_known = of_phrase(text) is not Availability.UNKNOWN or words.BOOKS.fullmatch(text) is not None
    return is_word and is_button and not is_known and is_named_to_buy(node)


_NAMED_TO_TELL = re.compile(
    r"back-?in-?sto(?:ck|re)|stock-?(?:alert|notif|remind)|notify-?(?:when|stock|back)|wait-?list(?!ing)", re.IGNORECASE
)
"""In the names and attributes of a button that tells when it is back."""
_LABEL_CHARS = 40


def _is_choice(element: Any) -> bool:
    """Whether this is one of several choices (sizes, colours) of which others are in stock: then "none left" is said of
    this choice, not of the product.
    """
    rows = (node for node in itself_and_above(element, 3) if node.tag in _CHOICES)
    return any(_is_one_of_several(row) for row in rows)


def _is_one_of_several(row: Any) -> bool:
    if not words.beyond_none_left(squeeze(text_within(row, 100))):
        return False
    both = (row.itersiblings(row.tag, preceding=True), row.itersiblings(row.tag))
    said = [squeeze(text_within(one, 60)) for others in both for one in islice(others, 8)]
    return any(
        one and of_button(one) is not Availability.OUT_OF_STOCK and _said(one) is not Availability.OUT_OF_STOCK
        for one in said
    )


def _pressable(element: Any) -> Any:
    button = next((node for node in itself_and_above(element, 3) if node.tag in _BUTTONS), None)
    if button is not None:
        return button  # its pieces may be named buttons, too
    node = element
    for _ in range(4):
        if node is None:
            return None
        if node.tag in {"button", "a", "input"} or node.get("role") == "button" or _names_button(names_of(node)):
            return node
        node = node.getparent()
    return None


@lru_cache(maxsize=4096)
def _names_stock(names: str) -> bool:
    return _STOCK_NAMES.search(names) is not None


@lru_cache(maxsize=4096)
def _names_option(names: str) -> bool:
    return _OPTION_NAMES.search(names) is not None


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
