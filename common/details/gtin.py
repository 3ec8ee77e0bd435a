"""GTINs (EAN, UPC, ISBN) and their check digits: GS1's General Specifications, section 7.9, and ISO 2108. Pure."""

from __future__ import annotations

import re

_NOT_DIGITS = re.compile(r"[\s-]")
_ISBN_10 = re.compile(r"[0-9]{9}[0-9Xx]")
_MAX_CHARS = 40
"""With the blanks and hyphens that people write between its digits."""


def clean_gtin(text: str | None) -> str | None:
    """8, 12, 13 or 14 digits, or the ten of an ISBN-10, whose check digit is right; None for any other."""
    digits = _NOT_DIGITS.sub("", (text or "")[:_MAX_CHARS])
    if _ISBN_10.fullmatch(digits):
        values = (10 if mark in "Xx" else int(mark) for mark in digits)
        return digits.upper() if sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0 else None
    if not digits.isascii() or not digits.isdigit() or len(digits) not in {8, 12, 13, 14} or not digits.strip("0"):
        return None
    return digits if _weighed(digits) % 10 == 0 else None


def gtin_14(text: str | None) -> str | None:
    """The same as 14 digits, as GS1 writes them all; an ISBN-10 as the ISBN-13 of the same book."""
    clean = clean_gtin(text)
    if clean is None or len(clean) != 10:
        return clean and clean.rjust(14, "0")
    stem = f"978{clean[:9]}"
    return f"0{stem}{-_weighed(f'{stem}0') % 10}"


def _weighed(digits: str) -> int:
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))
