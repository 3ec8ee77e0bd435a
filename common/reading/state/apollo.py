"""Apollo's normalized cache: objects by key, which name each other instead of holding each other."""

from __future__ import annotations

from typing import Any


def joined(cache: dict[str, Any]) -> dict[str, Any]:
    """An Apollo cache with `{"__ref": key}` (or the older `{"type": "id", "id": key}`) replaced by what they name."""
    pending: list[Any] = [one for one in cache.values() if isinstance(one, (dict, list))]
    while pending:
        node = pending.pop()
        for key, child in list(node.items() if isinstance(node, dict) else enumerate(node)):
            if not isinstance(child, (dict, list)):
                continue
            name = _reference(child)
            if name is not None:
                node[key] = cache.get(name)
            else:
                pending.append(child)
    return cache


def is_cache(value: Any) -> bool:
    """Whether this holds objects by key that name each other."""
    return isinstance(value, dict) and "ROOT_QUERY" in value


def _reference(child: Any) -> str | None:
    if not isinstance(child, dict):
        return None
    name = child.get("__ref") or (child.get("id") if child.get("type") == "id" else None)
    return name if isinstance(name, str) else None
