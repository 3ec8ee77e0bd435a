"""The brand in an element that is named a brand, or behind a link to the brand's page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any

from common.reading import sites
from common.reading.parsed.document import WHOLE_PAGE
from common.reading.parsed.letters import humps_parted, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.in_text import is_no_name
from common.reading.visible.brands.labelled import is_label
from common.reading.visible.brands.links.brand_path import BRAND_PATH, addressed
from common.reading.visible.brands.links.home import names_shop
from common.reading.visible.brands.logos import LOGO_WORDS
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_STORE = re.compile(rf"(?:{'|'.join(sites.AMAZON_BYLINES)})\Z", re.IGNORECASE)
_COLOURS = "".join(rf"(?<!\b{use}-)" for use in ("text", "bg", "border", "ring", "fill", "stroke", "from", "to", "via"))
"""What stands before the name of a colour: sites call their own one "brand" (tailwindcss.com/docs/colors)."""
_BRAND_NAMES = Wording(
    rf"(?:^|[\s_-]){_COLOURS}(?:brand|manufacturer|maker|producer|product-?brand|brand-?name|<names.brand>)"
    r"(?:$|[\s_-](?!part|num|code|sku|no(?:$|[\s_-]))|name|link)|(?:^|\s|product[_-]{1,2}(?:[a-z]+[_-]{1,2})?)vendor(?:$|\s)"
)
_BY = Wording(r"(?:<brand.by>)\Z")
"""All that stands before a link of that name."""
_FRAME = re.compile(r"nav|head|foot|top|logo|menu|site|filter", re.IGNORECASE)
_IN_MENU = "menuitem"
_PROPERTIES = frozenset({"brand", "manufacturer"})
"""Of microdata that is marked up outside any item."""
_BEFORE, _BEHIND = 15, 60
_LIST_STEPS, _LIST_LINKS, _OTHERS = 3, 60, 2


def named(shown: Sequence[Line], view: PageView) -> str | None:
    """The first near the heading; an entry of a list of brands is none."""
    top = view.heading.element
    for line in shown:
        if not -_BEFORE <= line.at <= _BEHIND or not 1 < len(line.text) <= 60:
            continue
        if line.element is top or line.text == view.heading.text:
            continue  # VTEX calls the name itself so
        store = _STORE.match(line.text)
        if store is not None:
            return brand_of(next(part for part in store.groups() if part))
        around = [line.element, *_holders(line)]
        if any(node.tag == "button" or node.get("role") == _IN_MENU for node in around):
            continue  # opens what the maker says, or the shop's list of brands
        link = next((one for one in around if one.tag == "a" and BRAND_PATH.search(one.get("href") or "")), None)
        text = line.text.strip("[] ")
        said = text if link is None else addressed(link, squeeze(LOGO_WORDS.sub(" ", text)))
        if not _may_be_name(said) or _is_shops_own(line.element, view.document.url):
            continue
        is_named = any(map(_calls_brand, takewhile(lambda node: _CODE.search(names_of(node)) is None, around)))
        if (is_named or link is not None) and not (link is not None and _is_listed(link, view)):
            found = brand_of(said)
            if found is not None:
                return found
    return None


def _calls_brand(node: Any) -> bool:
    return node.get("itemprop") in _PROPERTIES or _names_brand(names_of(node))


_CODE = re.compile(r"(?:^|[\s_-])(?:sku|mpn|ean|gtin|product-?code)(?:$|[\s_-])", re.IGNORECASE)
"""An element so named holds a code, whatever the box around it is called ("sku-brand")."""


def _may_be_name(text: str) -> bool:
    is_row = ":" in text or "：" in text
    return not (len(text) > 30 or is_row or is_no_name(text) or is_label(text) or _BY.match(text))


def _is_listed(link: Any, view: PageView) -> bool:
    """Whether links to two other brands' pages stand in a list with it, which does not hold the heading."""
    own = squeeze(text_within(link, 60))
    for box in islice(link.iterancestors(), _LIST_STEPS):
        if box in view.around_heading:
            return False
        others = {
            said
            for one in islice(box.iter("a"), _LIST_LINKS)
            if BRAND_PATH.search(one.get("href") or "") and (said := squeeze(text_within(one, 60))) not in {"", own}
        }
        if len(others) >= _OTHERS:
            return True
    return False


def is_in_list_of_brands(element: Any) -> bool:
    """Whether this is a link in a box that is named after several brands: "manufacturers_block"."""
    link = next((node for node in itself_and_above(element, 2) if node.tag == "a"), None)
    return link is not None and any(
        _BRANDS.search(names_of(node))
        for node in islice(link.iterancestors(), _LIST_BOXES)
        if node.tag not in WHOLE_PAGE
    )


_BRANDS = re.compile(r"(?:^|[\s_-])(?:brands|manufacturers|makers|vendors)(?:$|[\s_-])", re.IGNORECASE)
_LIST_BOXES = 4


def _is_shops_own(element: Any, url: str) -> bool:
    """A link home, in the page's head: shops call their own name a brand too."""
    return any(names_shop(node, url) for node in itself_and_above(element))


def _holders(line: Line) -> list[Any]:
    """What the line's element stands in: the element right above it, and those further up that hold no more text. The
    page itself names all that is on it, the product's brand among it.
    """
    above = [node for node in islice(line.element.iterancestors(), 3) if node.tag not in WHOLE_PAGE]
    if not any(node.tag == "a" or _calls_brand(node) for node in above[1:]):
        return above[:1]  # those further up would say nothing, whatever they hold
    return [*above[:1], *takewhile(lambda node: squeeze(text_within(node, 80)) == line.text, above[1:])]


@lru_cache(maxsize=4096)
def _names_brand(names: str) -> bool:
    """Also in one word, as "lblBrand"; not the site's frame, as "headerBrand"."""
    if _BRAND_NAMES.search(names) is not None:
        return True
    return _BRAND_NAMES.search(humps_parted(names)) is not None and _FRAME.search(names) is None
