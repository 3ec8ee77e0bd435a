"""Whether a piece of the page is one of many like it: a card in a list of products, a row of choices."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.links import leads_to_another, stays_here
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.visible.buttons.buying_names import buying_name
from common.reading.visible.lines import itself_and_above
from common.reading.visible.view import PageView, once_a_view

_MAX_STEPS = 7
_ALIKE = 2


def is_card(element: Any, view: PageView) -> bool:
    """Whether some box around this element, below what holds the main heading, has at least two siblings of the same
    kind that show money as well, and link to another page or sell under a heading of their own; and no markup calls
    it the only offer of what the heading names.
    """
    node = element
    for _ in range(_MAX_STEPS):
        if node is None or node in view.around_heading or _is_only_offer(view, node):
            return False
        alike = _siblings_with_money(view, node)
        if alike >= _ALIKE or (alike and _is_one_of_two(view, node)):
            return not _repeats_heading(view, node)
        node = node.getparent()
    return False


@once_a_view
def _is_one_of_two(view: PageView, node: Any) -> bool:
    """Whether this box and the only one of its kind each begin with a name of their own, in a heading or below a
    picture, that leads to another page, and neither says again what the page's heading says: a list of two. Columns of
    one page ("Brand", price; "Delivery", price) have no such names.
    """
    others = _of_its_kind(node)
    if len(others) != 1 or view.heading.text is None:
        return False
    heading = folded(view.heading.text)
    names = [_name_of_card(box, view.document.url) for box in (node, *others)]
    return len(set(names)) > 1 and all(name and name not in heading and heading not in name for name in names)


def _name_of_card(box: Any, url: str) -> str:
    """What this box's first link with text to another page says, if it stands before the box's first amount, and in a
    heading or behind a picture with the same link; empty otherwise."""
    amount = BESIDE_CURRENCY.search(shown := text_within(box, _CARD_CHARS))
    links = list(islice(box.iter("a"), _MOST_HEADINGS))
    pictured = {link.get("href") for link in links if next(link.iter("img"), None) is not None}
    for link in links:
        said = text_within(link, _NAME_CHARS).strip()
        if len(said) < _LEAST_LINK_CHARS or not leads_to_another(link.get("href"), url):
            continue
        is_named = link.get("href") in pictured or _is_heading(link)
        return folded(said) if is_named and amount is not None and said in shown[: amount.start()] else ""
    return ""


def _is_heading(link: Any) -> bool:
    """Whether it stands in a heading, or holds one."""
    return any(next(found, None) is not None for found in (link.iter(*_HEADINGS), link.iterancestors(*_HEADINGS)))


_CARD_CHARS = 600
_LEAST_LINK_CHARS = 4


@once_a_view
def _repeats_heading(view: PageView, node: Any) -> bool:
    """Whether this box alone of its kind has the page's heading again, and leads nowhere by that or by a picture: page
    builders put what a page sells into one box of several, and the page's heading into another.
    """
    name = folded(view.heading.text or "")
    if len(name) < _LEAST_NAME_CHARS or not _begins_so(node, name):
        return False
    links = (link for link in node.iter("a") if next(link.iter("img", *_HEADINGS), None) is not None)
    if any(map(_leads_elsewhere, links)):
        return False
    return not any(_begins_so(one, name) for one in _of_its_kind(node) if one not in view.around_heading)


def _begins_so(box: Any, name: str) -> bool:
    """Whether a heading in this box is that name, or the name and how much of it, and stands in, and holds, no link to
    another page. With more words it names another thing: "Blue chair cover" among the others below "Blue chair".
    """
    return any(
        (said := folded(text_within(one, _NAME_CHARS)).strip()).startswith(name)
        and _HOW_MUCH.fullmatch(said, len(name)) is not None
        and not any(map(_leads_elsewhere, (one, *islice(one.iterancestors("a"), 1))))
        for one in islice(box.iter("h1", *_HEADINGS), _MOST_HEADINGS)
    )


_HOW_MUCH = re.compile(r"(?:\s?[,;:(/–—-]\s?\d.*)?")
_LEAST_NAME_CHARS, _NAME_CHARS, _MOST_HEADINGS = 8, 200, 8


@once_a_view
def _is_only_offer(view: PageView, node: Any) -> bool:
    """Whether microdata calls this box the one offer of the thing that holds the main heading, too: pages that are laid
    out in boxes of one name ("box title", "box price", "box others") have more than one with money.
    """
    if node.get("itemprop") != "offers":
        return False
    thing = next((one for one in node.iterancestors() if one.get("itemscope") is not None), None)
    if thing is None or thing not in view.around_heading:
        return False
    return len(thing.xpath(".//*[@itemprop='offers']")) == 1


@once_a_view
def _siblings_with_money(view: PageView, node: Any) -> int:
    parent, around_heading = node.getparent(), view.around_heading
    if parent is None or (node.tag == "tr" and any(row in around_heading for row in islice(parent, 60))):
        return 0  # a row beside the heading's: the table is the page's layout
    kind = _kind(node)
    if kind[1] == "" and node.tag not in _ROWS:
        return 0
    found = 0
    for other in islice(parent, 60):
        if other is node or _kind(other) != kind or not (_leads_elsewhere(other) or _sells_by_itself(other)):
            continue
        if _shows_money(view, other):
            found += 1
            if found >= _ALIKE:
                break
    return found


@once_a_view
def _shows_money(_: PageView, box: Any) -> bool:
    """Asked for each of its siblings."""
    return BESIDE_CURRENCY.search(text_within(box, 2000)) is not None


def is_row_that_sells(element: Any, view: PageView) -> bool:
    """Whether a row around this element, below what holds the main heading, has a button that buys, and another row
    beside it an amount and such a button as well: each sells something else.
    """
    for node in itself_and_above(element, _MAX_STEPS):
        parent = node.getparent()
        if parent is None or node in view.around_heading or not isinstance(node.tag, str):
            return False
        if _kind(node)[1] == "" and node.tag not in _ROWS:
            continue
        others = _of_its_kind(node)
        if others and _sells(node):
            return any(map(_sells_for_money, others))
    return False


def is_name_of_card(view: PageView) -> bool:
    """Whether the page's heading is no h1 and stands in a box that sells, beside two others of its kind that have an
    amount and a button that buys as well.
    """
    heading = view.heading.element
    if heading is None or heading.tag == "h1":
        return False
    for node in itself_and_above(heading, _MAX_STEPS):
        parent = node.getparent()
        if parent is None or not isinstance(node.tag, str):
            return False
        others = _of_its_kind(node)
        if len(others) >= _ALIKE and _sells(node):
            return sum(map(_sells_for_money, others)) >= _ALIKE
    return False


def _of_its_kind(node: Any) -> list[Any]:
    """The boxes or rows beside this one, of its tag and first class; looked for among the first 60."""
    kind = _kind(node)
    return [one for one in islice(node.getparent(), 60) if one is not node and _kind(one) == kind]


def _sells_for_money(box: Any) -> bool:
    return _sells(box) and BESIDE_CURRENCY.search(text_within(box, 600)) is not None


def _sells(row: Any) -> bool:
    return any(
        buying_name(node) or of_button(squeeze(node.get("value") or text_within(node, 60))) is Availability.IN_STOCK
        for node in islice(row.iter("a", "button", "input"), 20)
    )


def _sells_by_itself(box: Any) -> bool:
    """Whether it has a heading and a button, as each of several things has that have no page of their own."""
    return next(box.iter(*_HEADINGS), None) is not None and _sells(box)


_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_ROWS = frozenset({"li", "article", "tr"})


def _kind(node: Any) -> tuple[str, str]:
    """Its tag and first class; rows of lists and tables are alike whatever their classes."""
    if not isinstance(node.tag, str):
        return "?", "?"
    return node.tag, "" if node.tag in _ROWS else (node.get("class") or "").split(" ", 1)[0]


def _leads_elsewhere(node: Any) -> bool:
    """A card of another product links to it; a row of a price table does not."""
    return any(not stays_here(link.get("href")) for link in node.iter("a"))
