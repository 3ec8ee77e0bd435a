"""The price inside one element, named a price by itself or by what it stands in: small cents, struck parts left out."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import islice
from typing import Any

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of, says_toman
from common.reading.text.json_text import amount
from common.reading.text.money import amount_of, as_meant, in_thousands, is_negative, number
from common.reading.text.price import Money, PriceRange, may_be_two_prices
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.prices.amount_kinds import is_counted, is_lowest
from common.reading.visible.prices.besides import is_on_terms
from common.reading.visible.prices.drawn.cents import CENTS_AND_SIGN, is_drawn_small, with_marked_cents
from common.reading.visible.prices.drawn.coins import Price, money, money_line
from common.reading.visible.prices.drawn.unstruck import NEXT_CELL, unstruck
from common.reading.visible.prices.price_names import is_called_old, is_other, names_in_full, names_price
from common.reading.visible.prices.said.labels import OLD_LABEL
from common.reading.visible.prices.said.other_amounts import says_other
from common.reading.words.wording import Wording

MAX_PRICE_CHARS = 60
_MAX_PIECE_CHARS, _MAX_WHOLE_CHARS, _MAX_STEPS = 6, 24, 3
_WHOLE = re.compile(
    r"[^\w,.]{1,3}(?:\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,]\d{2})?|(?:\d{1,3}(?:[.,]\d{3})+|\d+)[.,]\d{2}[^\w,.]{1,3}"
)
"""A sign and an amount, in either order; a whole number before its sign may be a count."""
_SIGN_BEHIND_CELL = re.compile(r"(?<![\d.,])\d{1,3} \| €\d{2}(?![\d.,])")
_NUMBERS = re.compile(r"\d[\d.,'’\s]*")
_OPEN_END = re.compile(r"\d[.,]\Z")
_TWO_DIGITS = re.compile(r"\s?(\d{2})(?!\d)")
_BARE = re.compile(r"\D{0,4}\d[\d.,'’ ]{0,14}(?:[.,:]-{1,2})?\D{0,6}")
"""A number and hardly anything else: its element says that it is a price, the page's country in what."""
_TO_THE_CENT = re.compile(r"\d[.,]\d{2}(?!\d)")
_CENTS_ALONE = re.compile(r"\d[\d.,'’ ]{0,12}[.,]\d{2}")
"""A number to the cent and no more: its element may say that it is a price."""
_MAX_PART_CHARS = 30
_COUNTED = re.compile(r"\d{1,4}\s[^\W\d_]{3,6}")
"""Of an element named an amount: "3 Items"."""
_IS_COUNT, _MOST_PIECES = re.compile(r"prices?[-_](?:[a-z]+[-_])?(?:quantity|qty)(?![a-z])", re.IGNORECASE), 6


def price_around(element: Any, hint: str | None, looked: set[Any]) -> tuple[Price | None, bool]:
    """The price of the smallest element around this text that is named one or stands in one; whether it is called
    old.
    """
    node = element
    for _ in range(3):
        if node is None or node in looked:
            break
        looked.add(node)
        found, is_old = _price_in(node, hint)
        if found is not None:
            return found, is_old
        node = node.getparent()
    return None, False


def is_named_number(line: Line) -> bool:
    """Whether the line is a number to the cent in an element named a price, be its currency unknown."""
    if not _CENTS_ALONE.fullmatch(line.text) or is_other(line.element):
        return False
    return any(names_price(names_of(node)) and not is_called_old(node) for node in itself_and_above(line.element, 1))


def _price_in(node: Any, hint: str | None) -> tuple[Price | None, bool]:
    is_named, parent = names_price(f"{names_of(node)} {node.get('itemprop') or ''}"), node.getparent()
    if not is_named and (parent is None or not names_price(names_of(parent))):
        return None, False  # as most are, and it is asked sooner than the rest
    if is_other(node):
        return None, False
    is_old = is_called_old(node)
    if is_named:
        found = _whole(node, hint, is_old) or _stated(node, hint, is_old)
        return _widened(found, node, hint, is_old), is_old
    text = squeeze(unstruck(node, is_old))
    if not 1 < len(text) <= _MAX_PART_CHARS or (is_drawn_small(node) and CENTS_AND_SIGN.fullmatch(text)):
        return None, is_old
    if (behind := node.getnext()) is not None and is_drawn_small(behind):
        text = with_marked_cents(text, squeeze(text_within(behind, _MAX_PIECE_CHARS))) or text
    return money_line(text, hint) or (_only_number(text, parent, hint, is_old) if hint else None), is_old


def _only_number(text: str, around: Any, hint: str | None, is_old: bool) -> Price | None:
    """The amount of a part that is a number to the cent and no more, where what it stands in is named a price and has
    no other number and no currency, but some words: "38.00", "Pay later with …". A word or two may be a currency's.
    """
    if not _CENTS_ALONE.fullmatch(text) or is_other(around):
        return None
    whole = squeeze(unstruck(around, is_old))
    beside = whole.replace(text, " ", 1)
    is_said = len(_WORD_OF_TEXT.findall(beside)) >= _LEAST_WORDS and not any(map(str.isdigit, beside))
    return money(text, hint) if is_said and currency_of(beside, _NOWHERE) == _NOWHERE else None


_WORD_OF_TEXT, _LEAST_WORDS = re.compile(r"[^\W\d_]{2,}"), 3


def _whole(node: Any, hint: str | None, is_old: bool) -> Price | None:
    """The amount of the element around, drawn in pieces ("$", "1", ",", "349", ".", "00"), when this element holds
    one of them without a sign; None when it is no such piece.
    """
    piece = squeeze(text_within(node, _MAX_PIECE_CHARS + 1))
    if not piece.isdecimal() or len(piece) > _MAX_PIECE_CHARS:
        return None
    found = None
    for around in islice(node.iterancestors(), _MAX_STEPS):
        text = re.sub(r"\s", "", unstruck(around, is_old))
        if len(text) > _MAX_WHOLE_CHARS or (is_called_old(around) and not is_old) or not _WHOLE.fullmatch(text):
            break
        if text != piece:
            found = money(text, hint)
    return found


def _widened(found: Price | None, node: Any, hint: str | None, is_old: bool) -> Price | None:
    """The price of the element around, when it is named one, too, and this is its whole part or the low end of it."""
    parent = node.getparent()
    if not isinstance(found, Money) or parent is None or not names_price(names_of(parent)):
        return found
    around = _stated(parent, hint, is_old)
    if isinstance(around, PriceRange):
        return around if around.low == found.amount and around.high is not None else found
    is_whole_part = around is not None and found.amount <= around.amount < found.amount + 1
    return around if is_whole_part and found.amount % 1 == 0 else found


def _stated(element: Any, hint: str | None, allow_old: bool) -> Price | None:
    content = amount(element.get("content")) if element.get("itemprop") == "price" else None
    if content is not None and content > 0 and hint:
        return _said_to_buyers(unstruck(element, allow_old), content, hint)
    drawn = unstruck(element, allow_old)
    text = _with_cents_behind(squeeze(drawn), element)
    if not 1 < len(text) <= MAX_PRICE_CHARS or is_lowest("", text) or is_by_measure(text, element.tail or ""):
        return None
    if is_negative(text) or in_thousands(text):
        return None  # what comes off, or "120K"
    beside = BESIDE_CURRENCY.search(text)
    if beside is not None and is_counted(text[: beside.start()].strip()):
        return None  # "12x £10.00"
    if beside is None:
        is_bare = _BARE.fullmatch(text) and not _COUNTED.fullmatch(text) and not _counts(element)
        if not is_bare or not (_TO_THE_CENT.search(text) or _is_named_in_full(element)):
            return None
        if may_be_two_prices(drawn, hint):
            return None
        return in_unknown_currency(text) or money(text, hint)
    if says_other(text[: beside.start()]) or is_on_terms("", text):
        return None
    if len(element) and _begins_with_old(element, beside[0]):
        return None
    if _SIGN_BEHIND_CELL.search(text):
        return None  # five for twenty euros, or 5.20
    if NEXT_CELL in text:
        return money(beside[0], hint)
    stated = money(text, hint)
    if isinstance(stated, PriceRange) and number(beside[1] or beside[2], stated.currency) not in {
        stated.low,
        stated.high,
    }:
        return money(beside[0], hint)  # "1-49 pieces 16.80元": the range is of something else
    return stated


def _begins_with_old(element: Any, amount: str) -> bool:
    """Whether this amount is the first of several in the box, behind a label of what was or is usually asked: the boxes
    inside, one for each, say more of them.
    """
    said = squeeze(text_within(element, _MAX_BOX_CHARS))
    amounts = list(islice(BESIDE_CURRENCY.finditer(said), 2))
    if len(amounts) <= 1 or amounts[0][0] != amount:
        return False
    return OLD_LABEL.fullmatch(said[: amounts[0].start()]) is not None


_MAX_BOX_CHARS = 160


def _counts(element: Any) -> bool:
    """Whether the number of this element is in names one of pieces, though it stands in a table of prices by number:
    "Up to 49".
    """
    named = (node for node in islice(element.iter("*"), _MOST_PIECES) if _IS_COUNT.search(names_of(node)))
    return any(any(map(str.isdigit, node.text or "")) for node in named)


def _said_to_buyers(drawn: str, content: Decimal, hint: str) -> Money | None:
    """The one amount of the text, else what its element states for machines; in the currency that the text names
    beside it, else in that of the page's place.
    """
    text = squeeze(drawn)
    beside = list(islice(BESIDE_CURRENCY.finditer(text), _MOST_AMOUNTS))
    if beside:
        said = next((one for one in beside if amount_of(one, hint) == content), beside[0])
        own = amount_of(said, hint) if len(beside) == 1 else None
        code = currency_of(said[0], hint)
        return _money_or_none(own or as_meant(content, code), code)
    numbers = _NUMBERS.findall(text)
    code = currency_of(text, hint)
    own = number(numbers[0], hint) if len(numbers) == 1 and not may_be_two_prices(drawn, code) else None
    return in_unknown_currency(text) or _money_or_none(own or as_meant(content, code), code)


def _money_or_none(value: Decimal | None, currency: str | None) -> Money | None:
    return Money(value, currency) if value is not None else None


_MOST_AMOUNTS = 8


def in_unknown_currency(text: str) -> Money | None:
    """The amount of a bare number, without a currency, where a word stands beside it that is none of those beside a
    price: it may be the name of a currency that nobody knows here, and then it is not in that of the page's place.
    None for any other text.
    """
    if not _BARE.fullmatch(text) or currency_of(text, _NOWHERE) != _NOWHERE or says_toman(text):
        return None
    is_told = _LETTER.search(text) or _WORD.search(_FAMILIAR.sub(" ", text))
    found = number(_NUMBERS.findall(text)[0]) if is_told else None
    return Money(found, None) if found else None


_NOWHERE = "XXX"
"""The answer for a text that names no currency at all."""
_WORD, _LETTER = re.compile(r"[^\W\d_]"), re.compile(r"(?<![^\W\d_])[A-Z](?![^\W\d_])")
_FAMILIAR = Wording(
    r"<price.labels:words>|<price.sale_labels:words>|<price.called:words>|<price.from:words>|<price.up_to:words>|"
    r"<price.extras:words>|<price.goes_on:words>|<price.each>|<price.pieces>|<tax.included:words>|<tax.net:words>|"
    r"<tax.names:words>|(?<![^\W_])(?:VB|VHB|FP|p\.?\s?p)(?![^\W_])"
)
"""Last the short words of adverts for a price that one may haggle over, or that may not be, and of prices a person."""


def _is_named_in_full(element: Any) -> bool:
    """By itself or by what it stands in: "amount" and "pr" are names of what a recipe takes, too."""
    return any(names_in_full(f"{names_of(node)} {node.get('itemprop') or ''}") for node in itself_and_above(element, 1))


def _with_cents_behind(text: str, element: Any) -> str:
    """The text, which ends in a decimal mark, with the two digits that the next element holds: "£3." and "95"."""
    if not _OPEN_END.search(text):
        return text
    around = element.getparent()
    whole = squeeze(text_within(around, 200)) if around is not None else ""
    at = whole.find(text)
    cents = _TWO_DIGITS.match(whole, at + len(text)) if at != -1 else None
    return f"{text}{cents[1]}" if cents is not None else text
