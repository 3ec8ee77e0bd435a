"""A hash of what an offer says, so that a change of the page's markup alone is no change."""

from __future__ import annotations

import dataclasses
import hashlib
import json

from common.offer import Offer

_NOT_MEANING = frozenset(
    {
        "adapter",
        "adapter_version",
        "came_from",
        "candidates",
        "price_grounds",
        "price_strength",
        "images",
        "image_url",
        "details",
        "url",
        "stock",
    }
)
"""Left out: how the offer was read, and what changes all the time (image hosts rotate, stock counts down, ratings come
in)."""


def content_hash(offer: Offer) -> str:
    """32 hex digits, the same for the same offer on every machine and Python version."""
    meaning = {name: value for name, value in dataclasses.asdict(offer).items() if name not in _NOT_MEANING}
    meaning["variants"] = sorted(
        ({name: value for name, value in variant.items() if name != "stock"} for variant in meaning["variants"]),
        key=lambda variant: (variant["name"], variant["sku"] or ""),
    )
    text = json.dumps(meaning, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
