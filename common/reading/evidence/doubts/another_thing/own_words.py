"""Whether words beside a price are said of the page's own product though its heading is another: its name said shorter,
its maker or author, the category that it stands in, the variant or edition that is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from common.reading.declared.schema_org import nodes, products
from common.reading.details.trail import declared_trail, visible_trail
from common.reading.parsed.document import type_of
from common.reading.parsed.letters import EAST_ASIAN, folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.links.brand_path import BRAND_PATH
from common.reading.visible.lines import itself_and_above, link_around, names_of, nearest
from common.reading.visible.view import PageView, once_a_view
from common.reading.words.wording import Wording

_NAMES = Wording(
    r"(?:\A|[\s_-])(?<!text-)(?<!bg-)(?<!border-)(?<!font-)(?<!to-)(?<!from-)(?<!best-)(?<!best_)"
    r"(?:brand|vendor|manufacturer|maker|producer|author|artist|designer|publisher|seller|supplier|sub-?title|tagline|"
    r"slogan|collection|series|edition|variant|(?:product|item|variant|selected)[_-]{1,2}(?:colou?r|size)|<names.brand>)"
    r"s?(?:[_-]*(?:name|link))?(?:\s|\Z)"
)
"""In the names of an element that says such things."""
_LISTS = re.compile(
    r"/(?:authors?|autor(?:es|en|i)?|auteurs?|autore|artists?|designers?|publishers?|sellers?|vendors?|collections?|series|"
    r"categor(?:y|ies|ia|ias|ie)|kategori\w*|c|tags?)/[^/]+/?(?:[?#]|\Z)",
    re.IGNORECASE,
)
"""The address of a page that lists things, as an author's or a collection's does."""
_FORM = Wording(r"<page.form:words>")
_WORD = re.compile(r"[^\W_]+")
_CUT = re.compile(r"\s[-–—|/·:]\s|,\s")
_BLANKLESS = re.compile(rf"[{EAST_ASIAN}]+\Z")
_LABEL, _FIELDS, _TICKED = frozenset({"label"}), frozenset({"input", "select"}), frozenset({"checkbox", "radio"})
_MOST_BEFORE, _MOST_VALUES, _MOST_CHARS = 4, 200, 80
_LEAST_PART, _LEAST_WORDS, _STEPS = 3, 2, 1


def is_own(text: str, view: PageView, element: Any = None) -> bool:
    """Whether that holds of this text, which `element` holds."""
    if _FORM.search(text) or folded(squeeze(text)) in _said_elsewhere(view):
        return True
    if element is not None and _is_named_so(element):
        return True
    return is_name_again(_CUT.split(text)[0], view)


def words_of(text: str) -> list[str]:
    return _WORD.findall(folded(text))


def _is_named_so(element: Any) -> bool:
    if _labels_field(element):
        return True
    link = link_around(element)
    address = link.get("href") or "" if link is not None else ""
    if BRAND_PATH.search(address) or _LISTS.search(address):
        return True
    around = itself_and_above(element, _STEPS)
    return any(_NAMES.search(f"{names_of(node)} {node.get('itemprop') or ''}".lower()) for node in around)


def _labels_field(element: Any) -> bool:
    """Whether it says what is to be put into a field, as a number of pieces: no box to tick stands there."""
    label = nearest(element, _LABEL, _STEPS)
    behind = element.getnext() if label is None else label.getnext()
    is_field = behind is not None and behind.tag in _FIELDS and type_of(behind) not in _TICKED
    return is_field and not any(
        type_of(one) in _TICKED for one in (label if label is not None else element).iter("input")
    )


def is_name_again(text: str, view: PageView) -> bool:
    """Whether each word stands in the heading, be it as a part of a longer one ("Tisch" of "Beistelltisch"): several
    words, or letters written without blanks that stand there in this order.
    """
    words, heading = words_of(text), words_of(view.heading.text or "")
    if not words or not heading:
        return False
    if all(map(_BLANKLESS.match, words)):
        return _in_order("".join(words), "".join(heading))
    return len(words) >= _LEAST_WORDS and all(_is_part(word, heading) for word in words)


def _in_order(letters: str, of: str) -> bool:
    rest = iter(of)
    return len(letters) >= _LEAST_PART and all(letter in rest for letter in letters)


def _is_part(word: str, heading: Sequence[str]) -> bool:
    return word in heading or (
        len(word) >= _LEAST_PART and any(one.endswith(word) or one.startswith(word) for one in heading)
    )


@once_a_view
def _said_elsewhere(view: PageView) -> frozenset[str]:
    """The path to the product and what stands right before the heading, as its maker does, what a field lets choose,
    what a table says of the product, and whose brand is declared.
    """
    document, name = view.document, view.heading.text
    path = (*declared_trail(nodes(document), document, name), *visible_trail(document, name))
    before = (line.text for line in view.near(_MOST_BEFORE, 0) if line.at < 0)
    values = (text_within(node, _MOST_CHARS) for node in islice(_values(document.root), _MOST_VALUES))
    makers = (brand_of(node.text("brand")) or "" for node in products(document))
    return frozenset(folded(squeeze(text)) for text in (*path, *before, *values, *makers))


def _values(root: Any) -> Iterator[Any]:
    """Options of a field, labels with a round button in them, and the second of two cells whose first heads the row."""
    yield from root.iter("option")
    yield from (node for node in root.iter("label") if any(type_of(one) == "radio" for one in node.iter("input")))
    for node in root.iter("td"):
        head = node.getprevious()
        if head is not None and head.tag == "th" and head.getprevious() is None and node.getnext() is None:
            yield node
