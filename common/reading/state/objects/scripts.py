"""Objects in a page's scripts: assigned (window.__X__ = {…}), handed on (dataLayer.push({…})), JSON scripts and what
fronts stream into their pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, starmap
from typing import Any

from common.reading.parsed.document import Document
from common.reading.state.objects import apollo as apollo_cache
from common.reading.state.objects import attributes, turbo_stream
from common.reading.state.objects import nuxt as nuxt_state
from common.reading.state.objects.js_object import loads_object
from common.reading.text import flight
from common.reading.text.json_text import decode_at, loads, loads_at, span, whole

_OPENS = re.compile(r"(?:JSON\.parse\(|[=(,])\s{0,20}(?=[{\[\"'])")
_NAME = re.compile(r"([\w$.]{1,60})(?:['\"]\])?\s{0,5}\Z")
_NAME_CHARS = 80
_MAX_OBJECTS = 60
_MAX_TRIES = 300
_SMALLEST_CHARS = 60
_JSON_TYPES = frozenset({"application/json", "text/json", "application/hal+json"})
_PRODUCT_WORDS = (
    "price", "Price", "sku", "Sku", "SKU", "brand", "manufacturer", "variants", '"preis"', '"prix"', '"precio"',
    '"preco"', '"prezzo"', '"prijs"', '"cena"', '"fiyat"',
)  # fmt: skip


def objects(document: Document) -> Iterator[tuple[str, Any]]:
    """(name, value) of the JSON objects the page's own scripts hold, at most 60; what is no JSON is left out. Those
    that it keeps in attributes of elements come last.

    Only scripts that speak of prices, codes or brands are looked at: pages carry megabytes of others.
    """
    others = (kind_and_text for kind_and_text in document.scripts if _speaks(kind_and_text[1]))
    found = chain(_streamed(document), chain.from_iterable(starmap(_of_script, others)), attributes.objects(document))
    return islice(found, _MAX_OBJECTS)


def _speaks(text: str) -> bool:
    return any(word in text for word in _PRODUCT_WORDS)


def _streamed(document: Document) -> Iterator[tuple[str, Any]]:
    """What Next or React Router stream, as one object each: a row may be cut anywhere between two scripts."""
    pushed = [text for _, text in document.scripts if "__next_f" in text]
    if any(map(_speaks, pushed)):
        yield "__next_f", list(flight.rows(pushed))
    handed = [text for _, text in document.scripts if turbo_stream.MARK in text]
    if any(map(_speaks, handed)) and (stream := turbo_stream.of_stream(handed)) is not None:
        yield "streamController", stream


def _of_script(kind: str, text: str) -> Iterator[tuple[str, Any]]:
    if kind in _JSON_TYPES:
        value = loads(_unescaped(text))
        if nuxt_state.is_array(value):
            value = nuxt_state.of_array(value)
        value = _answered(value)
        if isinstance(value, (dict, list)):
            yield "application/json", _whole(value)
        return
    if kind and "javascript" not in kind and kind != "module":
        return
    if "__next_f" in text:
        return
    if turbo_stream.MARK in text:
        text = turbo_stream.without(text)
    if "__NUXT__" in text and (state := nuxt_state.of_call(text)) is not None:
        yield "__NUXT__", state
        return
    if text.lstrip()[:1] == "{" and isinstance(value := loads(text), dict):  # as VTEX keeps it in a template
        yield "", _whole(value)
        return
    at = 0
    for _ in range(_MAX_TRIES):
        match = _OPENS.search(text, at)
        if match is None:
            return
        start = match.end()
        parsed = match[0].startswith("JSON")
        value, at = _literal(text, start, parsed=parsed)
        if at <= start:
            return  # it never closes: nor will anything that starts later inside it
        if value and (parsed or at - start >= _SMALLEST_CHARS):
            name = _NAME.search(text, max(0, match.start() - _NAME_CHARS), match.start())
            yield name[1] if name else "", _whole(value)


def _answered(value: Any) -> Any:
    """What a request was answered with that SvelteKit made for the page, whose body it keeps as a text
    (github.com/sveltejs/kit, `data-sveltekit-fetched`); None where it failed.
    """
    if not (isinstance(value, dict) and {"status", "body"} <= value.keys() <= _OF_ANSWER):
        return value
    answered = whole(value["status"])
    is_good = answered is not None and answered // 100 == _GOOD and isinstance(value["body"], str)
    return loads(value["body"]) if is_good else None


_OF_ANSWER, _GOOD = frozenset({"status", "statusText", "headers", "body"}), 2


_ANGULAR = {"&q;": '"', "&a;": "&", "&s;": "'", "&l;": "<", "&g;": ">"}


def _unescaped(text: str) -> str:
    """Angular's transferred state writes marks in its own way (github.com/angular/angular, `unescapeHtml`)."""
    return re.sub(r"&[qaslg];", lambda mark: _ANGULAR[mark[0]], text) if "{&q;" in text[:200] else text


def _whole(value: Any) -> Any:
    return apollo_cache.joined(value) if apollo_cache.is_cache(value) else value


def _literal(text: str, start: int, *, parsed: bool) -> tuple[Any, int]:
    """The value that begins at `start`, and where to look on; an end not behind the start ends the search."""
    if text[start] in "\"'":
        return (_json_string(text, start) if parsed else None), start + 1
    value, end = decode_at(text, start)
    if end > start:
        return value, end
    body = span(text, start)
    if body is None:
        return None, start
    # A function's body or a small option list is not worth a second look.
    wanted = len(body) >= _SMALLEST_CHARS and any(word in body for word in _PRODUCT_WORDS)
    return (loads_object(body) if wanted else None), start + len(body)


def _json_string(text: str, start: int) -> Any:
    quote = text[start]
    end = start + 1
    while (end := text.find(quote, end)) != -1 and text[end - 1] == "\\":
        end += 1
    if end == -1:
        return None
    literal = text[start + 1 : end]
    if quote == "'":
        literal = literal.replace("\\'", "'").replace('"', '\\"') if '\\"' not in literal else literal
    inner = loads_at(f'"{literal}"', 0)
    return loads(inner) if isinstance(inner, str) else None


def assigned(text: str, name: str) -> str | None:
    """The source text of the object literal assigned to `name` anywhere in `text`; None when there is none."""
    match = re.search(re.escape(name) + r"\s{0,20}=\s{0,20}(?=[{\[])", text)
    return span(text, match.end()) if match else None
