"""A schema.org node as pages write them: names in any case, lists where one value was meant, references by @id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from common.details.gtin import clean_gtin
from common.reading.parsed.letters import squeeze
from common.reading.text.address_parts import local_name
from common.reading.text.json_text import JsonObject, text_of

_MAX_VALUES = 500
_MAX_DEPTH = 4
"""Of lists and nodes in each other around one text."""
_GTIN_NAMES = ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "ean", "isbn", "upc")


@dataclass(frozen=True, slots=True, eq=False)
class SchemaNode:
    """One node and the nodes around it that it may point at. Whatever it is asked for, it never raises."""

    properties: JsonObject
    by_id: Mapping[str, JsonObject] = field(default_factory=dict)
    """The page's nodes by their @id."""

    def types(self) -> set[str]:
        """Its types in lower case, without their vocabulary's address: "https://schema.org/Product" is "product"."""
        kinds = self.properties.get("@type")
        words = kinds if isinstance(kinds, list) else [kinds]
        return {local_name(word).lower() for word in words if isinstance(word, str)}

    def is_a(self, kind: str) -> bool:
        """Whether it has this type."""
        return kind.lower() in self.types()

    def value(self, key: str) -> Any:
        """The property as it is written, whichever case its name has ("lowprice", "productId"); None without one."""
        if key in self.properties:
            return self.properties[key]
        wanted = key.lower()
        length = len(key)  # to compare that first is quicker than to make each name small
        alike = (value for name, value in self.properties.items() if len(name) == length and name.lower() == wanted)
        return next(alike, None)

    def first(self, key: str) -> Any:
        """The property's first value; a reference gives the object it points at."""
        value = self.value(key)
        if isinstance(value, list):
            value = value[0] if value else None
        return self._resolved(value) if isinstance(value, dict) else value

    def every(self, key: str) -> list[SchemaNode]:
        """The property's nodes, at most 500, references followed; values that are no nodes are left out."""
        value = self.value(key)
        values = value if isinstance(value, list) else [value]
        return [self.node(self._resolved(one)) for one in values[:_MAX_VALUES] if isinstance(one, dict)]

    def text(self, key: str) -> str | None:
        """The property as one line of text: of a list the first that says something, of a node its name or value."""
        return self._as_text(self.value(key))

    def stated(self, key: str) -> str | None:
        """As `text`, but a plain text is kept as the page wrote it, double spaces and all."""
        value = self.value(key)
        return text_of(value) if isinstance(value, str) else self._as_text(value)

    def gtin(self) -> str | None:
        """The first GTIN, EAN, UPC or ISBN that it states and whose check digit is right."""
        for name in _GTIN_NAMES:
            value = self.value(name)
            for one in value if isinstance(value, list) else [value]:
                if gtin := clean_gtin(text_of(one)):
                    return gtin
        return None

    def node(self, properties: JsonObject) -> SchemaNode:
        """Another node of the same page."""
        return SchemaNode(properties, self.by_id)

    def _as_text(self, value: Any, depth: int = 0) -> str | None:
        if isinstance(value, list) and depth < _MAX_DEPTH:
            return next((text for one in value[:_MAX_VALUES] if (text := self._as_text(one, depth + 1))), None)
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            named = self.node(self._resolved(value))
            inner = named.properties.get("@value") or named.value("name") or named.value("value")
            return self._as_text(inner, depth + 1)
        found = text_of(value)
        return squeeze(found) or None if found else None

    def _resolved(self, properties: JsonObject) -> JsonObject:
        """The object itself, or the one it only points at."""
        name = properties.get("@id")
        return self.by_id.get(name, properties) if isinstance(name, str) and len(properties) <= 2 else properties
