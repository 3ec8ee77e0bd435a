"""Whether a page declares that it is about something that no shop sells at one price: a recipe, a job, an event.

Its amounts are of something else (what a portion costs, what a job pays, a book beside the recipe), however much a
form that sells and a number beside a sign look like a product's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from common.reading.declared import json_ld, microdata
from common.reading.declared.schema_node import SchemaNode
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within

_EVENTS = (
    "businessevent childrensevent comedyevent conferenceevent courseinstance danceevent educationevent event "
    "eventseries exhibitionevent festival foodevent hackathon literaryevent musicevent publicationevent "
    "screeningevent socialevent sportsevent theaterevent visualartsevent"
)
_PLACES_TO_STAY = (
    "accommodation apartment bedandbreakfast campground hostel hotel hotelroom house lodgingbusiness motel "
    "realestatelisting residence resort singlefamilyresidence vacationrental"
)
_KINDS = {
    "recipe": "a recipe",
    "jobposting": "a job",
    "course": "a course",
    **dict.fromkeys(_EVENTS.split(), "an event"),
    **dict.fromkeys(_PLACES_TO_STAY.split(), "a place to stay or to live"),
    **dict.fromkeys("flight flightreservation touristtrip trip".split(), "a journey"),
    **dict.fromkeys("bankaccount creditcard financialproduct loanorcredit paymentcard".split(), "a bank's offer"),
}
"""schema.org types in lower case → what the page is about."""
_WITHIN_OTHERS = frozenset({"isPartOf", "mentions", "citation", "itemListElement", "subEvent", "about", "workFeatured"})
"""Properties whose nodes are not what the page is about."""
_FORMATS = {"hrecipe": "a recipe", "h-recipe": "a recipe", "vevent": "an event", "h-event": "an event"}
"""The same as classes of microformats, on an element that holds the heading."""
_WORD = re.compile(r"\w+")
_MAX_NAME_CHARS = 300


def thing(document: Document, name: str | None) -> str | None:
    """What the page is about by its structured data, where that is nothing a shop sells and its name is the page's
    heading (`name`), or holds all words of it, or the other way round; None otherwise.
    """
    if not name or document.root is None:
        return None
    words = _words(name)
    for node in _nodes(document):
        kind = next((_KINDS[one] for one in sorted(node.types()) if one in _KINDS), None)
        if kind is not None and _is_same(words, node.stated("name")):
            return kind
    return _by_class(document, words)


def _nodes(document: Document) -> Iterator[SchemaNode]:
    for told in (json_ld.blocks(document), microdata.items(document), microdata.rdfa(document)):
        yield from (SchemaNode(properties) for properties in json_ld.walk(told, skip=_WITHIN_OTHERS))


def _by_class(document: Document, words: frozenset[str]) -> str | None:
    classed: dict[str, list[Any]] = {said: [] for said in _FORMATS}
    # To look at all classes takes half as long as to look for these words in the page's text.
    for node in document.root.iter("*"):
        stated = node.get("class")
        if stated is not None and ("event" in stated or "recipe" in stated):
            for said in classed.keys() & stated.split():
                classed[said].append(node)
    for said, kind in _FORMATS.items():
        if any(_is_same(words, _name_within(element)) for element in classed[said][:_MOST_ELEMENTS]):
            return kind
    return None


_MOST_ELEMENTS = 5


def _name_within(element: Any) -> str | None:
    """The text of its element classed a name."""
    named = (node for node in element.iter("*") if not _NAMES.isdisjoint((node.get("class") or "").split()))
    return next((squeeze(text_within(node, _MAX_NAME_CHARS)) for node in named), None)


_NAMES = frozenset({"fn", "p-name", "summary"})


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(name[:_MAX_NAME_CHARS])))


def _is_same(words: frozenset[str], name: str | None) -> bool:
    """Whether the two names are the same, or one holds all words of the other, two or more."""
    other = _words(name) if name else frozenset()
    return bool(words) and (words == other or (len(words & other) >= _LEAST_WORDS and words & other in (words, other)))


_LEAST_WORDS = 2
