"""The box of a page that is named a card of a product and is the page's own product's.

"Product card" is what Russian shops call a product's page, and their style sheets name its box so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from common.reading.parsed.document import Document
from common.reading.parsed.links import leads_to_another

_CARD = "product-card"
"""A class; the box's pieces are named with it, too: "product-card__price"."""
_WAYS_TO_WRITE = re.compile(r"product[-_]?card", re.IGNORECASE)
_OF_LISTS = frozenset({"li", "a", "tr"})
_DRAWN = ("img", "picture", "h1", "h2", "h3", "h4", "h5", "h6")
PICTURE_FILES = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif")


def own_card(document: Document, heading: Any) -> str:
    """The class by which one box alone is a card of a product, where that stands in no list, and neither a picture nor
    a heading in it leads to another page, as those of a product beside this one do; empty without. A picture's larger
    file is no page. So is that of several boxes, where the `heading` stands in one and no other has a picture: the page
    is made of such cards. Another way to write it than "product-card" counts on a box around the heading.
    """
    if document.root is None:
        return ""
    if document.holds(_CARD):
        return _CARD if _is_own(document, _CARD, heading) else ""
    around = () if heading is None else heading.iterancestors()
    classes = (one for node in around if (stated := node.get("class")) for one in stated.split())
    named = next((one for one in classes if _WAYS_TO_WRITE.fullmatch(one)), "")
    return named if named and _is_own(document, named, heading) else ""


def _is_own(document: Document, card: str, heading: Any) -> bool:
    named = document.root.xpath("//@class[contains(., $card)]/..", card=card)
    cards = [one for one in named if card in one.get("class").split()]
    if not cards or any(one.tag in _OF_LISTS for one in cards):
        return False
    if len(cards) > 1 and not _are_its_pieces(cards, heading):
        return False
    return not any(_leads_away(link, document.url) for one in cards for link in one.iter("a"))


def _are_its_pieces(cards: Sequence[Any], heading: Any) -> bool:
    around = () if heading is None else (*heading.iterancestors(),)
    others = [one for one in cards if one not in around]
    return len(others) < len(cards) and not any(next(one.iter("img", "picture"), None) is not None for one in others)


def without_card(card: str, names: str) -> str:
    """These names of an element without the card's own, with which the names of its pieces begin."""
    return names.replace(card, "")


def _leads_away(link: Any, url: str) -> bool:
    if next(link.iter(*_DRAWN), None) is None and not any(one.tag in _DRAWN for one in link.iterancestors()):
        return False
    href = link.get("href")
    return leads_to_another(href, url) and not urlsplit(href).path.lower().endswith(PICTURE_FILES)
