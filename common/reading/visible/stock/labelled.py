"""Whether the product is in stock, as a labelled row says: "Availability: …", "In stock: no"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.offer import Availability
from common.reading.visible.cards import is_card
from common.reading.visible.lines import Line
from common.reading.visible.stock.choices import is_choice
from common.reading.visible.stock.said import said
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LABEL = Wording(r"(?:<stock.labels>)\s?[:：]?")
DELIVERY_LABEL = Wording(r"(?:<stock.delivery_labels>)\s?(?:[:：]|\Z|(?=\d|ca\.))")
"""Of how long the delivery takes: "Lieferzeit:", "Lieferzeit ca. 3 Tage"."""
_IN_LABEL = Wording(r"(?:<stock.in>)(?:\s?[:：]\s?|\Z)")
_OF_CODE = Wording(r"\s?(?:<code.number_words>)\.?\s?[:：]")
"""Behind "stock": "Stock no.: 221" is a code."""
_YES = Wording(r"(?:<stock.yes>)[\W_]{0,3}")
_NO = Wording(r"(?:<stock.no>)[\W_]{0,3}")
_PIECES_LEFT = Wording(r"[>+~]?\s?(\d{1,5})\s?\+?(?:\s?(?:<stock.pieces>|<price.counted>)\.?)?")
_ANY_WORD = re.compile(r"[^\W_]")
_BEFORE_ANSWER = " :："
"""May begin the line behind a label: its mark is drawn with the answer."""
_PHRASE_CHARS, _ROW_CHARS = 60, 120


def labelled(shown: Sequence[Line], view: PageView) -> Availability:
    """What stands behind the first label of stock that has an answer."""
    for place, line in enumerate(shown):
        behind = shown[place + 1].text if place + 1 < len(shown) else ""
        if _denies(line.text, behind):
            return Availability.OUT_OF_STOCK
        if _is_never_delivered(line.text, behind) and not is_card(line.element, view):
            return Availability.OUT_OF_STOCK
        label = _LABEL.match(line.text)
        if label is None or len(line.text) > _ROW_CHARS or _OF_CODE.match(line.text, label.end()):
            continue
        rest, follows = line.text[label.end() :].strip(), place + 1
        if not rest and follows < len(shown):
            rest, follows = shown[follows].text, follows + 1
        found = _answer(rest.lstrip(_BEFORE_ANSWER))
        if found is Availability.UNKNOWN and not _ANY_WORD.search(rest) and follows < len(shown):
            found = _answer(shown[follows].text)  # behind a coloured dot
        if found is not Availability.UNKNOWN and not is_card(line.element, view):
            is_phrase = follows == place + 1 and label[0][-1:] not in {":", "："}  # "Stoc epuizat"
            if not (found is Availability.OUT_OF_STOCK and is_phrase and is_choice(line.element)):
                return found
    return Availability.UNKNOWN


def _is_never_delivered(text: str, behind: str) -> bool:
    """Whether a label of how long the delivery takes has "not available" behind it, or in the next cell."""
    label = DELIVERY_LABEL.match(text) if len(text) <= _PHRASE_CHARS else None
    if label is None:
        return False
    answer = text[label.end() :].strip() or behind
    return len(answer) <= _PHRASE_CHARS and said(answer.lstrip(_BEFORE_ANSWER)) is Availability.OUT_OF_STOCK


def _denies(text: str, behind: str) -> bool:
    """Whether this is a phrase of stock as a label, with "no" behind it: "Auf Lager: Nein", or in the next cell."""
    if len(text) > _PHRASE_CHARS:
        return False
    behind = behind.lstrip(_BEFORE_ANSWER)
    if ":" not in text and "：" not in text and _NO.fullmatch(behind) is None:
        return False  # without a colon the label is all of the text, and few answers are "no"
    label = _IN_LABEL.match(text)
    return label is not None and _NO.fullmatch(text[label.end() :].strip() or behind) is not None


def _answer(text: str) -> Availability:
    """What stands behind a label of stock: a phrase, or a mere yes or no."""
    for answer, state in ((_YES, Availability.IN_STOCK), (_NO, Availability.OUT_OF_STOCK)):
        if answer.fullmatch(text):
            return state
    if (pieces := _PIECES_LEFT.fullmatch(text)) is not None:
        return Availability.IN_STOCK if pieces[1].strip("0") else Availability.OUT_OF_STOCK
    return said(text) if text else Availability.UNKNOWN
