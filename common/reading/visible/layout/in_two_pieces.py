"""Words of one phrase of which a part stands in an element of its own: "<b>In</b> stock", "Add <span>to cart</span>".

Words in bold before others are more often a label and its value; so only what together is a phrase that shops print is
made one line.
"""

from __future__ import annotations

from typing import Any

from common.reading.text import stock_words as words
from common.reading.words.wording import Wording

PHRASE_CHARS = 48
DRAWN = frozenset("b strong i em u font span small big".split())
"""Elements that only draw a part of a text otherwise."""
_STOCK = (words.IN_STOCK, words.IN_STOCK_ALONE, words.NONE_LEFT, words.ON_ORDER, words.REORDERED, words.BUY)
_OF_PRICES = Wording(
    r"(?:<price.labels>|<price.sale_labels>|<price.old_labels>|<price.retail_labels>|<price.terms>|"
    r"<price.other:words>|<price.besides:words>|<price.not_bought>|<price.saving:words>|<price.lowest:words>|"
    r"<price.on_request>|<tax.net:words>|<tax.included:words>)"
)
_MARKS = " .,:：;!*-–—()[]（）"


def is_whole_phrase(around: Any, inner: Any, text: str) -> bool:
    """Whether this text, in two pieces that are all of `around` and one of them all of `inner` (one of DRAWN), is one
    phrase.
    """
    if not _is_all_inside(inner) or len(inner) or any(map(str.isdigit, text)):
        return False
    is_first = not (around.text or "").strip()
    if is_first == (not (inner.tail or "").strip()) or (is_first and _ends_label(inner.text or "")):
        return False
    said = text.strip(_MARKS)
    return any(phrase.fullmatch(said) for phrase in _STOCK) or _OF_PRICES.fullmatch(said) is not None


def _is_all_inside(inner: Any) -> bool:
    """Whether no other element stands beside it. To count what its parent holds takes as long as that is: thousands of
    bold words in one element took the square of their number.
    """
    return inner.getprevious() is None and inner.getnext() is None


def _ends_label(text: str) -> bool:
    return text.rstrip().endswith((":", "："))
