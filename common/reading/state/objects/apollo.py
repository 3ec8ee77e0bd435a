"""Apollo's normalized cache: objects by key, which name each other instead of holding each other."""

from __future__ import annotations

from typing import Any

from common.reading.state.objects.references import fill


def joined(cache: dict[str, Any]) -> dict[str, Any]:
    """An Apollo cache with `{"__ref": key}` (or the older `{"type": "id", "id": key}`) replaced by what they name."""
    fill(cache.values(), _reference, cache)
    return cache


def is_cache(value: Any) -> bool:
    """Whether this holds objects by key that name each other."""
    return isinstance(value, dict) and "ROOT_QUERY" in value


def _reference(child: Any) -> str | None:
    if not isinstance(child, dict):
        return None
    name = child.get("__ref") or (child.get("id") if child.get("type") == "id" else None)
    return name if isinstance(name, str) else None
