"""The price in the calls by which pages tell services for advertising and statistics which product was looked at:
Google's remarketing tag, Meta's pixel, Matomo.

Of the three only calls that say themselves that they are about one product count. What currency they name is not
believed: many a shop left the one of the service's example ("USD").
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import islice

from common.reading.found import STATE, Found
from common.reading.parsed.document import Document

_AMOUNT = r"['\"]?(?P<amount>\d{1,9}(?:\.\d{1,4})?)['\"]?\s{0,20}[,}\]\n]"
_CALLS = {
    # https://support.google.com/google-ads/answer/7305793, "ecomm_totalvalue" beside "ecomm_pagetype"; so "dynx"
    "ecomm_totalvalue": re.compile(rf"ecomm_totalvalue['\"]?\s{{0,9}}:\s{{0,9}}{_AMOUNT}"),
    "dynx_totalvalue": re.compile(rf"dynx_totalvalue['\"]?\s{{0,9}}:\s{{0,9}}{_AMOUNT}"),
    # https://developers.facebook.com/docs/meta-pixel/reference, "ViewContent"
    "ViewContent": re.compile(
        rf"['\"]ViewContent['\"]\s{{0,9}},\s{{0,9}}\{{[^{{}}]{{0,600}}?\bvalue['\"]?\s{{0,9}}:\s{{0,9}}{_AMOUNT}"
    ),
    # https://developer.matomo.org/guides/tracking-javascript-guide, setEcommerceView(sku, name, category, price)
    "setEcommerceView": re.compile(rf"setEcommerceView['\"]\s{{0,9}},[^\]]{{0,600}},\s{{0,9}}{_AMOUNT}"),
}
_OF_PRODUCT = re.compile(r"(?:ecomm|dynx)_page_?type['\"]?\s{0,9}:\s{0,9}['\"](?:product|offerdetail)", re.IGNORECASE)
_MAX_SCRIPT_CHARS, _MOST_SCRIPTS = 20_000, 20
"""Such calls stand in a few small scripts; to look through large ones takes a hundredth of all the time of a page."""


def visited(document: Document) -> Found | None:
    """What such calls say of the page's product, its price alone; None where they say none, or two."""
    amounts: set[Decimal] = set()
    small = (text for _, text in document.scripts if len(text) <= _MAX_SCRIPT_CHARS)
    calling = ((name, text) for text in small for name in _CALLS if name in text)
    for name, text in islice(calling, _MOST_SCRIPTS):
        if not name.endswith("_totalvalue") or _OF_PRODUCT.search(text) is not None:
            amounts.update(Decimal(said["amount"]).normalize() for said in _CALLS[name].finditer(text))
    amounts.discard(Decimal(0))
    return Found(STATE, price=amounts.pop()) if len(amounts) == 1 else None
