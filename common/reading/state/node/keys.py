"""The keys of an object, made plain: "sale_price", "salePrice" and "Sale-Price" are one.

Of a key only its letters and digits count, in lower case. What Apollo's cache writes behind a field's name, the
arguments that it was asked with ('items({"filter":"ALL"})'), is no part of it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from common.reading.text.json_text import JsonObject, text_of


@lru_cache(maxsize=4096)
def plain(key: str) -> str:
    """The key's letters and digits; one that is too long for a name is left as it is."""
    name = key.partition("(")[0] if key.endswith(")") else key
    return name.translate(_MARKS).lower() if len(name) <= _LONGEST_KEY else key


_MARKS = dict.fromkeys(map(ord, "_- "))
_LONGEST_KEY = 60


def by_plain_key(node: JsonObject) -> JsonObject:
    """The object with plain keys. A list of one text or number, as Tealium writes what a page has one of, is that one.
    A field that was asked for twice, with other arguments and answers, says nothing.
    """
    small: JsonObject = {}
    for key, value in node.items():
        if isinstance(key, str):
            name, said = plain(key), _alone(value)
            small[name] = None if key.endswith(")") and small.get(name, said) != said else said
    return small


def _alone(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], (dict, list)) else value


def text_at(small: JsonObject, keys: tuple[str, ...]) -> str | None:
    """The first text under these plain keys."""
    return next((text for key in keys if (text := text_of(small.get(key)))), None)


def inside(node: Any, *path: str) -> Any:
    """What stands at this path of plain keys; None where it ends before."""
    for key in path:
        if not isinstance(node, dict):
            return None
        node = by_plain_key(node).get(key)
    return node


def objects_in(value: Any) -> list[JsonObject]:
    """The objects of a list, or of what GraphQL writes for one: `{"nodes": […]}`, `{"edges": [{"node": …}]}`."""
    if isinstance(value, dict):
        edges = value.get("edges")
        value = [inside(edge, "node") for edge in edges] if isinstance(edges, list) else value.get("nodes")
    return [one for one in value[:_MOST_OBJECTS] if isinstance(one, dict)] if isinstance(value, list) else []


_MOST_OBJECTS = 300
