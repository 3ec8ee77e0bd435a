"""The brand as the page prints it: beside its label, in an element named after it, behind a link to its page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from common.reading import sites
from common.reading.document import squeeze, text_within
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.text.identifiers import brand_of
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LABEL_END = r"\s{0,2}(?:[:：]|-\s?\Z|–\s?\Z|\Z)"
_BRAND_LABEL = Wording(rf"(?:<brand.labels>){_LABEL_END}")
_MAKER_LABEL = Wording(rf"(?:<brand.maker_labels>){_LABEL_END}")
_STORE = re.compile(rf"(?:{'|'.join(sites.AMAZON_BYLINES)})\Z", re.IGNORECASE)
_BRAND_NAMES = Wording(
    r"(?:^|[\s_-])(?:brand|manufacturer|product-?brand|brand-?name|<names.brand>)"
    r"(?:$|[\s_-](?!part|num|code|sku|no(?:$|[\s_-]))|name|link)"
)
_BRAND_PATH = Wording(r"/(?:brands?|manufacturers?|shop-by-brand|<names.brand_path>)/")
_MORE = Wording(r"<brand.not_a_name>|\d")
_LOGO_NAMES = Wording(
    r"(?:^|[\s_-])(?:product|item)?[_-]*(?:brand|manufacturer|supplier|vendor|<names.brand>)"
    r"(?:$|[\s_-]|name|link|logo|image)"
)
_LOGO_WORDS = Wording(r"<brand.logo_words:words>|[:|]")
_FRAME = frozenset({"nav", "footer"})
_MAX_IMAGES, _MAX_LINKS = 400, 1000
_LABELS_BEFORE, _LABELS_AFTER = 40, 1500
"""Lines around the heading in which a label counts."""
_BRAND_LINES = 60


def brand_of_lines(view: PageView) -> str | None:
    """The brand beside its label, in an element named brand, behind a link to the brand's page, beside the maker's
    label, or right above the heading when the page's title says it too; the first of these.
    """
    shown = view.of_the_product(_LABELS_BEFORE, _LABELS_AFTER)
    return (
        _labelled(shown, _BRAND_LABEL)
        or _named(shown)
        or _labelled(shown, _MAKER_LABEL)
        or _above_heading(shown, view.document.title or "")
        or _in_heading(view, shown)
    )


def _in_heading(view: PageView, shown: Sequence[Line]) -> str | None:
    """The name that the heading begins with, when it is marked as registered there, is the shop's own, or stands in a
    line that leads to more of it.
    """
    heading = view.heading.text or ""
    if marked := _REGISTERED.match(heading):
        return brand_of(marked[1])
    words = heading.split()[:4]
    begins = {_letters(" ".join(words[:count])): " ".join(words[:count]) for count in (3, 2, 1) if count < len(words)}
    own = [_letters(name) for name in (*_host(view.document.url), view.document.meta("og:site_name") or "")]
    if name := next((begins[one] for one in own if len(one) >= _OWN_NAME_CHARS and one in begins), None):
        return brand_of(name)
    for line in shown:
        more = _MORE_OF.fullmatch(line.text) if len(line.text) <= 60 else None
        if more is not None and _letters(said := more[1] or more[2]) in begins:
            return brand_of(said)
    return _pictured(view, begins)


def _pictured(view: PageView, begins: Mapping[str, str]) -> str | None:
    """What a picture is called that shows nothing but the capitalised name that the heading begins with."""
    for image in islice(view.document.root.iter("img"), _MAX_IMAGES):
        said = squeeze(image.get("alt") or "")
        if 2 < len(said) <= 30 and said == begins.get(_letters(said)) and said[0].isupper() and said.isascii():
            return brand_of(said)
    return None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())


def _host(url: str) -> Sequence[str]:
    try:
        return (urlsplit(url).hostname or "").split(".")
    except ValueError:
        return ()


_REGISTERED = re.compile(r"([^\W\d_][\w&'’.-]{1,24}(?:\s[^\W\d_][\w&'’.-]{1,24}){0,2})\s?®")
_OWN_NAME_CHARS = 4
_MORE_OF = Wording(r"(?:<brand.more_of>)\s(.{2,30}?)\W*|(?:see|view|shop) all (.{2,30}?) (?:products|items)\W*")


def brand_of_logo(view: PageView) -> str | None:
    """What the one logo says that is named the brand's or leads to the brand's page; else the breadcrumb that does."""
    root = view.document.root
    said = {
        _logo_name(image) for image in islice(root.iter("img"), _MAX_IMAGES) if image.get("alt") and _is_logo(image)
    }
    if len(said) == 1 and 1 < len(one := said.pop()) <= 40:
        return brand_of(one)
    trail = {
        squeeze(text_within(link, 60))
        for link in islice(root.iter("a"), _MAX_LINKS)
        if _BRAND_PATH.search(link.get("href") or "") and any(map(_is_trail, islice(link.iterancestors(), 5)))
    }
    return brand_of(trail.pop()) if len(trail) == 1 else None


def _logo_beside(label: Any, follows: Any) -> str | None:
    """What the one logo beside the label says, where no text follows in the same box."""
    within = set(follows.iterancestors()) | {follows} if follows is not None else set()
    node = label
    for _ in range(3):
        if node is None or node in within:
            return None
        said = [_logo_name(image) for image in islice(node.iter("img"), 3) if image.get("alt")]
        if said:
            return brand_of(said[0]) if len(said) == 1 else None
        node = node.getparent()
    return None


def _logo_name(image: Any) -> str:
    return squeeze(_LOGO_WORDS.sub(" ", image.get("alt")))


def _is_logo(image: Any) -> bool:
    if any(node.tag in _FRAME or "navbar" in names_of(node) for node in islice(image.iterancestors(), 12)):
        return False  # the shop's own
    return any(
        _LOGO_NAMES.search(names_of(node)) or (node.tag == "a" and _BRAND_PATH.search(node.get("href") or ""))
        for node in itself_and_above(image)
    )


def _is_trail(node: Any) -> bool:
    return "readcrumb" in f"{node.get('class')} {node.get('id')} {node.get('aria-label')}"


def _above_heading(shown: Sequence[Line], title: str) -> str | None:
    """The last short line before the heading, in the heading's own box, that the title repeats as a whole word."""
    top = next((line.element for line in shown if line.at == 0), None)
    above = next((line for line in reversed(shown) if line.at < 0), None)
    if top is None or above is None or above.at < -2 or not 1 < len(above.text) <= 30 or _MORE.match(above.text):
        return None
    box = set(islice(above.element.iterancestors(), 4))
    if not box & set(islice(top.iterancestors(), 4)):
        return None
    return brand_of(above.text) if re.search(rf"(?<!\w){re.escape(above.text)}(?!\w)", title, re.IGNORECASE) else None


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
        label = labels.match(line.text)
        if label is None:
            continue
        value = line.text[label.end() :].strip(" :：")
        if not value:
            follows = shown[place + 1] if place + 1 < len(shown) else None
            logo = _logo_beside(line.element, follows.element if follows is not None else None)
            if logo is not None:
                return logo
            heads = follows is not None and line.element.tag == "th" == follows.element.tag  # a table's columns
            value = follows.text if follows is not None and follows.at != 0 and not heads else ""
        found = brand_of(value) if 1 < len(value) <= 40 else None
        if found is not None and not found.endswith((":", "：", "?", ".")) and not BESIDE_CURRENCY.search(found):
            return found
    return None


def _named(shown: Sequence[Line]) -> str | None:
    for line in shown:
        if not -15 <= line.at <= _BRAND_LINES or line.at == 0 or not 1 < len(line.text) <= 60:
            continue
        store = _STORE.match(line.text)
        if store is not None:
            return brand_of(next(part for part in store.groups() if part))
        if len(line.text) > 30 or _MORE.match(line.text) or line.text.endswith(":") or _is_label(line.text):
            continue
        parent = line.element.getparent()
        if _is_shops_own(line.element):
            continue
        named = _BRAND_NAMES.search(names_of(line.element)) or (
            parent is not None and _BRAND_NAMES.search(names_of(parent))
        )
        if named or (line.element.tag == "a" and _BRAND_PATH.search(line.element.get("href") or "")):
            found = brand_of(line.text)
            if found is not None:
                return found
    return None
