"""Whether a page that shows no product is a form for one that its scripts have not filled in yet."""

from __future__ import annotations

import re

from common.reading.parsed.document import Document, body_text
from common.reading.text.currencies.amounts import BESIDE_CURRENCY

_SKELETON = re.compile(
    r"class=[\"'][^\"']{0,300}(?<![a-z])(?:skeleton|shimmer|animate-pulse|placeholder-(?:glow|wave)|content-loader|"
    r"loading-placeholder)(?![a-z])",
    re.IGNORECASE,
)
"""How boxes are named that stand where content will come."""
_LEAST_SKELETONS = 3
_PLACEHOLDER = re.compile(r"\{\{\s*[$\w][^{}<>]{0,80}\}\}")
"""Where a script in the browser puts a value: "{{ product.price }}"."""
_LEAST_PLACEHOLDERS = 2
_SEEN_CHARS = 20_000


def why(document: Document) -> str | None:
    """What says that scripts fill this page in: a heading without any text, boxes that stand for what is still to
    come, or names of values in braces. None when nothing does, and on a page that prints an amount of money.
    """
    text = body_text(document, _SEEN_CHARS)
    if BESIDE_CURRENCY.search(text):
        return None
    if not document.headings and document.root.xpath("boolean(//h1[not(*)])"):
        return "its heading is empty before its scripts run"
    if _at_least(_LEAST_SKELETONS, _SKELETON, document.text):
        return "it holds empty boxes that its scripts fill"
    if _at_least(_LEAST_PLACEHOLDERS, _PLACEHOLDER, text):
        return "it holds names of values that its scripts put in"
    return None


def _at_least(count: int, pattern: re.Pattern[str], text: str) -> bool:
    return sum(1 for _, _ in zip(range(count), pattern.finditer(text), strict=False)) == count
