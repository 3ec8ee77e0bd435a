"""Objects that fronts keep in attributes of elements: Astro's islands, Inertia's page, components of React and Vue in
pages that a server draws. No code is run.

Formats: github.com/withastro/astro, `serialize.ts`: `<astro-island props>` holds an object in which each value is
`[kind, value]`, and the values of lists are such pairs, too; github.com/inertiajs/inertia, protocol: `<div id="app"
data-page>` holds `{"component", "props", "url"}`; github.com/reactjs/react-rails: `<div data-react-props>`; Vue binds
what `:product` says, which templates fill in with JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from common.reading.parsed.document import Document
from common.reading.text.json_text import loads

_MOST_ISLANDS, _MOST_BLOCKS = 40, 50
_LISTS = frozenset({1, 4, 5})
"""Kinds of pairs whose value is a list of pairs: a list, a map, a set."""
_DEEPEST = 60


def objects(document: Document) -> Iterator[tuple[str, Any]]:
    """(name, value) of each, the attribute's name as the name. All elements are looked through only where the page's
    source has such a name. A tag that no page read so far had is known to be missing at once, sooner than by a search.
    """
    if document.root is None:
        return
    for island in islice(document.root.iter("astro-island"), _MOST_ISLANDS):
        if isinstance(value := _held(island, "props"), dict):
            yield "props", {key: _plain(pair, 0) for key, pair in value.items()}
    for block in islice(document.root.iter("div"), _MOST_BLOCKS):
        value = _held(block, "data-page")
        if isinstance(value, dict) and "component" in value and "props" in value:
            yield "data-page", value
            break
    yield from _of_components(document)


def _of_components(document: Document) -> Iterator[tuple[str, Any]]:
    names = [name for ending, name in _COMPONENTS if document.holds(ending) and document.holds(f"{name}=")]
    if names:
        holders = islice(document.root.iter(), _MOST_ELEMENTS)
        texts = ((name, element) for element in holders for name in names if element.get(name))
        for name, element in islice(texts, _MOST_COMPONENTS):
            if isinstance(value := _held(element, name), dict):
                yield name, value


_COMPONENTS = (("-props=", "data-react-props"), ("-props=", "data-props"), (":product=", ":product"))
"""(how it ends in the page's source, name of the attribute): one search for two, as hardly a page has either."""
_MOST_COMPONENTS, _MOST_ELEMENTS = 40, 50_000


def _held(element: Any, attribute: str) -> Any:
    text = element.get(attribute) or ""
    return loads(text) if text.lstrip()[:1] == "{" else None


def _plain(pair: Any, depth: int) -> Any:
    """What a pair of kind and value stands for; None for what is no pair."""
    if not isinstance(pair, list) or not pair or depth > _DEEPEST:
        return None
    kind, value = pair[0], pair[1] if len(pair) > 1 else None
    if isinstance(kind, int) and kind in _LISTS and isinstance(value, list):
        return [_plain(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one, depth + 1) for key, one in value.items()}
    return None if isinstance(value, list) else value
