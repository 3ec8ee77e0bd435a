"""Pages whose title or heading says that they show what a search has found, or that they compare products.

However few they list, the price on them is that of another page's product; and a search that found one thing looks just
like that thing's page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from common.offer import Failure, FailureReason
from common.reading import address
from common.reading.declared.own_product import any_is_named
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.visible.layout.zones import is_hidden
from common.reading.visible.lines import itself_and_above
from common.reading.words.wording import Wording

_BEGINS = Wording(r"\W{0,5}<page.search_results:words>")
_ENDS = Wording(r"<page.search_results:words>\W{0,5}(?:\d{1,6}\W{0,3})?\Z")
_SEARCH = Wording(r"\W{0,5}(?:<page.search>)\s?(?:\W{0,5}|(?:[:：]|[\"“„«»'‘「]).{0,200})")
_COMPARES = Wording(r"\W{0,5}(?:<page.compares>)\W{0,5}(?:\d{1,3}\W{0,3})?")
_PARTS = re.compile(r"\s[|–—·»«-]\s|:\s|(?<=\w\w\w)\.\s")
"""The last as nopCommerce parts a page's name from the shop's."""
_MAX_CHARS, _MOST_PARTS, _MOST_HEADINGS = 300, 8, 6


def calls_itself_other(document: Document, declared: Sequence[Found]) -> Failure | None:
    """SEARCH or LISTING for such a page; None for any other, and for one that declares a product whose name is an h1:
    shops that send a search with one result on to its page keep the title of the search there.

    Products are named so, too ("2 Items for Kitchen Set", "Your Search for Meaning"). So the words do not count at the
    address of one product, or at one that repeats the heading, unless it holds what was searched for.
    """
    headings = document.headings[:_MOST_HEADINGS]
    if any_is_named((one for one in declared if one.price is not None), *headings):
        return None
    parts, own = list(_parts(document.title)), list(_own_heading(document, headings))
    said = [*parts, *own]
    asked = address.asks(document.url)
    if asked and not headings:
        said.extend(_smaller_headings(document))
    is_products_name = not asked and _is_at_products_address(document, headings)
    if not is_products_name and any(
        _BEGINS.match(part) or _ENDS.search(part) or (asked and _SEARCH.fullmatch(part)) for part in said
    ):
        return Failure(FailureReason.SEARCH, "it calls itself the results of a search")
    if any(map(_COMPARES.fullmatch, (*parts[:2], *own))):
        return Failure(FailureReason.LISTING, "it calls itself a comparison of products")
    return None


def _is_at_products_address(document: Document, headings: Sequence[str]) -> bool:
    url = document.url
    if address.is_search(url) or "noindex" in (document.meta("robots") or "").lower():
        return False
    return address.is_product(url) or any(address.repeats(url, heading) for heading in headings[:1])


def _parts(title: str | None) -> Iterator[str]:
    """The title whole and in the parts that marks cut it into."""
    if title:
        cut = title[:_MAX_CHARS]
        yield cut
        yield from _PARTS.split(cut, _MOST_PARTS)


def _smaller_headings(document: Document) -> list[str]:
    nodes = islice(document.root.iter("h2", "h3"), _MOST_HEADINGS // 2)
    return [squeeze(text_within(node, _MAX_CHARS)) for node in nodes]


def _own_heading(document: Document, headings: Sequence[str]) -> Iterator[str]:
    """The page's first h1, unless the title repeats another or it stands in the frame: the box that searches while one
    types has a heading, too, on every page.
    """
    about = folded((document.title or "")[:_MAX_CHARS])
    if not headings or any(folded(heading[:_MAX_CHARS]) in about for heading in headings[1:]):
        return
    first = next((node for node in document.first(_MOST_HEADINGS, "h1") if squeeze(text_within(node))), None)
    if first is not None and not any(map(_is_frame, itself_and_above(first, _STEPS))):
        yield headings[0][:_MAX_CHARS]


def _is_frame(node: Any) -> bool:
    is_aside = node.tag in _FRAME or node.get("role") == "dialog" or node.get("aria-hidden") == "true"
    return is_aside or is_hidden(node)


_FRAME, _STEPS = frozenset({"nav", "footer", "dialog"}), 12
