"""The detail object inside a page: window.__ICE_APP_CONTEXT__, however put together, and mobile pages' _DATA_Detail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from common.reading.text.json_text import loads, loads_at, object_at
from common.shops.taobao.detail import merged

_NAMED = re.compile(r"__ICE_APP_CONTEXT__|_DATA_Detail\b|__INITIAL_DATA__")
_LOADED = re.compile(r"[\"']?\bloaderData[\"']?\s{0,5}:\s{0,5}(?=\{)")
_PARSED = re.compile(r"JSON\.parse\(\s{0,5}(decodeURIComponent\(\s{0,5})?(?=[\"'])")
_LITERAL = {quote: re.compile(rf"{quote}[^{quote}\\]*+(?:\\(?s:.)[^{quote}\\]*+)*+{quote}") for quote in "\"'"}
_ESCAPED = re.compile(r"\\(?s:.)|\"")
_MOBILE = re.compile(r"\b_DATA_(Detail|Mdskip)\s{0,5}=\s{0,5}(?=\{)")
_MAX_TRIES = 8


def named(text: str) -> bool:
    """Whether the page carries such a state, whole or cut."""
    return _NAMED.search(text) is not None


def detail_in(text: str) -> dict[str, Any] | None:
    """The object that holds `item`; None when there is none, or when it was cut short."""
    if not named(text):
        return None
    for loaded in _loaded(text):
        for found in _details(loaded):
            return found
    mobile = {part_[1]: loads_at(text, part_.end()) for part_ in _few(_MOBILE, text)}
    base, more = mobile.get("Detail"), mobile.get("Mdskip")
    if isinstance(base, dict) and object_at(base, "item"):
        return merged(base, more) if isinstance(more, dict) else base
    return None


def _few(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for count, found in enumerate(pattern.finditer(text)):
        if count >= _MAX_TRIES:
            return
        yield found


def _loaded(text: str) -> Iterator[Any]:
    """Every `loaderData` of the page, written as an object or as JSON inside a string."""
    for start in _few(_LOADED, text):
        yield loads_at(text, start.end())
    for start in _few(_PARSED, text):
        literal = _LITERAL[text[start.end()]].match(text, start.end())
        value = _string(literal[0]) if literal else None
        if value is None:
            continue
        state = loads(unquote(value) if start[1] else value)
        yield object_at(state, "loaderData") or object_at(state, "data", "loaderData")


def _string(literal: str) -> str | None:
    """The text of a script's string literal."""
    inner = _ESCAPED.sub(lambda m: {"\\'": "'", '"': '\\"'}.get(m[0], m[0]), literal[1:-1])
    value = loads_at(f'"{inner}"', 0)
    return value if isinstance(value, str) else None


def _details(loaded: Any) -> Iterator[dict[str, Any]]:
    for route in loaded.values() if isinstance(loaded, dict) else ():
        for path in (("data", "res"), ("data", "data"), ("data",), ("res",), ()):
            node = object_at(route, *path)
            if object_at(node, "item"):
                yield node
