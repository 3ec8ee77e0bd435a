"""The brand as the page prints it: beside its label, in an element named after it, behind a link to its page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any

from common.reading import sites
from common.reading.document import squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.beside import brand_beside, last_part, letters
from common.reading.visible.brands.in_name import in_heading
from common.reading.visible.brands.in_text import brand_in_text, cut, is_firm
from common.reading.visible.brands.known import whole_name
from common.reading.visible.labels import below, label_end
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LABEL_END = r"\s{0,2}(?:[:：】]|[-–—]\s?\Z|(?<=\s)[-–—]\s|\Z)"
_BRAND_LABEL = Wording(rf"(?:<brand.labels>){_LABEL_END}")
_MAKER_LABEL = Wording(rf"(?:<brand.maker_labels>){_LABEL_END}")
_STORE = re.compile(rf"(?:{'|'.join(sites.AMAZON_BYLINES)})\Z", re.IGNORECASE)
_BRAND_NAMES = Wording(
    r"(?:^|[\s_-])(?:brand|manufacturer|product-?brand|brand-?name|<names.brand>)"
    r"(?:$|[\s_-](?!part|num|code|sku|no(?:$|[\s_-]))|name|link)|(?:^|\s|product[_-]{1,2}(?:[a-z]+[_-]{1,2})?)vendor(?:$|\s)"
)
_BRAND_PATH = Wording(
    r"/(?:brands?|manufacturers?|shop-by-brand|<names.brand_path>)/(?=[\w%?])|/vendors\?|/brands?\.\w{2,4}\?|"
    r"/firm-[a-z]{3}-\d|[?&](?:manufacturers?|brand)(?:_?id)?="
)
_MORE = Wording(r"<brand.not_a_name>|\d")
_BY = Wording(r"(?:<brand.by>)\Z")
"""All that stands before a link of that name."""
_LOGO_NAMES = Wording(
    r"(?:^|[\s_-])(?:product|item)?[_-]*(?:brand|manufacturer|supplier|vendor|<names.brand>)"
    r"(?:$|[\s_-]|name|link|logo|image)"
)
_LOGO_WORDS = Wording(r"<brand.logo_words:words>|[:|]")
_COUNTED = re.compile(r"\s\(\d[^()]*\)\Z")
"""How many of the brand there are: "Pinewood (12 items)"."""
_ROW = re.compile(r"[^\d:：]{2,25}[:：]\s")
"""The next label with its value: there is none behind the one before."""
_PROPERTIES = frozenset({"brand", "manufacturer"})
"""Of microdata that is marked up outside any item."""
_FRAME = frozenset({"nav", "footer"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BULLETS = "|·•–-【 "
_MAX_IMAGES, _MAX_LINKS = 400, 1000
_LABELS_BEFORE, _LABELS_AFTER = 40, 1500
"""Lines around the heading in which a label counts."""
_BRAND_LINES, _NEAR_LINES = 60, 200
_MAX_CHARS = 40


def printed_brand(view: PageView) -> str | None:
    """The brand beside its label, in an element named brand, behind a link to the brand's page, beside the maker's
    label, inside a sentence, or right above the heading when the page's title says it too; the first of these.
    """
    shown = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    near = [line for line in shown if line.at <= _NEAR_LINES]
    return (
        _labelled(near, _BRAND_LABEL)
        or _known_beside(shown)
        or _named(shown, view.heading.element)
        or _labelled(near, _MAKER_LABEL)
        or _above_heading(shown, view)
        or _labelled(shown, _BRAND_LABEL)
        or _labelled(shown, _MAKER_LABEL)
        or brand_in_text(near)
        or brand_beside(view, shown)
        or _of_logo(view)
        or in_heading(view, shown)
    )


def _known_beside(shown: Sequence[Line]) -> str | None:
    """The one sure known name that is all of a line near the heading."""
    near = (line.text for line in shown if -_KNOWN_BEFORE <= line.at <= _KNOWN_BEHIND and line.at != 0)
    named = {name.key: name.said for text in near if (name := whole_name(text)) is not None}
    return next(iter(named.values())) if len(named) == 1 else None


_KNOWN_BEFORE, _KNOWN_BEHIND = 3, 12


def _of_logo(view: PageView) -> str | None:
    """What the one logo says that is named the brand's or leads to the brand's page; else the breadcrumb that does."""
    root = view.document.root
    said = {_logo_name(image) for image in islice(root.iter("img"), _MAX_IMAGES) if _called(image) and _is_logo(image)}
    if len(said) == 1 and 1 < len(one := said.pop()) <= 40:
        return brand_of(one)
    trail = {
        squeeze(text_within(link, 60))
        for link in islice(root.iter("a"), _MAX_LINKS)
        if _BRAND_PATH.search(link.get("href") or "") and any(map(_is_trail, islice(link.iterancestors(), 5)))
    }
    return brand_of(trail.pop()) if len(trail) == 1 else None


def _logo_beside(label: Any, follows: Any, name: str) -> str | None:
    """What the one logo beside the label says, where no text follows in the same box, or in the box right behind. One
    that says nothing may be called so by its file, when the product's name holds that word. Empty where a picture
    stands that says nothing.
    """
    within = set(follows.iterancestors()) | {follows} if follows is not None else set()
    boxes = list(takewhile(lambda node: node not in within, itself_and_above(label, 2)))
    behind = label.getnext()
    if behind is not None and behind.tag in _CELLS and behind not in within:
        boxes.append(behind)
    for box in boxes:
        images = list(islice(box.iter("img"), 3))
        said = [_logo_name(image) for image in images if _called(image)]
        if said:
            return brand_of(said[0]) if len(said) == 1 else None
        if len(images) == 1:
            word = last_part(images[0].get("src") or "")
            named = next((one for one in name.split() if len(word) > 1 and letters(one) == word), None)
            if named is not None or box is behind:
                return named or ""
    return None


_CELLS = frozenset({"td", "dd", "div", "span", "p", "a", "img"})


def _logo_name(image: Any) -> str:
    return squeeze(_LOGO_WORDS.sub(" ", _called(image)))


def _called(image: Any) -> str:
    """Its own words, else those of the link that it is."""
    link = image.getparent()
    return image.get("alt") or image.get("title") or (link.get("title") if link.tag == "a" else "") or ""


def _is_logo(image: Any) -> bool:
    named = any(
        _names_logo(names_of(node)) or (node.tag == "a" and _BRAND_PATH.search(node.get("href") or ""))
        for node in itself_and_above(image)
    ) or _BRAND_PATH.search(image.get("src") or "")
    # Asked last, for few pictures are named so. Those are the shop's own:
    return bool(named) and not any(
        node.tag in _FRAME or "navbar" in names_of(node) for node in islice(image.iterancestors(), 12)
    )


@lru_cache(maxsize=4096)
def _names_logo(names: str) -> bool:
    return _LOGO_NAMES.search(names) is not None


@lru_cache(maxsize=4096)
def _names_brand(names: str) -> bool:
    return _BRAND_NAMES.search(names) is not None


def _is_trail(node: Any) -> bool:
    return "readcrumb" in f"{node.get('class')} {node.get('id')} {node.get('aria-label')}"


def _above_heading(shown: Sequence[Line], view: PageView) -> str | None:
    """The last short line before the heading, in the heading's own box, that the title repeats as a whole word."""
    title = view.document.title or ""
    top = next((line.element for line in shown if line.at == 0), None)
    above = next((line for line in reversed(shown) if line.at < 0), None)
    if top is None or above is None or above.at < -2 or not 1 < len(above.text) <= 30 or _MORE.match(above.text):
        return None
    if above.element.tag == "a" and sum(node.tag == "a" for node in islice(above.element.getparent(), 8)) > 1:
        return None  # one of a menu's links
    if above.text.casefold() == (view.heading.text or "").casefold():
        return None  # the end of a trail
    box = set(islice(above.element.iterancestors(), 4))
    if not box & set(islice(top.iterancestors(), 4)):
        return None
    return (
        brand_of(above.text)
        if re.search(rf"(?<![\w-]){re.escape(above.text)}(?![\w-])", title, re.IGNORECASE)
        else None
    )


def _is_shops_own(element: Any) -> bool:
    """A link home, in the page's head: shops call their own name a brand too."""
    return any(
        "navbar" in names_of(node) or (node.tag == "a" and node.get("href") == "/")
        for node in itself_and_above(element)
    )


def _is_label(text: str) -> bool:
    return _BRAND_LABEL.fullmatch(text) is not None or _MAKER_LABEL.fullmatch(text) is not None


def _labelled(shown: Sequence[Line], labels: Wording) -> str | None:
    for place, line in enumerate(shown):
        if len(line.text) > 80:
            continue
        start = len(line.text) - len(line.text.lstrip(_BULLETS))
        end = label_end(line.text, start, labels)
        if end is None:
            continue
        value = line.text[end:].strip(" :：–—")
        if not value:
            follows = shown[place + 1] if place + 1 < len(shown) else None
            logo = _logo_beside(line.element, follows.element if follows is not None else None, _name(shown))
            if logo:
                return logo
            if logo is not None:
                continue
            value = _value_behind(line, follows) if follows is not None and follows.at != 0 else ""
            value = "" if _ROW.match(value) else value
        if len(value) > 2 * _MAX_CHARS or BESIDE_CURRENCY.search(value):
            continue
        value = cut(_COUNTED.sub("", value))
        found = brand_of(value) if 1 < len(value) <= _MAX_CHARS else None
        if found is not None and (not found.endswith((":", "：", "?", ".")) or is_firm(found)):
            return found
    return None


def _name(shown: Sequence[Line]) -> str:
    return " ".join(line.text for line in shown if line.at == 0)


def _value_behind(label: Line, follows: Line) -> str:
    """What stands behind a label that is all of its element; below it, where both head a table's columns; nothing where
    it is the head of a list to choose from.
    """
    if label.element.tag == "th" == follows.element.tag:
        return below(label.element)
    if label.element.tag == follows.element.tag in _HEADINGS:
        return ""  # the one heads something else
    entry = next((node for node in itself_and_above(follows.element, 3) if node.tag == "li"), None)
    if entry is not None and entry not in set(itself_and_above(label.element, 6)):
        return "" if any(node.tag == "li" for node in islice(entry.itersiblings(), 2)) else follows.text
    return follows.text


def _holders(line: Line) -> list[Any]:
    """What the line's element stands in: the element right above it, and those further up that hold no more text."""
    above = list(islice(line.element.iterancestors(), 3))
    return above[:1] + [node for node in above[1:] if squeeze(text_within(node, 80)) == line.text]


def _named(shown: Sequence[Line], top: Any) -> str | None:
    for line in shown:
        if not -15 <= line.at <= _BRAND_LINES or not 1 < len(line.text) <= 60 or line.element is top:
            continue
        store = _STORE.match(line.text)
        if store is not None:
            return brand_of(next(part for part in store.groups() if part))
        if (
            len(line.text) > 30
            or _MORE.match(line.text)
            or line.text.endswith(":")
            or _is_label(line.text)
            or _BY.match(line.text)
        ):
            continue
        if _is_shops_own(line.element):
            continue
        around = [line.element, *_holders(line)]
        if any(node.get("itemprop") in _PROPERTIES or _names_brand(names_of(node)) for node in around) or any(
            node.tag == "a" and _BRAND_PATH.search(node.get("href") or "") for node in around
        ):
            found = brand_of(line.text)
            if found is not None:
                return found
    return None
