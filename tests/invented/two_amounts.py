"""A product's page with two amounts and a label between them, and what is read of it."""

from __future__ import annotations

from typing import Any

from tests.invented.plain_page import read_page

HIGHER, LOWER = 2450, 2205
"""In cents; the lower one is a tenth less."""
BODIES = (
    "<p>€24.50</p><p>{}</p><p>€22.05</p>",
    "<p>€24.50</p><div><label>{}</label> <span>€22.05</span></div>",
)
"""The label stands where the braces are."""


def read_amounts(body: str, lang: str) -> dict[str, Any]:
    """What `crawlfleet read` answers of the page with this between its heading and its button."""
    return read_page(
        f"<h1>Vorra coffee beans</h1>{body}<p>In stock</p><form><button>Add to cart</button></form>",
        url="https://www.pine-house.eu/p/vorra-coffee-beans",
        title="Vorra coffee beans | Pine House",
        lang=lang,
    )
