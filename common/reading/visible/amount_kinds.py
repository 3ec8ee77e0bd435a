"""What the words around an amount make of it: the lowest of thirty days, a price by weight, net of tax, a count."""

from __future__ import annotations

import re

from common.reading.text import stock_words
from common.reading.text.currency import BESIDE_CURRENCY, currency_of
from common.reading.visible.price_names import OLD_LABEL, is_other_amount
from common.reading.words.wording import Wording

_LOWEST = Wording("<price.lowest:words>")
_NET = Wording("<tax.net:words>")
_FROM = Wording("<price.from:words>")
_SAVING = Wording("<price.saving:words>")
_MEASURE = re.compile(
    r"\s{0,2}(?:/|(?:per|pro|je|par|por|al|za|за|na|på|pr)\.?\s)\s?(?:\d{1,4}\s?)?"
    r"(?:kg|kilo\w*|gr?|mg|l|lit\w{1,4}|ml|cl|dl|m[²2³3]?|cm|mm|ft|oz|fl\.? ?oz|lbs?|pounds?|ounces?|кг|л|гр?)"
    r"(?![^\W_])",
    re.IGNORECASE,
)
"""Behind an amount: by weight, volume or length. A price a piece is the price."""
_PERIOD = re.compile(
    r"\s{0,2}(?:/|(?:per|pro|im|par|por|al|a|za|på|every|each)\s)\s?"
    r"(?:mo(?:nth|nat|is)?s?|mes|mese|mês|měsíc|miesiąc|měsíčně|week|woche|semaine|semana|rok|year|jahr|an)(?![^\W_])",
    re.IGNORECASE,
)
"""Behind an amount: so much a month."""
_STRANGE = re.compile(
    r"\W{0,3}(?:([A-Z](?:[A-Z]|\.[A-Z])|[A-Z][a-z])\.?\s?\d[\d.,]*|\d[\d.,]*\s?([A-Z](?:[A-Z]|\.[A-Z]))\.?)\W{0,3}"
)
"""Short letters right beside the digits, as signs of currencies are written."""
_LABEL_CHARS = 80

Kinds = tuple[str, ...]
OLD, OTHER, LOWEST = "old", "part, shipping or members", "lowest in 30 days"
CALLED_OLD, CALLED_OTHER = "in an element named old", "in an element named another amount"
UNIT, NET, FROM, PERIOD = "by measure", "net", "from", "instalment"
SAVED, CARD = "what is saved", "another product"


def kinds_of(before: str, text: str, behind: str = "") -> Kinds:
    """What kinds of amount the words make of it: of the line itself, of a label before it, of what stands right behind.
    Empty for a plain price.
    """
    label = before if len(before) <= _LABEL_CHARS and not BESIDE_CURRENCY.search(before) else ""
    label = "" if ends_amount(label) else label
    close = label if len(label) <= 24 else ""
    stated = (
        (OLD, OLD_LABEL.match(text) or OLD_LABEL.fullmatch(label)),
        (OTHER, is_other_amount(close, text)),
        (LOWEST, is_lowest(label, text)),
        (UNIT, is_by_measure(text, behind)),
        (PERIOD, is_instalment(text, behind)),
        (NET, is_net(label, text)),
        (SAVED, is_saving(close, text)),
        (FROM, _FROM.search(text) or _FROM.search(close)),
    )
    return tuple(kind for kind, said in stated if said)


def is_lowest(before: str, text: str) -> bool:
    """Whether the line, or a label before it, speaks of the lowest price of the past thirty days."""
    return _LOWEST.search(text) is not None or (len(before) <= _LABEL_CHARS and _LOWEST.search(before) is not None)


def is_net(before: str, text: str) -> bool:
    """Whether the line, or a label before it, calls the amount net of tax."""
    return _NET.search(text) is not None or (len(before) <= 24 and _NET.search(before) is not None)


def is_saving(before: str, text: str) -> bool:
    """Whether the words before the amount, or a label before the line, speak of what is saved."""
    match = BESIDE_CURRENCY.search(text)
    return _SAVING.search(before) is not None or (
        match is not None and _SAVING.search(text[: match.start()]) is not None
    )


def is_by_measure(text: str, behind: str = "") -> bool:
    """Whether a weight, volume or length stands right behind the text's amount."""
    match = BESIDE_CURRENCY.search(text)
    return match is not None and _MEASURE.match(f"{text[match.end() :]} {behind}".lstrip()) is not None


def is_instalment(text: str, behind: str = "") -> bool:
    """Whether "per month" or the like stands right behind the text's amount."""
    match = BESIDE_CURRENCY.search(text)
    return match is not None and _PERIOD.match(f"{text[match.end() :]} {behind}".lstrip()) is not None


def ends_amount(text: str) -> bool:
    """Whether this text ("per month", "/kg") says of the amount before it what it is, and nothing of the next."""
    return _PERIOD.match(text) is not None or _MEASURE.match(text) is not None


def is_count(text: str, match: re.Match[str]) -> bool:
    """Whether the number of this match of BESIDE_CURRENCY counts pieces: "$" and, behind it, "72 in stock"."""
    at = match.start(1) if match[1] else match.start(2)
    return stock_words.COUNTED.match(text, at) is not None


def has_strange_sign(text: str) -> bool:
    """Whether the text is a number with two letters that stand as a currency's sign would and are none known."""
    found = _STRANGE.fullmatch(text)
    if found is None:
        return False
    sign = found[1] or found[2]
    return currency_of(found[0]) is None and _FROM.fullmatch(sign) is None
