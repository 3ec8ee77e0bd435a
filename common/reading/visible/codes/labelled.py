"""The code behind a label: a whole line ("SKU:", a table's left cell) with the value on the next line, or a line's
beginning. Stronger labels win: a product code or reference over a book's number, that over a maker's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from common.offer import Availability
from common.reading import sites
from common.reading.text.availability import of_phrase
from common.reading.text.identifiers import clean_id
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.codes.code import BARS, MARK, NOT_A_CODE, VALUE, Printed, behind_bars, code_behind
from common.reading.visible.discounts.coupons import names_coupon
from common.reading.visible.discounts.per_cents import shares_in
from common.reading.visible.labels import BULLETS, label_end
from common.reading.visible.lines import Line, names_of
from common.reading.words.wording import Wording

_LABEL_END = r"\.?(?:\s?\([^()\d]{2,30}\)(?=\s?[:：]|\Z))?\s{0,2}(?:[:：՝#№】=-]|[–—]|\Z|(?=\s[#\dA-Z]))"
"""Also behind a second label in brackets: "Product code (SKU):"."""
_ASIN = re.compile(rf"{sites.AMAZON_CODE_LABEL}{_LABEL_END}", re.IGNORECASE)
_CODE_LABEL = Wording(rf"(?:{sites.COUPANG_CODE_LABEL}|<code.labels>){_LABEL_END}")
_BOOK_LABEL = Wording(rf"(?:<code.book_labels>){_LABEL_END}")
"""Of numbers that every shop gives it, which yield to the shop's own code."""
_MAKER_LABEL = Wording(rf"(?:<code.maker_labels>){_LABEL_END}")
"""Of a maker's numbers, which yield to any other."""


def labelled(shown: Sequence[Line]) -> Printed | None:
    """The first code behind a label of the strongest kind that there is."""
    best, rank = None, 0
    for place, line in enumerate(shown):
        if line.element.get("itemprop") in {"sku", "productID"} and (own := VALUE.fullmatch(line.text)):
            return Printed(own[1], True)
        if len(line.text) > 120:
            continue
        if line.element.get("class") == _WOO_CODE and (whole := _of_woocommerce(line)) is not None:
            return Printed(whole, True)
        text = line.text
        begins = [len(text) - len(text.lstrip(BULLETS))]
        if any(map(text.__contains__, BARS)):
            begins.extend(behind_bars(text))
        elif (sentence := _SENTENCE.match(text)) is not None and of_phrase(sentence[1]) is not Availability.UNKNOWN:
            begins.append(sentence.end())
        for start in begins:
            if _ANY_LABEL.match(text, start) or ("/" in text and _JOINING.search(text, start)):
                best, rank = _behind_label(shown, place, start, best, rank)
        if rank == _SUREST:
            break
    return best


def is_of_a_list(code: str, shown: Sequence[Line]) -> bool:
    """Whether the line with this code is one of three or more that begin with the same label, each right behind a link:
    a list prints the code of each product below its name.
    """
    line = next((line.text for line in shown if line.text.endswith(code) and line.text != code), "")
    label = line.removesuffix(code)
    if not label:
        return False
    named = {
        line.text
        for before, line in pairwise(shown)
        if line.text.startswith(label)
        and len(before.text) >= _LEAST_NAME
        and pressed_around(before.element) is not None
    }
    return line in named and len(named) >= _LEAST_OF_LIST


_LEAST_NAME, _LEAST_OF_LIST = 8, 3


def _behind_label(
    shown: Sequence[Line], place: int, start: int, best: Printed | None, rank: int
) -> tuple[Printed | None, int]:
    """The code behind a label at this place of the line, where its label is stronger than `rank`."""
    for strength, labels in _LABELS:
        end = label_end(shown[place].text, start, labels) if strength > rank else None
        code = code_behind(shown, place, end, is_own=strength > _MAKERS) if end is not None else None
        if code is not None and not _lowers_the_price(code, shown, place):
            return Printed(code, strength > _MAKERS), strength
    return best, rank


def _lowers_the_price(code: str, shown: Sequence[Line], place: int) -> bool:
    """Whether this is a code that a buyer types for a discount: its line names a coupon, or it ends with the per cent
    of a line close by: "10% off everything", "Code: PINE10".
    """
    line = shown[place].text
    if code in line and names_coupon(line):
        return True
    ended = _ENDS_WITH_SHARE.fullmatch(code)
    close = shown[max(0, place - _CLOSE_LINES) : place + _CLOSE_LINES + 1] if ended is not None else ()
    return ended is not None and any(int(ended[1]) in shares_in(one.text) for one in close)


_ENDS_WITH_SHARE, _CLOSE_LINES = re.compile(r"[A-Z]{3,}-?(\d{1,2})"), 2


_WOO_CODE, _WOO_BOX = "sku", "sku_wrapper"
"""What WooCommerce's own product page calls the code and the box around its label and it
(github.com/woocommerce/woocommerce, templates/single-product/meta.php).
"""


def _of_woocommerce(line: Line) -> str | None:
    """All that stands there, which may be several words: sellers write what they like."""
    box = line.element.getparent()
    own = box is not None and _WOO_BOX in names_of(box)
    return clean_id(line.text) if own and len(line.text) <= _WOO_CHARS else None


_WOO_CHARS = 40
_SENTENCE = re.compile(r"([^.!。！]{2,40})(?:[.!]\s|[。！]\s?)(?=\S)")
"""Before a label where it speaks of stock: "In stock. Item 2207"."""
_SUREST, _MAKERS = 4, 1
_LABELS: tuple[tuple[int, Wording | re.Pattern[str]], ...] = (
    (_SUREST, _ASIN),
    (3, _CODE_LABEL),
    (2, _BOOK_LABEL),
    (_MAKERS, _MAKER_LABEL),
)
"""The stronger wins; of two alike the first."""
_ANY_LABEL = Wording(
    rf"{sites.AMAZON_CODE_LABEL}|{sites.COUPANG_CODE_LABEL}|<code.labels>|<code.book_labels>|<code.maker_labels>"
)
_JOINING = re.compile(r"\S{2}\s?/\s?\S[^:：]{0,40}(?:[:：]|\Z)")
"""May be labels joined by a slash."""


def in_capitals(shown: Sequence[Line], place: int) -> str | None:
    """All that stands behind a label of this line, on it or on the next, where it is nothing but capitals."""
    text = shown[place].text
    start = len(text) - len(text.lstrip(BULLETS))
    ends = (label_end(text, start, labels) for _, labels in _LABELS) if len(text) <= _INLINE_CHARS else ()
    for end in ends:
        if end is not None:
            follows = shown[place + 1].text if place + 1 < len(shown) else ""
            said = text[end:].strip(" :：#") or follows.strip()
            return said if said.isupper() else None
    return None


def alone(shown: Sequence[Line]) -> Printed | None:
    """Behind where the page turns to other products: the one code that is labelled there. A table of the product's
    details may stand below them; cards with codes of their own are several.
    """
    first = labelled(shown)
    rest = [line for line in shown if first is None or first.code not in line.text]
    return first if first is not None and labelled(rest) is None else None


def inline(shown: Sequence[Line]) -> Printed | None:
    """The code behind a label of the shop's own code inside a line of several labels, or of a text: "Model # DC-771
    Store SKU #1000014677", "In stock. Product code: 1000014677". Short labels mean other codes there: "promo code".
    """
    for place, line in enumerate(shown):
        if len(line.text) > _INLINE_CHARS or not any(map(str.isdigit, line.text)):
            continue
        found = next((one for one in _INSIDE.finditer(line.text) if _is_whole_label(one, line.text)), None)
        if found is None or _lowers_the_price(found[2], shown, place):
            continue
        if any(map(str.isdigit, found[2])) and not NOT_A_CODE.fullmatch(found[2]):
            return Printed(found[2], True)
    return None


def _is_whole_label(found: re.Match[str], text: str) -> bool:
    """Whether it is a long label, "SKU", or one with a colon that begins an entry."""
    label = found[1].casefold()
    begins = found.start() == 0 or text[: found.start()].rstrip()[-1:] in _ENDS_ENTRY
    return (
        len(label) >= _LONG_LABEL
        or "sku" in label
        or label.startswith("арт")
        or (begins and _COLON.search(found[0]) is not None)
    )


_INLINE_CHARS, _LONG_LABEL, _COLON, _ENDS_ENTRY = 160, 7, re.compile("[:：]"), ".,;|)/•。，、；｜）"
_INSIDE = Wording(
    rf"(?<![^\W_])(<code.labels>|Art\.-Nr\.)(?![^\W_])[\s:：#№.]{{1,4}}([{MARK}][{MARK}._/\-]{{1,30}}[{MARK}])(?![^\W_])"
)
