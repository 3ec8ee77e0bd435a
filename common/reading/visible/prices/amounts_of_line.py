"""Of several amounts on one line, the one that the words before it call the price now: "Was £49.99 Now £29.99",
"€ 20 (RRP € 30, you save € 10)"; and which words of such a line are whose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import Enum
from itertools import pairwise

from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.text.money import DASHES, amount_of
from common.reading.visible.cards import is_card
from common.reading.visible.discounts.per_cents import is_discount, shares_in
from common.reading.visible.lines import Line
from common.reading.visible.others.by_measure import is_by_measure
from common.reading.visible.prices.amount_kinds import is_counted, is_instalment, is_net, is_taxed, says_saving
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.price_names import is_called_old, is_other
from common.reading.visible.prices.said.labels import (
    FROM_LABEL,
    OLD_BEHIND,
    OLD_LABEL,
    PLAIN_LABEL,
    RETAIL_LABEL,
    SALE_LABEL,
)
from common.reading.visible.prices.said.other_amounts import is_other_label, says_other
from common.reading.visible.tax_names import MOST_TAXED
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MOST_CHARS = 100
_MOST_AMOUNTS = 4
_SIGNS = "$€£¥₽₹"
"""One without its number is a form's, which puts it before whatever is filled in ("$Was $550. Now $300")."""
_MARKS = f" \t:：.,;()（）[]|/–—-•*{_SIGNS}"
_MARKS_BUT_COLONS = _MARKS.translate({ord(mark): None for mark in ":："})


_OR = Wording("<price.or>")
_DOWN_TO = Wording("[→➔➜]|=>|<price.down_to>")
"""Between two amounts, of which the second is lower: it was reduced to that."""


class _Said(Enum):
    """What the words before an amount make of it; OLD is anything but the price now, RETAIL what the maker or the shop
    asks, FROM the lowest of several, or what was asked before where another is the price now."""

    NOW, PLAIN, RETAIL, OLD, FROM, UNKNOWN = range(6)


def told_apart(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount of the first line whose every amount stands behind a word that is known, where one alone is the price;
    None where no line is such."""
    for line in shown:
        if line.at <= 0 or len(line.text) > _MOST_CHARS:
            continue
        amounts = list(BESIDE_CURRENCY.finditer(line.text))[: _MOST_AMOUNTS + 1]
        if not 1 < len(amounts) <= _MOST_AMOUNTS or is_other(line.element) or is_called_old(line.element):
            continue
        if is_card(line.element, view):
            continue
        reduced = _by_per_cent(line.text, amounts)
        if reduced is not None and _is_alone(line, shown):
            return money(reduced[0], view.currency_hint)
        ends = [0, *(one.end() for one in amounts)]
        labels = [line.text[end : one.start()] for end, one in zip(ends, amounts, strict=False)]
        pairs = zip(labels[1:], pairwise(amounts), strict=True)
        labels[1:] = [_own_words(label, one, other) for label, (one, other) in pairs]
        said = _of_each(labels, amounts)
        taken = next((places for kind in _BEST_FIRST if (places := _places(said, kind))), [])
        if _Said.UNKNOWN in said or not {_Said.OLD, _Said.RETAIL} & {*said} or len(taken) != 1:
            continue
        words = [label.strip(_MARKS) for label in labels]
        if not words[taken[0]] and any(map(is_other_label, words)):
            continue  # what delivery costs, and in brackets from what sum on it is free
        if taken[0] and is_other_label(words[taken[0] - 1]) and not _calls_it_price(labels[taken[0]]):
            continue  # so where that bracket begins with the tax
        rest = line.text[amounts[taken[0]].start() :]
        if not is_by_measure(rest) and not is_instalment(rest):
            return money(amounts[taken[0]][0], view.currency_hint)
    return None


def _is_alone(line: Line, shown: Sequence[Line]) -> bool:
    """Whether no other line from the heading to shortly behind this one has an amount, and none before it a number of
    pieces: beside those it may be what several cost, or another thing.
    """
    near = [one for one in shown if 0 < one.at <= line.at + _ALONE_LINES and one is not line]
    counts = any(_COUNTS.fullmatch(one.text) for one in near if one.at < line.at)
    return not counts and not any(BESIDE_CURRENCY.search(one.text) for one in near)


_ALONE_LINES = 6
_COUNTS = re.compile(r"\W*\d{1,4}\s?\+?\W*")


def _by_per_cent(text: str, amounts: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """The lower of two amounts where the line holds beside them nothing but a per cent with a minus that lies between
    the two: "£48.00 £36.00 (-25%)". None else.
    """
    if len(amounts) != _TWO or "%" not in text or currency_of(amounts[0][0]) != currency_of(amounts[1][0]):
        return None
    one, other = amounts
    first, second = amount_of(one), amount_of(other)
    rest = f"{text[: one.start()]} {text[one.end() : other.start()]} {text[other.end() :]}"
    if first is None or second is None or _TAKEN_OFF.fullmatch(rest) is None:
        return None
    lower, higher = sorted((first, second))
    return (one if first == lower else other) if is_discount(lower, higher, shares_in(rest)) else None


_TAKEN_OFF = re.compile(rf"[\s(（]*[{DASHES}]\s?(?:\d{{1,2}}(?:[.,]\d)?\s?%|%\s?\d{{1,2}})[\s)）]*")


def _own_words(between: str, one: re.Match[str], other: re.Match[str]) -> str:
    """What stands between two amounts without the bracket right behind the first that says that the tax is in that. It
    is the second's label where that is the first with a tax on top: "£20.42 (inc. VAT) £24.50"."""
    bracket = _BRACKET_BEHIND.match(between)
    if bracket is None or not is_taxed(bracket[0]):
        return between
    lower, higher = amount_of(one), amount_of(other)
    is_of_second = lower is not None and higher is not None and lower < higher <= lower * MOST_TAXED
    return between if is_of_second else between[bracket.end() :]


def _calls_it_price(label: str) -> bool:
    """Whether the words before an amount call it a price, and do not only say that the tax is in it."""
    return any(_is_that_label(label, one) for one in (SALE_LABEL, PLAIN_LABEL, RETAIL_LABEL))


def _is_that_label(text: str, label: Wording) -> bool:
    """Whether the words are this label, with the colon behind them or without."""
    return any(label.fullmatch(text.strip(marks)) is not None for marks in (_MARKS, _MARKS_BUT_COLONS))


_BRACKET_BEHIND = re.compile(r"\s?[(（【\[][^()（）【】\[\]]{1,24}[)）】\]]")
_BEST_FIRST = (_Said.NOW, _Said.PLAIN, _Said.RETAIL)


def _places(said: Sequence[_Said], kind: _Said) -> list[int]:
    return [number for number, what in enumerate(said) if what is kind]


def _of_each(labels: Sequence[str], amounts: Sequence[re.Match[str]]) -> list[_Said]:
    """What the words before each amount make of it, and those behind it."""
    found: list[_Said] = []
    values = [amount_of(one) for one in amounts]
    for number, label in enumerate(labels):
        behind = OLD_BEHIND.match(label) if number else None
        if behind is not None:
            found[-1] = _Said.OLD
        if number and _DOWN_TO.fullmatch(label.strip(_MARKS)) and _is_lower(values[number], values[number - 1]):
            found[-1] = _Said.OLD
            found.append(_Said.NOW)
        elif number and says_again(label, amounts[number - 1], amounts[number]):
            found.append(found[-1])
        else:
            found.append(_of_label(label[behind.end() :] if behind is not None else label))
    if any(map(says_saving, labels)):  # what remains is the price then, and no shop's own
        found = [_Said.OLD if one is _Said.RETAIL else one for one in found]
    is_now = _Said.NOW in found
    return [(_Said.OLD if is_now else _Said.UNKNOWN) if one is _Said.FROM else one for one in found]


def without_deal(text: str) -> str:
    """The text up to the end of its first amount, where all that follows is what several pieces cost together, which
    may be down to half of that for each: "$5.49, 3/$15.00", "£4.00 or 2 for £7.00".
    """
    found = list(BESIDE_CURRENCY.finditer(text)) if text.count(",") + text.count("/") + text.count(" ") else []
    if len(found) != _TWO:
        return text
    one, several = found
    if text[several.end() :].strip(_MARKS) or currency_of(one[0]) != currency_of(several[0]):
        return text
    each, whole = amount_of(one), amount_of(several)
    is_more = each is not None and whole is not None and is_deal(text[one.end() : several.start()], each, whole)
    return text[: one.end()] if is_more else text


def is_deal(between: str, each: Decimal, whole: Decimal) -> bool:
    """Whether the words between two amounts say that the second is what so many of the first cost together, and it is
    less than each of them alone would come to, but no less than half of that: "2 for"."""
    deal = _DEAL.fullmatch(between)
    return deal is not None and int(deal[1]) * each <= 2 * whole < 2 * int(deal[1]) * each


_TWO = 2
_DEAL = Wording(
    r"[\s,;(/|·–-]{0,3}(?:(?:<price.or>)\s)?([2-9]|1\d|2[04])\s?(?:(?:<stock.pieces>|<price.counted>)\s)?"
    r"(?:/|@|(?:<price.for_time>)(?![^\W_]))\s?"
)


def says_again(between: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether these two matches of BESIDE_CURRENCY, with no more than a mark between them, say the same amount in two
    currencies: "2,99 € / 5,85 лв.". What words make of the first they make of the second, too."""
    return between.strip(" .") in _SAME_AGAIN and currency_of(one[0]) != currency_of(other[0])


_SAME_AGAIN = frozenset({"/", "|", "(", "[", "=", "~", "≈", "/ ~", "–", "-", "•", "·", ""})


def _is_lower(value: Decimal | None, before: Decimal | None) -> bool:
    return value is not None and before is not None and value < before


def _of_label(text: str) -> _Said:
    label = text.strip(_MARKS)
    if not label or _OR.fullmatch(label) is not None:
        return _Said.PLAIN
    if _is_that_label(text, SALE_LABEL):
        return _Said.NOW
    if RETAIL_LABEL.fullmatch(label):
        return _Said.RETAIL
    if FROM_LABEL.fullmatch(label):
        return _Said.FROM
    if (
        _is_that_label(text, OLD_LABEL)
        or says_saving(label)
        or is_net("", label)
        or is_other_label(label)
        or is_counted(label)
    ):
        return _Said.OLD
    if is_taxed(label):
        return _Said.NOW
    return _Said.PLAIN if PLAIN_LABEL.fullmatch(label) and not says_other(label) else _Said.UNKNOWN


def words_of_each(text: str, amounts: Sequence[re.Match[str]]) -> list[str]:
    """For each amount of the line its number and its words: those before it, or, where the line begins with an amount
    and ends in words, those behind it ("£20.42 ex VAT £24.50 inc VAT"); a bracket, a stroke or a dash before a word
    parts two amounts wherever it stands ("£20.42 + VAT (£24.50)"). All of the line for an only one.
    """
    behind = not _has_words(text[: amounts[0].start()]) and _has_words(text[amounts[-1].end() :]) if amounts else False
    cuts = [0]
    for one, other in pairwise(amounts):
        closed = _CLOSED.search(text, one.end(), other.start()) or OLD_BEHIND.match(text, one.end(), other.start())
        parted = None if closed else _PARTED.search(text, one.end(), other.start())
        cuts.append(closed.end() if closed else parted.start() if parted else other.start() if behind else one.end())
    cuts.append(len(text))
    return [_without_sign(text[start:end]) for start, end in pairwise(cuts)] if amounts else []


def _without_sign(text: str) -> str:
    """The text without a sign of money that it begins with and that stands before a word."""
    return text[1:] if text[:1] and text[:1] in _SIGNS and text[1:4].isalpha() else text


_CLOSED = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
"""Words in brackets are of the amount before them."""
_PARTED = re.compile(r"[(（\[/|;]|\s[-–—]\s(?=[^\W\d_])")


def bracket_of_before(before: str, text: str) -> str:
    """The words in brackets, or before a bracket, that a line begins with, where they say of the amount that ends the
    line before whether the tax is in it ("8,000円", "（税別）税込 8,800円"; "£20.42", "plus VAT (£24.50)"): net is the
    lower of the two amounts. Else nothing.
    """
    found = (_CLOSED if text[:1] in _OPENS else _BEFORE_BRACKET).match(text)
    if found is None or not (is_net("", found[0]) or is_taxed(found[0])):
        return ""
    own, ended = BESIDE_CURRENCY.search(text), list(BESIDE_CURRENCY.finditer(before))[-1:]
    value, value_before = amount_of(own) if own else None, amount_of(ended[0]) if ended else None
    if value is None or value_before is None or ended[0].end() < len(before):
        return ""
    is_of_before = value_before < value if is_net("", found[0]) else value_before > value
    return found[0] if is_of_before else ""


_OPENS = frozenset("(（[")
_BEFORE_BRACKET = re.compile(r"[^()（）\[\]]{3,30}(?=[(（\[])")


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))
