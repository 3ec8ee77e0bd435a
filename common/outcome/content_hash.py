"""A fingerprint of what an offer means, not of how its page was written."""

from __future__ import annotations

import dataclasses
import hashlib
import json

from common.offer import Offer

_NOT_MEANING = frozenset({"adapter", "adapter_version", "came_from", "images", "image_url", "url", "stock"})
"""How it was read, and what changes without the offer changing (image hosts rotate, stock counts down)."""


def content_hash(offer: Offer) -> str:
    """32 hex digits, the same for the same meaning on every machine and Python."""
    meaning = {name: value for name, value in dataclasses.asdict(offer).items() if name not in _NOT_MEANING}
    meaning["variants"] = sorted(
        ({name: value for name, value in variant.items() if name != "stock"} for variant in meaning["variants"]),
        key=lambda variant: (variant["name"], variant["sku"] or ""),
    )
    text = json.dumps(meaning, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
