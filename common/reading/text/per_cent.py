"""How a page writes a share: "26 %", "12.5%", in Turkish "%26"."""

from __future__ import annotations

PER_CENT = r"(?:%\s?\d{1,2}(?:[.,]\d)?|\d{1,2}(?:[.,]\d)?\s?%)"
"""For a pattern: a share below a hundred, without a minus before it. In a page's lines other scripts' digits and signs
are written as these."""
