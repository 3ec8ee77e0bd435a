"""Details as JSON holds them: what is stated and nothing else."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from common.details.kinds import Details

MAX_IMAGES = 8
"""Of a product that are kept."""


def stated(details: Details) -> dict[str, Any]:
    """The fields that are stated, under their names."""
    return {name: value for name, value in asdict(details).items() if value not in (None, ())}


def details_json(details: Details, images: tuple[str, ...]) -> str | None:
    """What products.details_json keeps: the stated fields and at most eight images; None when there is nothing."""
    said = stated(details) | ({"images": list(images[:MAX_IMAGES])} if images else {})
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")) if said else None


def read_details(text: str | None) -> dict[str, Any]:
    """The fields that `details_json` wrote; empty when there are none or the text is damaged."""
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
