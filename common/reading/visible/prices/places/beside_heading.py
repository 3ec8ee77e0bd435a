"""The price that stands right before the product's heading, or inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import written_path_of
from common.reading.text.availability import of_phrase
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE
from common.reading.visible.buttons.first import first_button
from common.reading.visible.headings.words import OTHERS_BEGIN
from common.reading.visible.layout.own_card import PICTURE_FILES
from common.reading.visible.lines import Line, itself_and_above, link_around, within
from common.reading.visible.prices.drawn.coins import Price, money
from common.reading.visible.prices.in_name import is_word_of_name
from common.reading.visible.prices.places.labelled_price import labelled_price
from common.reading.visible.prices.places.named_price import named_price
from common.reading.visible.prices.price_names import is_called_old, is_named_price, is_other, is_struck
from common.reading.visible.prices.said.labels import PLAIN_LABEL, SALE_LABEL
from common.reading.visible.view import PageView

_BEFORE_HEADING, _IN_HEADING, _BOX_LINES, _BUTTON_LINES = 4, 3, 12, 60
_HEADINGS = frozenset({"h1", "h2", "h3"})
_STEPS, _AMOUNT_CHARS = 2, 40


def heads_beside(view: PageView) -> Price | None:
    """The amount that is a heading of its own right before the product's, in the same box, as osCommerce draws it at
    the right of the name.
    """
    top = next((one for one in itself_and_above(view.heading.element) if one.tag in _HEADINGS), None)
    box = top.getparent() if top is not None else None
    for line in _amounts_ahead(view):
        if any(one.tag in _HEADINGS and one.getparent() is box for one in itself_and_above(line.element)):
            return money(line.text, view.currency_hint)
    return None


def box_before_heading(view: PageView) -> Price | None:
    """The price in a box that is named one and stands right before the product's heading, as xt:Commerce and its kin
    draw it at the right of the name: the button that buys stands behind the name and no amount between, and neither
    words nor a card stand right before the box.
    """
    heading = view.heading.element
    box = heading.getprevious() if heading is not None else None
    if box is None or not isinstance(box.tag, str) or not is_named_price(box) or is_other(box):
        return None
    inside = [line for line in _ahead(view, _BOX_LINES) if line.element is box or box in line.element.iterancestors()]
    if not inside or _is_anothers(box, inside) or not _is_sold_behind(view):
        return None
    return labelled_price(inside, view) or named_price(inside, view)


def _is_anothers(box: Any, inside: Sequence[Line]) -> bool:
    """Whether words or a picture right before the box, or a link in it before its amount, may name another thing."""
    if any(link_around(line.element) is not None for line in takewhile(_has_no_amount, inside)):
        return True
    before = box.getprevious()
    if before is None or not isinstance(before.tag, str):
        return False
    return next(before.iter("img"), None) is not None or names_something(squeeze(text_within(before, _AMOUNT_CHARS)))


def _is_sold_behind(view: PageView) -> bool:
    """Whether a button that buys stands behind the heading, and no amount between the two."""
    behind = view.near(0, _BUTTON_LINES)
    button = first_button(behind)
    return button is not None and not any(0 < line.at < button and not _has_no_amount(line) for line in behind)


def beside_heading(view: PageView) -> Price | None:
    """The last amount before the heading in the same box, alone in its own; else the one inside the heading."""
    ahead = (line for line in _amounts_ahead(view) if not line.elsewhere)
    inside = (line for line in within(view.lines, 0, _IN_HEADING) if not (line.hidden or line.elsewhere))
    places = chain(
        (line for line in ahead if _own_box(line).getparent() in view.around_heading),
        (line for line in inside if line.element in view.around_heading),
    )
    return next((stated for line in places if (stated := _stated(line, view)) is not None), None)


def _amounts_ahead(view: PageView) -> Iterator[Line]:
    """The lines right before the heading that are an amount and no more, the nearest first: none that is struck out,
    called old or another one, and none of another product.
    """
    wide = _ahead(view, _BEFORE_HEADING + _LINK_LINES)
    for place, line in reversed(list(enumerate(wide))):
        if line.at < -_BEFORE_HEADING or MONEY_LINE.fullmatch(line.text) is None:
            continue
        if not (is_called_old(line.element) or is_other(line.element) or is_of_link_before(wide, place, view)):
            yield line


def _stated(line: Line, view: PageView) -> Price | None:
    """The one amount of the line; None where that is amid the words of a name."""
    matches = BESIDE_CURRENCY.findall(line.text)
    match = BESIDE_CURRENCY.search(line.text) if len(matches) == 1 and not is_word_of_name(line) else None
    return money(match[0], view.currency_hint) if match is not None else None


def _ahead(view: PageView, most: int) -> list[Line]:
    return [line for line in within(view.lines, most, -1) if not line.hidden]


def _own_box(line: Line) -> Any:
    """The outermost box, two steps up, that holds this line and nothing else: a cell, its row."""
    box = line.element
    for node in itself_and_above(line.element, _STEPS):
        if squeeze(text_within(node, _AMOUNT_CHARS)) != line.text:
            break
        box = node
    return box


def is_of_link_before(lines: Sequence[Line], place: int, view: PageView) -> bool:
    """Whether the amount at this place, ahead of the heading, is that of another product: the words before it are a
    link to another page and no step of a trail or menu, or a title of other products stands there.
    """
    before = place - 1
    while before >= 0 and _is_asked_before(lines[before], lines[place]):
        before -= 1
    words = list(islice(takewhile(_has_no_amount, reversed(lines[: before + 1])), _TITLE_LINES))
    if any(OTHERS_BEGIN.match(line.text) is not None for line in words):
        return True
    link = _pictured_before(lines[place])
    if link is None and words:
        link = link_around(words[0].element)
    if link is None or not leads_to_another(link.get("href"), view.document.url):
        return False
    return not any(one.get("href") != link.get("href") for one in _links_beside(link))


def names_something(text: str) -> bool:
    """Whether words right before an amount may be another thing's name: neither a price's label nor of stock."""
    is_label = SALE_LABEL.match(text) or PLAIN_LABEL.match(text)
    return sum(map(str.isalpha, text)) > 1 and not is_label and of_phrase(text) is Availability.UNKNOWN


def _pictured_before(line: Line) -> Any:
    """The link right before this line that holds a picture and no words, as a card's does; None without one. One to
    the picture itself, in large, or to the shop's first page is none.
    """
    before = _own_box(line).getprevious()
    if before is None or not isinstance(before.tag, str):
        return None
    link = next(islice(before.iter("a"), 1), None)
    path = written_path_of(link.get("href") or "") if link is not None else ""
    if link is None or not path.strip("/") or path.lower().endswith(PICTURE_FILES):
        return None
    has_picture = next(link.iter("img"), None) is not None
    return link if has_picture and not squeeze(text_within(before, _AMOUNT_CHARS)) else None


def _is_asked_before(line: Line, price: Line) -> bool:
    """Whether this amount may be what the one behind it was before: struck out, or drawn as that is."""
    if MONEY_LINE.fullmatch(line.text) is None:
        return False
    one, other = line.element, price.element
    is_alike = one.getparent() is other.getparent() and one.tag == other.tag
    return is_alike or is_struck(one) or is_called_old(one)


def _has_no_amount(line: Line) -> bool:
    return BESIDE_CURRENCY.search(line.text) is None


def _links_beside(link: Any) -> Iterator[Any]:
    """The links right before it, with nothing but a mark or words between, in the same box or list."""
    for node in itself_and_above(link, _STEPS):
        before = node.getprevious()
        if before is not None and isinstance(before.tag, str):
            yield from ([before] if before.tag == "a" else islice(before.iter("a"), _MOST_LINKS))
            return


_LINK_LINES, _TITLE_LINES, _MOST_LINKS = 4, 3, 20
