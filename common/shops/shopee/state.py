"""The state that Shopee's pages carry for their own scripts: the answer of pdp/get_pc, as far as strangers get it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from common.reading.parsed.document import Document
from common.reading.text.json_text import loads, loads_at, object_at, text_of

_KIND = "text/mfe-initial-data"
_FAILED = re.compile(
    r"\"setPdpBffData\"\s{0,3}:\s{0,3}\{[^{}]{0,300}\"isError\"\s{0,3}:\s{0,3}true\s{0,3},\s{0,3}\"error\"\s{0,3}:\s{0,3}"
)
_MAX_ENTRIES = 50


def product(document: Document, item_id: str) -> dict[str, Any] | None:
    """The answer's `data` for this item; None when the page holds none, or was cut inside it."""
    for state in _states(document):
        for data in _entries(state):
            item = object_at(data, "item")
            own = text_of(item.get("itemid")) or text_of(item.get("item_id"))
            if own == item_id and (text_of(item.get("name")) or text_of(item.get("title"))):
                return data
    return None


def failure(document: Document) -> Any:
    """What the shop told its own scripts when they asked for the item in vain: an answer with `error`, or None."""
    for kind, text in document.scripts:
        if kind == _KIND and (found := _FAILED.search(text)):
            told = loads_at(text, found.end())
            return told if isinstance(told, dict) else {"error": told}
    return None


def _states(document: Document) -> Iterator[dict[str, Any]]:
    for kind, text in document.scripts:
        if kind == _KIND and ("PDP_BFF_DATA" in text or '"items"' in text):
            value = loads(text)
            yield object_at(value, "initialState") or object_at(value)


def _entries(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    cached = object_at(state, "DOMAIN_PDP", "data", "PDP_BFF_DATA", "cachedMap")
    for entry in list(cached.values())[:_MAX_ENTRIES]:
        if isinstance(entry, dict):
            yield entry
    for item in list(object_at(state, "item", "items").values())[:_MAX_ENTRIES]:
        yield {"item": item}
