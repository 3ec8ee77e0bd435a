"""Whether words that no rule knows stand in one box with an amount: "£95.00 with Pine Plus", "£95.00 on the app". What
they say nobody knows; often it is who pays that, or how. So such an amount is not what another was reduced to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.text.availability import of_button, of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.currencies.named import currency_of
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.lines import Line, itself_and_above
from common.reading.words.wording import Wording

_KNOWN = Wording(
    "<price.labels:words>|<price.sale_labels:words>|<price.called:words>|<price.from:words>|<price.old_labels>|"
    "<price.saving:words>|<price.free:words>|<price.extras:words>|<price.goes_on:words>|<price.each>|<price.pieces>|"
    r"<price.lowest:words>|<tax.names:words>|<tax.included:words>|<tax.net:words>|(?<=%)\s?(?:<price.saved_behind:words>)"
)
UNTIL = Wording(
    r"(?:<price.until:words>)(?:[\s,.]{1,2}(?:<price.days:words>|<page.months:words>|\d{1,2}(?:st|nd|rd|th|[.º])?(?=(?:\sde)?\s(?:<price.days>|<page.months>))|"
    r"de(?=\s(?:<price.days>|<page.months>))|\d{1,2}[./]\s?\d{1,2}(?:[./]\s?\d{2,4})?|20\d\d)){1,5}\W*\Z"
)
"""Until when an amount is asked: everybody pays it now. A number alone is one of pieces or months."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_WORD_WITHOUT_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_MOST_CHARS, _STEPS, _PICTURES = 40, 2, 3
_INLINE = frozenset("span small i em b strong font sup sub u bdi".split())


def has_unknown_words(shown: Sequence[Line], place: int, *, only_behind: bool = False) -> bool:
    """Whether such words stand on this line beside its amount, or in its box right before or behind it; or a picture
    with a name does, as of a club's card. With `only_behind` the line before is not asked.
    """
    line = shown[place]
    amount = BESIDE_CURRENCY.search(line.text)
    own = f"{line.text[: amount.start()]} {line.text[amount.end() :]}" if amount is not None else _label(line.text)
    return (
        says_unknown(own)
        or _has_picture(line.element)
        or any(map(says_unknown, said_in_box(shown, place, only_behind)))
    )


def _label(text: str) -> str:
    """A line without an amount, as a label before it is; nothing of a currency's sign, which is a piece of one."""
    return "" if currency_of(text) is not None else text


def said_in_box(shown: Sequence[Line], place: int, only_behind: bool = False) -> list[str]:
    """The short texts right before and behind this line that stand in one box with it, in the course of one line."""
    before = () if only_behind else shown[max(0, place - 1) : place]
    beside = [*before, *shown[place + 1 : place + 2]]
    return [one.text for one in beside if one.at > 0 and _is_in_box(one, shown[place])]


def _is_in_box(said: Line, amount: Line) -> bool:
    if len(said.text) > _MOST_CHARS or said.text.endswith((":", "：")) or BESIDE_CURRENCY.search(said.text) is not None:
        return False
    if pressed_around(said.element) is not None:
        return False
    boxes = list(itself_and_above(amount.element, _STEPS))
    if any(said.element is box for box in boxes[:_STEPS]):
        return True
    return said.element.tag in _INLINE and any(said.element.getparent() is box for box in boxes)


def says_unknown(text: str) -> bool:
    """Whether a short text has words that no rule knows beside an amount."""
    if len(text) > _MOST_CHARS or _has_no_word(text):
        return False
    if of_phrase(text) is not Availability.UNKNOWN or of_button(text) is not Availability.UNKNOWN:
        return False
    return not _has_no_word(_KNOWN.sub(" ", UNTIL.sub(" ", text)))


def _has_no_word(text: str) -> bool:
    return _WORD.search(text) is None and _WORD_WITHOUT_BLANKS.search(text) is None


def _has_picture(element: Any) -> bool:
    return any((picture.get("alt") or "").strip() for picture in islice(element.iterchildren("img"), _PICTURES))
