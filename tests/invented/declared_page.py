"""A page that declares its product and price, and which price is stored of it."""

from __future__ import annotations

import json
from typing import Any

from tests.invented.plain_page import read_page, stored_of


def stored_price(name: str, body: str, price: str, currency: str = "GBP", ending: str = "co.uk") -> str | None:
    """The price that is stored of a page that declares this one, with this below its heading; None where none is.
    `ending`: that of the shop's address.
    """
    offer = {"@type": "Offer", "price": price, "priceCurrency": currency, "availability": "InStock"}
    return stored_of_offers(name, body, offer, ending)


def stored_of_offers(name: str, body: str, offers: Any, ending: str = "co.uk") -> str | None:
    """The same of a page that declares these offers."""
    node = json.dumps({"@type": "Product", "name": name, "offers": offers})
    script = f"<script type='application/ld+json'>{node}</script>"
    url = f"https://www.pine-house.{ending}/p/{name.lower().replace(' ', '-')}"
    return stored_of(read_page(f"<h1>{name}</h1>{body}", url=url, title=name, head=script))
