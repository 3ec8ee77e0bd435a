"""A plain page of an oak chair whose markup may state a brand, and the brand that is read of it."""

from __future__ import annotations

import json

from tests.invented.plain_page import read_page


def brand_of_chair(body: str = "", *, declared: str | None = None, lang: str = "en") -> str | None:
    """`body`: what stands below the button. `declared`: the brand in JSON-LD; None for a page without any."""
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Oak chair", "brand": {"name": declared}, "offers": offer})
    found: str | None = read_page(
        f"<main><h1>Oak chair</h1><p class=price>129,00 €</p><button>Add to cart</button>{body}</main>",
        url="https://www.pine-house.shop/p/oak",
        title="Oak chair | Pine House",
        lang=lang,
        head=f"<script type='application/ld+json'>{node}</script>" if declared else "",
    )["offer"]["brand"]
    return found
