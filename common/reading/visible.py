"""What a reader sees near the main heading: price, availability, SKU and brand, by rules that need no layout."""

from __future__ import annotations

from common.reading.document import Document
from common.reading.found import Found


def read(document: Document) -> Found:
    """What stands near the page's main heading."""
    return Found("visible", title=document.headings[0] if document.headings else None)


def is_product(document: Document, seen: Found) -> bool:
    """Whether what is visible is enough to call the page a product's."""
    return False
