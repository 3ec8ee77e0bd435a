"""Properties of schema.org nodes as pages write them: any case, lists where one value was meant, references by @id."""

from __future__ import annotations

from typing import Any

from common.reading.document import squeeze
from common.reading.text.json_text import text_of

Node = dict[str, Any]


def text(value: Any, resolve: dict[str, Node]) -> str | None:
    """The value as one line of text: of a list the first, of a node its name or value. `resolve`: nodes by @id."""
    if isinstance(value, list):
        value = next((one for one in value if one not in (None, "", {})), None)
    if isinstance(value, dict):
        value = resolved(value, resolve)
        value = value.get("@value") or get(value, "name") or get(value, "value")
    found = text_of(value)
    return squeeze(found) or None if found else None


def stated(value: Any, resolve: dict[str, Node]) -> str | None:
    """A text kept as the page wrote it, double spaces and all."""
    return value.strip() or None if isinstance(value, str) else text(value, resolve)


def get(node: Node, key: str) -> Any:
    """The property, whichever way its letters are cased: "lowprice", "productId"."""
    if key in node:
        return node[key]
    wanted = key.lower()
    return next((value for name, value in node.items() if name.lower() == wanted), None)


def first(node: Node, key: str, resolve: dict[str, Node]) -> Any:
    """The property's first value."""
    value = get(node, key)
    if isinstance(value, list):
        value = value[0] if value else None
    return resolved(value, resolve) if isinstance(value, dict) else value


def every(node: Node, key: str, resolve: dict[str, Node]) -> list[Node]:
    """The property's nodes, at most 500; values that are no nodes are left out."""
    value = get(node, key)
    values = value if isinstance(value, list) else [value]
    return [resolved(one, resolve) for one in values[:500] if isinstance(one, dict)]


def resolved(node: Node, resolve: dict[str, Node]) -> Node:
    """The node itself, or the one it only points at."""
    name = node.get("@id")
    return resolve.get(name, node) if isinstance(name, str) and len(node) <= 2 else node
