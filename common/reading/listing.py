"""Whether a page lists products: a category, a brand, what a search gave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.declared import schema_org
from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.cards import is_card
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.prices.price_names import is_other
from common.reading.visible.view import PageView, whole_view
from common.reading.words.wording import Wording

LEAST_CARDS = 4
_KINDS = frozenset({"itemlist", "collectionpage", "searchresultspage", "offercatalog"})
_LIST_ITEM = re.compile(
    r"itemtype=[\"']?https?://schema\.org/(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)"
)
_SORTS = Wording(r"^\W{0,3}(?:<page.sorts:words>)")
"""The beginning of a line that sorts, filters or counts what a list shows."""
_BY_PRICE = Wording(r"\W*(?:<page.sorts_by_price>)\W*")
"""A choice that puts it in the order of prices."""
_COUNTS = Wording(r"\W{0,3}(?:<page.counts_many>)\W{0,3}")
_THOUSANDS = re.compile(r"(?<=\d)[.,\s'’](?=\d{3}(?!\d))")
_COUNT_LINES, _COUNT_CHARS, _LEAST_COUNT = 3, 40, 4
"""Right behind the heading; two or three may be what a set holds."""
_SORT_LINES = 60
_LABELS = frozenset({"product.group", "product:group", "og:product.group"})


def why(document: Document, least_cards: int = LEAST_CARDS) -> str | None:
    """What says that the page lists products; None when nothing does."""
    if is_group(document):
        return "its labels say that it is a group of products"
    if any(node.types() & _KINDS for node in schema_org.nodes(document)):
        return "its structured data says that it is a list"
    if _LIST_ITEM.search(document.text):
        return "its markup says that it is a list"
    cards = 0
    view = whole_view(document)
    for line in view.lines:
        if not line.hidden and BESIDE_CURRENCY.search(line.text) and is_card(line.element, view):
            cards += 1
            if cards >= least_cards:
                return "it shows prices of several products, each with a link or a button of its own"
    return None


def is_sorted(view: PageView) -> bool:
    """Whether the page offers, between its heading and the first amount or button that buys, to sort or to filter what
    it shows, or counts it right behind the heading. On a product's page reviews are sorted, and they stand behind both.
    """
    before, orders = "", 0
    for line in view.lines:
        if line.hidden or line.at <= 0:
            continue
        if line.at > _SORT_LINES:
            return False
        if not line.elsewhere:
            is_amount = len(line.text) <= _AMOUNT_CHARS and BESIDE_CURRENCY.search(f"{before} {line.text}") is not None
            is_price = is_amount and not is_other(line.element)  # ends of a field that filters by price are none
            if is_price or of_button(line.text) is Availability.IN_STOCK:
                return False
            before = line.text[-4:]
            if line.at <= _COUNT_LINES and _counts_many(line.text):
                return True
        if len(line.text) > _SORT_CHARS:
            continue
        orders += _is_order_by_price(line.text)
        if orders == _LEAST_ORDERS or _SORTS.search(line.text) or _is_choice_of_order(line.element):
            return True
    return False


def _counts_many(text: str) -> bool:
    """Whether the line says how many things the page shows and no more: "1.482 Produkte", "Showing 1-24 of 96"."""
    if len(text) > _COUNT_CHARS or not any(map(str.isdigit, text)):
        return False
    said = _THOUSANDS.sub("", text)
    most = max(map(int, _NUMBER.findall(said)), default=0)
    return most >= _LEAST_COUNT and _COUNTS.fullmatch(said) is not None


_NUMBER = re.compile(r"\d{1,9}")


def _is_choice_of_order(element: Any) -> bool:
    """Whether this is one of several choices in a box whose names say that it sorts."""
    return any(
        len(box) >= _LEAST_ORDERS and any(map(_SORTER.fullmatch, names_of(box).split()))
        for box in islice(itself_and_above(element), 1, None)
    )


_SORTER = re.compile(r"(?:sort(?:[-_]?by|ing)?|order[-_]?by)(?:[-_]?(?:list|menu|options?|bar|tabs?))?", re.IGNORECASE)


def sorts_by_price(document: Document) -> bool:
    """Whether a field offers to put what the page shows in the order of prices, as no product's page does."""
    return any(
        _is_order_by_price(squeeze(text_within(choice, _SORT_CHARS)))
        for field in document.first(_MOST_FIELDS, "select")
        for choice in _choices(field)
    )


def _is_order_by_price(text: str) -> bool:
    return _BY_PRICE.fullmatch(text.translate(_BRACKETS)) is not None


def _chooses_an_order(field: Any) -> bool:
    """Whether the names that its page gave this field and its choices say so; for programs, in no language."""
    named = f"{field.get('name') or ''} {field.get('id') or ''}"
    values = " ".join(choice.get("value") or "" for choice in _choices(field))
    return bool(_ORDER_NAME.search(named) or _ORDER_VALUE.search(values))


def _choices(field: Any) -> Iterator[Any]:
    return islice(field.iter("option"), _MOST_CHOICES)


_MOST_FIELDS = 20
_LEAST_ORDERS = 2
"""So many lines in a row of choices: a single "cheapest" may praise a product."""
_BRACKETS = str.maketrans("", "", "()")
"""As in "Price (low > high)"."""
_SORT_CHARS, _AMOUNT_CHARS = 60, 120
"""What a text above a list says of prices is none of a product's."""


def looks_like_one(document: Document) -> str | None:
    """What a list is told by on a page that shows no product: a field that chooses an order, a line that sorts, filters
    or counts what is shown, several buttons that buy, or boxes alike that sell. A product's page may have each: reviews
    are sorted, other products sold.
    """
    if any(map(_chooses_an_order, document.root.iter("select"))):
        return "it offers to sort what it shows"
    buttons = 0
    for line in whole_view(document).lines:
        if line.hidden or len(line.text) > _SORT_CHARS:
            continue
        if _SORTS.search(line.text):
            return "it offers to sort or filter what it shows"
        buttons += of_button(line.text) is Availability.IN_STOCK
        if buttons == _LEAST_BUTTONS:
            return "it has several buttons that buy"
    return "it has several boxes alike that sell" if _has_boxes_that_sell(document) else None


def _has_boxes_that_sell(document: Document) -> bool:
    """Whether boxes drawn alike stand side by side that each have an amount and a heading or picture, and either are a
    form or have a button that buys.
    """
    boxes: dict[tuple[Any, str], set[Any]] = {}
    sells: dict[Any, bool] = {}  # each box is looked into once, however many amounts it holds
    for line in whole_view(document).lines:
        if line.hidden or len(line.text) > _AMOUNT_CHARS or BESIDE_CURRENCY.search(line.text) is None:
            continue
        for node in itself_and_above(line.element, _BOX_STEPS):
            holder, named = node.getparent(), node.get("class") or ""
            if holder is None or node.tag not in _BOXES or not named:
                continue
            if node not in sells:
                sells[node] = _sells(node)
            if not sells[node]:
                continue
            alike = boxes.setdefault((holder, named), set())
            alike.add(node)
            if len(alike) > 1:
                return True
    return False


def _sells(box: Any) -> bool:
    shows = next(box.iter("h2", "h3", "h4", "h5", "img"), None) is not None
    if box.tag == "form":
        return shows or next(box.iter("span"), None) is not None
    buttons = islice(box.iter("button", "a", "input"), _MOST_BUTTONS)
    return shows and any(
        of_button(one.get("value") or squeeze(text_within(one, _SORT_CHARS))) is Availability.IN_STOCK
        for one in buttons
    )


_BOXES = frozenset({"div", "li", "article", "section", "form"})
_BOX_STEPS, _MOST_BUTTONS = 8, 6


_ORDER_NAME = re.compile(r"\b(?:sort|order)(?:[-_]?(?:by|dir|order|type|field))?\b|sortierung", re.IGNORECASE)
_ORDER_VALUE = re.compile(r"(?:price|name)[-_:. ]?(?:asc|desc|low|high)", re.IGNORECASE)
_MOST_CHOICES = 20
_LEAST_BUTTONS = 3


def is_group(document: Document) -> bool:
    """Whether the labels call the page a group of products."""
    return (document.meta("og:type") or "").lower() in _LABELS
