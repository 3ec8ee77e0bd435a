"""Lists of a single entry: a category or search that shows one product, whose card leads to the page of its own; and
comparisons of two.

Nothing else looks more like a product's page: one name, one price, one button.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.reading import address
from common.reading.declared.own_product import any_is_named, is_one_side
from common.reading.found import Found
from common.reading.instead.leading_card import leads_on
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_COUNTS_ONE = Wording(r"\W{0,3}(?:<page.counts_one>)\W{0,3}", some_words=r".{1,60}")
_PLURAL = re.compile(r"\(\w{1,3}\)")
"""What may be left out of a counted word: "1 product(s)"."""
_ONE_TO_ONE = re.compile(r"\D{0,40}\b1 ?[-–—] ?1\b\D{1,20}\b1\b\D{0,30}")
"""How lists of any language count their pages, mostly below the last card: "Results 1 - 1 of 1"."""
_NEAR_LINES, _COUNT_CHARS, _TITLE_CHARS = 40, 60, 200


def why_list(declared: Sequence[Found], view: PageView) -> str | None:
    """Why a page that declares these products, or looks like one's, lists one or compares two all the same."""
    name, document = view.heading.text or "", view.document
    if address.is_search(document.url) and declared and not any_is_named(declared, name):
        return "what it declares is what a search has found"
    titled = (document.title or "")[:_TITLE_CHARS].partition(" | ")[0]
    if any(is_one_side(one.title, said) for one in declared for said in (name, titled)):
        return "it compares the product that it declares with another"
    return _why_list_of_one(view)


def _why_list_of_one(view: PageView) -> str | None:
    """What says that the page is such a list: a line between its heading and the amount counts one, and the amount
    stands in a card that leads to another page, or the address is that of a search or category; or the heading says no
    more than what was searched for, by a parameter, above such a card; or a line below the card counts from one to one
    of one. None otherwise.
    """
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    priced = next((line for line in shown if BESIDE_CURRENCY.search(line.text)), None)
    if priced is None:
        return None
    is_counted = any(_counts_one(line.text) for line in shown if line.at < priced.at)
    if is_counted and (address.is_search(view.document.url) or address.is_list(view.document.url)):
        return "it is a list that counts one product"
    is_asked = not is_counted and address.asks_for(view.document.url, view.heading.text or "")
    is_told = is_counted or is_asked or any(_is_one_to_one(line.text) for line in shown)
    if not is_told or not leads_on(priced.element, view, counted=True):
        return None
    return _FOUND if is_asked else _COUNTED


_COUNTED = "it counts one product, which has a page of its own"
_FOUND = "its heading is what was searched for, and what it shows has a page of its own"


def _counts_one(text: str) -> bool:
    return len(text) <= _COUNT_CHARS and (
        _COUNTS_ONE.fullmatch(_PLURAL.sub("", text)) is not None or _is_one_to_one(text)
    )


def _is_one_to_one(text: str) -> bool:
    return len(text) <= _COUNT_CHARS and _ONE_TO_ONE.fullmatch(text) is not None
