"""Whether a page that is no product's lists products: search results, a category, a shop's front."""

from __future__ import annotations

import re

from common.reading.declared import schema_org
from common.reading.document import Document
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.cards import is_card
from common.reading.visible.heading import Heading
from common.reading.visible.view import view_of
from common.reading.words.wording import Wording

LEAST_CARDS = 4
_KINDS = frozenset({"itemlist", "collectionpage", "searchresultspage", "offercatalog"})
_LIST_ITEM = re.compile(
    r"itemtype=[\"']?https?://schema\.org/(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)"
)
_SEARCH = Wording(
    r"/(?:catalog)?(?:search|<names.search_path>)(?:[/?.]|$)|"
    r"[?&](?:q|s|search|query|keywords?|search_query|searchterm)="
)
_LABELS = frozenset({"product.group", "product:group", "og:product.group"})


def why(document: Document) -> str | None:
    """What says that the page lists products; None when nothing does."""
    if (document.meta("og:type") or "").lower() in _LABELS:
        return "its labels say that it is a group of products"
    if any(node.types() & _KINDS for node in schema_org.nodes(document)):
        return "its structured data says that it is a list"
    if _LIST_ITEM.search(document.text):
        return "its markup says that it is a list"
    if _SEARCH.search(document.url):
        return "its address is that of a search"
    cards = 0
    view = view_of(document, Heading())
    for line in view.lines:
        if not line.hidden and BESIDE_CURRENCY.search(line.text) and is_card(line.element, view.around_heading):
            cards += 1
            if cards >= LEAST_CARDS:
                return "it shows prices of several products, each with a link of its own"
    return None
