"""The nodes of a page's JSON-LD, also where it is broken."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from common.reading.parsed.document import Document
from common.reading.text import flight
from common.reading.text.json_text import JsonObject, loads

_MAX_NODES = 3000
_MAX_DEPTH = 14
_MAX_LED_TO = 20_000


def blocks(document: Document) -> list[Any]:
    """Every JSON-LD script's value, in order, also of those that the page streams for its scripts to write; what is
    beyond repair is left out. Worked out once: not to be changed.
    """
    if "json-ld" not in document.kept:
        texts = [text for kind, text in document.scripts if kind.startswith("application/ld+json")]
        values = map(loads, (*texts, *_streamed(document, texts)))
        document.kept["json-ld"] = [value for value in values if value is not None]
    return document.kept["json-ld"]


def _streamed(document: Document, written: Collection[str]) -> Iterator[str]:
    """The JSON-LD in Next's stream. What the server has written into the page as well says nothing more."""
    scripts = [text for _, text in document.scripts if "__next_f" in text]
    if any("schema.org" in text for text in scripts) and not any(_SAYS_PRODUCT in text for text in written):
        yield from (text for text in flight.texts(scripts) if "schema.org" in text and "@type" in text)


_SAYS_PRODUCT = "Product"


class References(Mapping[str, JsonObject]):
    """@id → the node that says most about it, for nodes that only point at others. Lookups end after a limit of values:
    a small page whose nodes all point at each other could otherwise take days.
    """

    def __init__(self, nodes: Mapping[str, JsonObject]) -> None:
        self._nodes = nodes
        self._left = _MAX_LED_TO

    def __getitem__(self, name: str) -> JsonObject:
        node = self._nodes[name]
        self._left -= 1 + sum(len(value) for value in node.values() if isinstance(value, list))
        if self._left < 0:
            raise KeyError(name)
        return node

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)


def index(values: list[Any]) -> References:
    """The nodes that have an @id, by it."""
    found: dict[str, JsonObject] = {}
    for node in walk(values):
        name = node.get("@id")
        if isinstance(name, str) and len(node) > 1 and len(node) > len(found.get(name, ())):
            found[name] = node
    return References(found)


def walk(value: Any, *, skip: frozenset[str] = frozenset()) -> Iterator[JsonObject]:
    """Every object inside `value`, itself included, outermost first, without those below the keys in `skip`.

    At most 3,000 values are looked at, 14 levels deep; what lies beyond is left out.
    """
    pending = deque([(value, 0)])
    seen = 0
    while pending and seen < _MAX_NODES:
        node, depth = pending.popleft()
        seen += 1
        if isinstance(node, dict):
            yield node
            children: list[Any] = [child for key, child in node.items() if key not in skip]
        elif isinstance(node, list):
            children = node
        else:
            continue
        if depth < _MAX_DEPTH:
            pending.extend((child, depth + 1) for child in children if isinstance(child, (dict, list)))
