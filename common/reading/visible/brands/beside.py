"""The brand where two places of the page agree: a line, link or logo beside the heading, and the page's title, the
address, a breadcrumb or the link's own address; and the brand in attributes of the product's elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Any

from common.reading.parsed.document import TRAIL, type_of
from common.reading.parsed.letters import letters, squeeze
from common.reading.text.address_parts import last_part, path_of
from common.reading.text.identifiers import brand_of
from common.reading.text.json_text import loads
from common.reading.visible.brands.in_text import is_name, is_no_name
from common.reading.visible.brands.known.names import whole_name
from common.reading.visible.brands.links.home import stands_in_shops_own
from common.reading.visible.layout.zones import opens_zone
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_BY = Wording(r"(?:<brand.by>)\s?[:：]?(?:\s(?P<said>.{2,30}))?")
_AUTHORS = re.compile(
    r"/(?:authors?|autor\w*|auteurs?|artists?|users?|profiles?|sellers?|members?|contributors?)/", re.IGNORECASE
)
_EYEBROW = re.compile(r"caption-with-letter-spacing|product[\w-]*vendor")
"""What Shopify's own themes call the line of the maker above or below the name: the block "vendor" of their product
page (github.com/Shopify/dawn, sections/main-product.liquid).
"""
_ATTRIBUTES = (
    *("data-brand", "data-product-brand", "data-brand-name", "data-item-brand", "data-manufacturer"),
    *("data-product-manufacturer", "data-manufacturer-name", "data-gtm-brand", "data-gtm-product-brand"),
    *("data-product_brand", "data-item_brand", "data-gtm4wp_product_brand"),
)
_HELD = ("data-product", "data-gtm", "data-product-info")
"""Hold the product as JSON; PrestaShop's own themes have the first ("#product-details")."""
_ANY_ATTRIBUTE = frozenset((*_ATTRIBUTES, *_HELD))
_FIELDS = frozenset(
    {"brand", "productbrand", "brandname", "manufacturer", "itembrand", "productmanufacturer", "manufacturername"}
    | {"productbrandname", "hdnbrand", "hdnbrandname", "gtm4wpproductdata"}
)
"""Names or ids of hidden fields, small and without marks."""
_KEYS = ("manufacturer_name", "item_brand", "brand", "manufacturer")
_MAX_JSON = 40_000
_BYLINE_LINES, _BESIDE_LINES = 6, 15
_JOINTS = " :|–—-"
_GOES_ON = (",", "、", "،")
"""Behind a name that the title goes on to explain: "Blue Hills, new songs"."""
_MAX_WORDS = 4
_LEAST_SHARED = 8
_HOLDERS, _BOX_STEPS, _BOX_ELEMENTS = 8, 4, 1500


def brand_beside(view: PageView, shown: Sequence[Line]) -> str | None:
    """The first of these that there is:

    * an attribute of an element that holds the heading, or one on which all attributes in its box agree
    * a link right behind "by" whose address is that name
    * Shopify's vendor line beside the heading
    * the line above the heading, when the address begins with it
    * what a line or the title begins with before the product's name
    * the heading's beginning that both breadcrumb and address leave out
    """
    return (
        _attribute(view)
        or _byline(shown)
        or _eyebrow(shown)
        or _above_and_address(view, shown)
        or _before_name_in_title(view, shown)
        or _left_out(view)
    )


def letters_of_last_part(url: str) -> str:
    """The letters of the last part of an address's path, without an ending such as ".html"."""
    return letters(re.sub(r"\.\w{2,5}\Z", "", last_part(path_of(url))))


def _attribute(view: PageView) -> str | None:
    heading = view.heading.element
    if heading is None:
        return None
    holders = list(islice(heading.iterancestors(), _HOLDERS))
    for node in holders:
        if node.tag != "body" and (found := _stated(node)) is not None:
            return found
    box = next(reversed(holders[:_BOX_STEPS]), None)
    said = {found for node in _within(box) if (found := _stated(node)) is not None}
    return said.pop() if len(said) == 1 else None


def _within(box: Any) -> Iterator[Any]:
    """The elements of the box that carry a brand, without those of other products."""
    for node in islice(box.iter("div", "button", "form", "input", "a", "section", "article"), _BOX_ELEMENTS):
        stated = not _ANY_ATTRIBUTE.isdisjoint(node.keys()) or _is_field(node)
        if stated and not any(opens_zone(names_of(one)) for one in itself_and_above(node, _HOLDERS)):
            yield node


def _stated(node: Any) -> str | None:
    value = next((said for name in _ATTRIBUTES if (said := node.get(name))), None)
    if value is None and _is_field(node):
        value = node.get("value")
    held = value or next((said for name in _HELD if (said := node.get(name))), None) or ""
    value = squeeze(_in_json(held) if held.startswith("{") else value or "")
    return brand_of(value) if is_name(value) else None


def _is_field(node: Any) -> bool:
    if node.tag != "input" or type_of(node) != "hidden":
        return False
    return any(_MARKS.sub("", (node.get(key) or "").lower()) in _FIELDS for key in ("name", "id"))


_MARKS = re.compile(r"[\W_]")


def _in_json(text: str) -> str:
    product = loads(text) if len(text) <= _MAX_JSON and any(key in text for key in _KEYS) else None
    said = (product.get(key) for key in _KEYS) if isinstance(product, dict) else ()
    return next((one for one in said if isinstance(one, str) and one), "")


def _byline(shown: Sequence[Line]) -> str | None:
    before: re.Match[str] | None = None
    for line in shown:
        if line.at > _BYLINE_LINES:
            return None
        by = _BY.fullmatch(line.text) if line.at > 0 and len(line.text) <= 40 else None
        said = by["said"] if by is not None else line.text if before is not None and not before["said"] else None
        link = line.element if line.element.tag == "a" else line.element.getparent()
        if said and link.tag == "a" and _leads_to(link, said):
            return brand_of(said)
        before = by
    return None


def _leads_to(link: Any, said: str) -> bool:
    """Whether the link's address ends in this very name, and is no author's or seller's."""
    address = link.get("href") or ""
    return is_name(said) and letters_of_last_part(address) == letters(said) != "" and _AUTHORS.search(address) is None


def _eyebrow(shown: Sequence[Line]) -> str | None:
    beside = (line for line in shown if line.at in {-2, -1, 1, 2} and _may_be_brand(line))
    return next(
        (
            brand_of(one.text)
            for one in beside
            if any(_EYEBROW.search(names_of(e)) for e in itself_and_above(one.element, 1))
        ),
        None,
    )


def _may_be_brand(line: Line) -> bool:
    return (
        len(line.text) <= 30
        and is_name(line.text)
        and not line.text.endswith((":", ".", "!", "?", "：", "。", "！", "？"))
        and not is_no_name(line.text)
    )


def _above_and_address(view: PageView, shown: Sequence[Line]) -> str | None:
    """The last line above the heading, when the address is that name followed by the heading's."""
    above = next((line for line in reversed(shown) if line.at < 0), None)
    if above is None or above.at < -2 or not _may_be_brand(above):
        return None
    named, name, own = letters(above.text), letters(view.heading.text or ""), letters_of_last_part(view.document.url)
    begins = named + name[:_LEAST_SHARED]
    return (
        brand_of(above.text)
        if named and not name.startswith(named) and len(name) >= _LEAST_SHARED and own.startswith(begins)
        else None
    )


def _before_name_in_title(view: PageView, shown: Sequence[Line]) -> str | None:
    """What the title says right before the product's name, when it stands alone beside the heading, too, or before the
    name at the end of the trail that leads here; or when nobody else is called so. Not the kind of goods, which the
    name says in the singular: "Rucksäcke :: Rucksack Luna".
    """
    name = (view.heading.text or "").casefold()
    if len(name) < _LEAST_SHARED:
        return None
    for title in (view.document.title, view.document.meta("og:title")):
        at = squeeze(title or "").casefold().find(f" {name}")
        before = squeeze(title or "")[:at] if at > 0 else ""
        if before.count(" ") >= _MAX_WORDS or before.endswith(_GOES_ON):
            continue
        if not is_name(before) or _is_same_kind(before, name):
            continue
        said = letters(before)
        if before[-1:].isalnum() and whole_name(before) is not None:
            return brand_of(before)
        beside = (line for line in shown if abs(line.at) <= _BESIDE_LINES and _may_be_brand(line))
        says_so = (line.element for line in beside if letters(line.text) == said)
        is_apart = any(not stands_in_shops_own(element, view.document.url) for element in says_so)
        if is_apart or _ends_trail(view, said + letters(name)):
            return brand_of(before.strip(_TITLE_JOINTS))
    return None


def _is_same_kind(before: str, name: str) -> bool:
    """Whether this is one word that the product's name holds in another number: both have all but their last letters
    in common, and end differently.
    """
    one = before.strip(_TITLE_JOINTS).casefold()
    for word in name.split() if " " not in one else ():
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, word, strict=False)))
        if one != word and same >= _LEAST_STEM and max(len(one), len(word)) - same <= _MOST_ENDING:
            return True
    return False


_TITLE_JOINTS = f"{_JOINTS}»>/·•"
_LEAST_STEM, _MOST_ENDING = 4, 3


def _ends_trail(view: PageView, said: str) -> bool:
    return any(letters(line.text) == said and _stands_in_trail(line) for line in view.lines if line.at < 0)


def _left_out(view: PageView) -> str | None:
    """The heading's first words, when a breadcrumb and the address both name the product without them."""
    heading, own = view.heading.text or "", letters_of_last_part(view.document.url)
    blanks = (place for place, letter in enumerate(heading) if letter == " ")
    ends = {end for place in blanks if len(end := heading[place + 1 :]) >= _LEAST_SHARED and letters(end) == own}
    for line in view.lines if ends else ():
        rest = line.text
        if rest not in ends:
            continue
        first = heading[: -len(rest)].strip()
        if _stands_in_trail(line):
            whole = first.count(" ") < _MAX_WORDS and is_name(first) and not any(map(str.isdigit, first))
            return brand_of(first) if whole else None
    return None


def _stands_in_trail(line: Line) -> bool:
    return any(TRAIL in names_of(node) for node in itself_and_above(line.element, 5))
