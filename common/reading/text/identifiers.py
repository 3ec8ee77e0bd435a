"""SKU, GTIN, MPN and brand as shops write them, cleaned of placeholders."""

from __future__ import annotations

import re
from typing import Any

from common.reading.text.json_text import text_of
from common.reading.words.wording import Wording

_PLACEHOLDER = Wording(r"^(?:n/?a|null|undefined|tbd|-+|0|false|true|\{\{.*|\[.*|<brand.none>)$")
_NOT_DIGITS = re.compile(r"[\s-]")
_ISBN_10 = re.compile(r"[0-9]{9}[0-9Xx]")
_MAX_GTIN_CHARS = 40
"""With the blanks and hyphens that people write between its digits."""


def clean_id(text: str | None) -> str | None:
    """None for placeholders and for what is too long to be an identifier."""
    if not text or len(text) > 80 or _PLACEHOLDER.match(text.strip()):
        return None
    return text.strip()


def clean_gtin(text: str | None) -> str | None:
    """8, 12, 13 or 14 digits, or the ten of an ISBN-10, whose check digit is right; None for any other.

    By GS1's General Specifications, section 7.9, and ISO 2108.
    """
    digits = _NOT_DIGITS.sub("", (text or "")[:_MAX_GTIN_CHARS])
    if _ISBN_10.fullmatch(digits):
        values = (10 if mark in "Xx" else int(mark) for mark in digits)
        return digits.upper() if sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0 else None
    if not digits.isascii() or not digits.isdigit() or len(digits) not in {8, 12, 13, 14} or not digits.strip("0"):
        return None
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))
    return digits if total % 10 == 0 else None


def brand_of(value: Any) -> str | None:
    """A brand's name out of a text, a Brand or Organization node, or a list of them."""
    if isinstance(value, list):
        value = next((one for one in value if one), None)
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value")
        if isinstance(value, (list, dict)):
            return brand_of(value)
    name = text_of(value)
    if not name or len(name) > 100 or _PLACEHOLDER.match(name) or name.startswith(("http://", "https://")):
        return None
    return " ".join(name.split())
