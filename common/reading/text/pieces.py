"""A number of pieces as a label: how many one must take for the price beside it."""

from __future__ import annotations

import re

from common.reading.words.wording import Wording

_COUNT = r"(\d{1,3}(?:[.,\s]\d{3})*|\d{1,6})"
_PIECES = Wording(
    rf"(?:<price.from:words>\W{{0,2}}|<price.tier_before:words>\W{{0,2}}|[≥>]\s?)?{_COUNT}"
    r"\s?(?:\+|[-–~〜～]\s?\d[\d.,\s]{0,8})?\s?(?:(?:<stock.pieces>|<price.counted>)\.?)?\s?[~〜～]?"
    r"(?:\s?(?:<price.tier_behind:words>|<price.from:words>))?"
)
"""A number of pieces: "1", "10+", "1-9", "1,000", "5 pcs", "from 10", "up to 11", "10 or more", "1-5 bottles"; "10 cm"
is a size. Words that are not known will not do: what it costs to have goods sooner, or to hire them for longer, falls
alike ("1-3 Werktage", "4+ h").
"""
_SHORT = 20
_AROUND = " :：=–-|"


def pieces_of(text: str) -> int | None:
    """The number of pieces that is all of this text, the lower one of two; None where it says something else."""
    said = text.strip(_AROUND)
    found = _PIECES.fullmatch(said) if said and len(said) <= _SHORT else None
    return int(re.sub(r"\D", "", found[1])) if found is not None else None
