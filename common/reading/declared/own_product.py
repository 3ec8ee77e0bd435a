"""Which of the products that a page declares is the one it is about.

By the heading, the title, the address or an identifier. A node that names another page as its own, and that this page's
heading does not name, is an entry of a list; when no node can be told apart from the others the page is a listing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import unquote, urlsplit

from common.reading.declared import schema_org
from common.reading.found import Found
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded
from common.reading.words.wording import Wording


def declared(document: Document) -> tuple[list[Found], int]:
    """What schema.org nodes say about the page's own product, and how many products the page names in all."""
    declared: list[Found] = []
    count = 0
    for source, nodes in schema_org.sources(document):
        found = [schema_org.found(node, document, source) for node in nodes[:400]]
        named = [one for one in found if one.title or one.price is not None or one.sku]
        count = max(count, len(named))
        declared.extend(_own(named, document))
    return declared, count


def _own(found: list[Found], document: Document) -> list[Found]:
    """Those that are about the page itself, the best first."""
    if not found:
        return []
    if len(found) == 1:
        return found if _closeness(found[0], document) > 0 or not _stands_elsewhere(found[0], document) else []
    ranked = [(_closeness(one, document), one) for one in found]
    most = max(rank for rank, _ in ranked)
    closest = [one for rank, one in ranked if rank == most]
    same = {(one.title or "").lower() for one in closest}
    if (most >= _NAMED and (most > _NAMED or not _are_entries(closest, found, document))) or len(same) == 1:
        return sorted(closest, key=lambda one: one.price is None)
    return []


_NAMED = 2
"""The title or a heading holds its name, or is a part of it, or the address its code; with more than that it is told
apart from entries of a list.
"""


def _are_entries(closest: Sequence[Found], found: Sequence[Found], document: Document) -> bool:
    """Whether several of those found, at different prices and all the closest among them, none of which has its code in
    the address, are called the page's heading and another word behind it: "Loafers Oak 5" and "Loafers Elm 6" below
    "Loafers" are entries of a list. Choices of one product have a mark there: "Loafer Oak 5 - brown".
    """
    path = unquote(document.url).lower()
    if any(_is_addressed(one, path) for one in closest):
        return False
    for heading in (heading.lower() for heading in document.headings[:3]):
        entries = [one for one in found if _goes_on_from(_name(one), heading)]
        names, prices = set(map(_name, entries)), {one.price for one in entries}
        is_list = len(names) >= _LEAST_ENTRIES and len(prices) >= _LEAST_ENTRIES
        if is_list and names.issuperset(map(_name, closest)):
            return True
    return False


def _name(one: Found) -> str:
    return " ".join((one.title or "").lower().split())


def _goes_on_from(name: str, heading: str) -> bool:
    return heading != "" and name.startswith(heading) and _NEXT_WORD.match(name, len(heading)) is not None


_LEAST_ENTRIES = 3
_NEXT_WORD = re.compile(r"\s[^\W\d_]{2}")


def _stands_elsewhere(one: Found, document: Document) -> bool:
    """Whether the node names another page as its own: a list that marks up its first entry only."""
    if not one.page:
        return False
    own = {_path(address) for address in (document.url, document.canonical, document.meta("og:url")) if address}
    return _path(one.page) not in own


def _path(address: str) -> str:
    try:
        return unquote(urlsplit(address).path).rstrip("/").lower()
    except ValueError:
        return address


def _closeness(one: Found, document: Document) -> int:
    """How much speaks for this node being what the page is about."""
    rank = 0
    path = unquote(document.url).lower()
    title = _name(one)
    headings = [heading.lower() for heading in document.headings[:3]]
    if title and any(title == heading for heading in headings):
        rank += 3
    elif (
        title
        and len(title) > 3
        and (title in (document.title or "").lower() or any(_holds(title, h) for h in headings if h))
    ):
        rank += 2
    return rank + 2 if _is_addressed(one, path) else rank


def _is_addressed(one: Found, path: str) -> bool:
    """Whether a code of this node stands in the address."""
    return any(name and len(name) > 3 and _stands_in(path, name.lower()) for name in (one.sku, one.item_id, one.mpn))


def _stands_in(path: str, code: str) -> bool:
    """Whether the code stands in this address, not as a part of a longer number or word: "1063" of "p1063", not of
    "210634".
    """
    at = path.find(code)
    while at != -1:
        before, behind = path[at - 1 : at], path[at + len(code) : at + len(code) + 1]
        if not (_goes_on(before, code[0]) or _goes_on(code[-1], behind)):
            return True
        at = path.find(code, at + 1)
    return False


def _goes_on(one: str, other: str) -> bool:
    return (one.isdigit() and other.isdigit()) or (one.isalpha() and other.isalpha())


def _holds(title: str, heading: str) -> bool:
    """Whether the heading holds the title, or is most of it: "Apple" heads a list of what Apple makes."""
    return title in heading or (heading in title and len(heading) * _MOST_OF >= len(title))


_MOST_OF = 3


def _is_named(one: Found, heading: str) -> bool:
    """Whether the heading is the node's name, or one holds the other and is most of it: not where it only says what was
    searched for.
    """
    name, said = folded(one.title or ""), folded(heading)
    short, long = sorted((name, said), key=len)
    return bool(short) and short in long and len(short) * 3 >= len(long) * 2


def any_is_named(declared: Iterable[Found], *headings: str) -> bool:
    """Whether one of these headings names one of these nodes."""
    return any(_is_named(one, heading) for one in declared for heading in headings)


def is_one_side(name: str | None, heading: str) -> bool:
    """Whether the heading compares two things, and this is the name of one of them: "Oak 5 vs Elm 6"."""
    sides = _VERSUS.compiled.split(folded(heading))
    return bool(name) and len(sides) > 1 and folded(name or "") in {side.strip() for side in sides}


_VERSUS = Wording(r"\s(?:<page.versus>)\.?\s")
