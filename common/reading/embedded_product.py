"""A product inside a page's embedded state (Shopify, WooCommerce, __NEXT_DATA__, dataLayer and their kin)."""

from __future__ import annotations

from common.reading.document import Document
from common.reading.found import Found


def read(document: Document) -> Found | None:
    """The one product that the embedded state names, or None."""
    return None
