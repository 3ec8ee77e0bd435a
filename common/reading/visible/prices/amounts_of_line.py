"""Of several amounts on one line, the one that the words before it call the price now: "Was £49.99 Now £29.99",
"€ 20 (RRP € 30, you save € 10)"; and which words of such a line are whose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import pairwise

from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line
from common.reading.visible.prices.amount_kinds import (
    is_by_measure,
    is_counted,
    is_instalment,
    is_net,
    is_taxed,
    says_saving,
)
from common.reading.visible.prices.price_element import Price, money
from common.reading.visible.prices.price_names import (
    OLD_LABEL,
    PLAIN_LABEL,
    SALE_LABEL,
    is_called_old,
    is_other,
    is_other_label,
    says_other,
)
from common.reading.visible.view import PageView

_MOST_CHARS = 100
_MOST_AMOUNTS = 4
_MARKS = " \t:：.,;()（）[]|/–—-•*"


_OR = frozenset({"or", "ou", "oder", "o", "oppure", "of", "lub", "eller", "nebo", "или", "або", "veya", "→"})


class _Said(Enum):
    """What the words before an amount make of it; OLD is anything but the price now."""

    NOW, PLAIN, OLD, UNKNOWN = range(4)


def told_apart(shown: Sequence[Line], view: PageView) -> Price | None:
    """The amount of the first line whose every amount stands behind a word that is known, where one alone is the price;
    None where no line is such."""
    for line in shown:
        if line.at <= 0 or len(line.text) > _MOST_CHARS:
            continue
        amounts = list(BESIDE_CURRENCY.finditer(line.text))[: _MOST_AMOUNTS + 1]
        if not 1 < len(amounts) <= _MOST_AMOUNTS or is_other(line.element) or is_called_old(line.element):
            continue
        if is_card(line.element, view.around_heading):
            continue
        ends = [0, *(one.end() for one in amounts)]
        said = [_of_label(line.text[end : one.start()]) for end, one in zip(ends, amounts, strict=False)]
        taken = [number for number, what in enumerate(said) if what is _Said.NOW]
        taken = taken or [number for number, what in enumerate(said) if what is _Said.PLAIN]
        if _Said.UNKNOWN in said or _Said.OLD not in said or len(taken) != 1:
            continue
        rest = line.text[amounts[taken[0]].start() :]
        if not is_by_measure(rest) and not is_instalment(rest):
            return money(amounts[taken[0]][0], view.currency_hint)
    return None


def _of_label(text: str) -> _Said:
    label = text.strip(_MARKS)
    if not label or label.casefold() in _OR:
        return _Said.PLAIN
    if SALE_LABEL.fullmatch(label):
        return _Said.NOW
    if (
        OLD_LABEL.fullmatch(label)
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
    and ends in words, those behind it ("£20.42 ex VAT £24.50 inc VAT"); a bracket or a stroke between two amounts parts
    them wherever it stands ("£20.42 + VAT (£24.50)"). All of the line for an only one.
    """
    behind = not _has_words(text[: amounts[0].start()]) and _has_words(text[amounts[-1].end() :]) if amounts else False
    cuts = [0]
    for one, other in pairwise(amounts):
        closed = _CLOSED.search(text, one.end(), other.start())
        parted = None if closed else _PARTED.search(text, one.end(), other.start())
        cuts.append(closed.end() if closed else parted.start() if parted else other.start() if behind else one.end())
    cuts.append(len(text))
    return [text[start:end] for start, end in pairwise(cuts)] if amounts else []


_CLOSED = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
"""Words in brackets are of the amount before them."""
_PARTED = re.compile(r"[(（\[/|;]")


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))
