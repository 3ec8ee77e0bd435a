"""Pages on which nothing names the product, neither heading nor title nor address, and which yet ask one price: the
name is what stands above that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from common.offer import Availability, Failure, FailureReason
from common.reading import address
from common.reading.evidence.printed.amount import FOREIGN, PrintedAmount
from common.reading.evidence.printed.gather import printed_amounts
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.silent import MOST_WORDS_BESIDE, asks_password, is_pictured
from common.reading.text.availability import of_button, of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible import page as visible
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, may_be_name
from common.reading.visible.headings.texts import is_of_another
from common.reading.visible.headings.words import agrees, is_shops
from common.reading.visible.page import Look
from common.reading.visible.view import PageView, whole_view
from common.reading.words.wording import Wording

_ABOVE_LINES = 12
_MOST_NAME_CHARS, _MOST_WORDS = 100, 14
_MOST_PICTURES = 400
_SENTENCE_ENDS = (".", "!", "?", "。")
_BY_SOMEBODY = Wording(r"(?:<brand.by>)\s(?=[^\W\d_]).{2,40}\Z")
"""The line below a name that says who made it: "by Pinewood"."""
_LABELLED = re.compile(r"[:：](?:\s|\Z)")
"""Behind such a mark stands a value: a code, a subject, a size."""


def named_by_amount(document: Document, unnamed: Look, failure: Failure) -> Look | None:
    """The page seen from the name above its one plain amount, which is then its price, to be doubted. None for a page
    that names something or is refused as something else than no product, that prints several plain amounts or none, or
    of which nothing else tells that it is a product's. `unnamed`: the page as it was seen.
    """
    if unnamed.view.heading.element is not None or failure.reason is not FailureReason.NOT_A_PRODUCT:
        return None
    view = whole_view(document)
    one = _only_amount(printed_amounts(view))
    if one is None or one.currency == FOREIGN:
        return None
    name = _above(view, one.at)
    if name is None:
        return None
    look = visible.read(document, name)
    hint = look.view.currency_hint
    if one.currency is not None and hint not in {None, one.currency}:
        return None
    place = next((line.at for line in look.view.lines if line.element is view.lines[one.at].element), None)
    if place is None or asks_password(look) or not _is_told(document, look, place):
        return None
    return replace(look, found=replace(look.found, price=one.amount, currency=one.currency))


def _is_told(document: Document, look: Look, place: int) -> bool:
    """Whether title or address repeat the name, or the address speaks of one product; else whether a picture stands
    beside and a code or a word of stock near: meals and services have pictures and prices, too.
    """
    seen = look.found
    if agrees(document, seen.title or "") or address.speaks_of_product(document.url):
        return True
    is_goods = seen.sku_is_printed or seen.availability is not Availability.UNKNOWN
    return is_goods and is_pictured(look, place)


def _only_amount(printed: Sequence[PrintedAmount]) -> PrintedAmount | None:
    plain = [one for one in printed if not one.kinds and not one.in_text and one.amount > 0]
    only = plain[0] if len({one.amount for one in plain}) == 1 else None
    return only if only is not None and only.words <= MOST_WORDS_BESIDE else None


def _above(view: PageView, place: int) -> Heading | None:
    """The nearest text above this line that title, address or a picture repeats; else the nearest possible name."""
    document = view.document
    described = {folded(picture.get("alt") or "") for picture in document.first(_MOST_PICTURES, "img")}
    names = list(_names(view, place))
    repeated = (one for one in names if folded(one.text or "") in described or agrees(document, one.text or ""))
    return next(repeated, None) or next(iter(names), None)


def _names(view: PageView, place: int) -> Iterator[Heading]:
    """What may be a name among the lines above this one, the nearest first."""
    for line in reversed(view.lines[max(0, place - _ABOVE_LINES) : place]):
        text = squeeze(text_within(line.element, MAX_HEADING_CHARS))
        if line.hidden or line.elsewhere or not _may_name(text) or text != line.text:
            continue
        if not is_shops(view.document, text) and not is_of_another(line.element, view.document.url):
            yield Heading(line.element, text)


def _may_name(text: str) -> bool:
    if len(text) > _MOST_NAME_CHARS or not may_be_name(text) or text.endswith(_SENTENCE_ENDS) or _LABELLED.search(text):
        return False
    if len(text.split()) > _MOST_WORDS or BESIDE_CURRENCY.search(text) or _BY_SOMEBODY.match(text):
        return False
    return of_button(text) is Availability.UNKNOWN and of_phrase(text) is Availability.UNKNOWN
