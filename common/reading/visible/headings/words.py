"""The words that the page's title, labels and address say, and how many of them a heading says as well."""

from __future__ import annotations

import re

from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, letters
from common.reading.text.address_parts import host_of, last_part, path_of
from common.reading.words.wording import Wording

AGREES = 3
"""The rank of a heading most of whose words the page's title, labels or address say."""
OTHERS_BEGIN = Wording("<page.others_begin:words>")
"""A heading with these words: what follows is about other products."""
_THING = r"(?:(?!\S{0,8}(?:<page.of_the_same>))[^\s\d.,:;!?()]{3,20}\s?){1,2}"
OTHER_THINGS = Wording(
    rf"(?:<page.other_things>)\s{_THING}\W{{0,3}}|(?:our\s|nos\s)?{_THING}\s(?:<page.things_alike>)\W{{0,3}}"
)
"""The whole of a heading that calls what follows others of the kind, be they called products or not: "Other wines"."""
WORD = re.compile(r"\w+")


def rank(text: str, about: str, known: set[str]) -> int:
    """4: the title holds it; 3: most of its words stand in the title or the address; 2: many do; 1: just an h1."""
    plain = folded(text)
    if plain in about and (len(plain) > 3 or plain == about.strip()):
        return 4
    # Words of one to three letters are articles and prepositions: any title has some.
    words = [word for word in WORD.findall(plain) if len(word) > 3 or not word.isalpha() or not word.isascii()]
    shared = sum(word in known for word in words)
    share = shared / len(words) if words else 0.0
    return 3 if share >= 0.6 else 2 if share >= 0.35 and shared >= 2 else 1


def told(document: Document) -> tuple[str, set[str]]:
    """What the page's title and label say, and the words of these and of the address."""
    about = folded(f"{document.title or ''} {document.meta('og:title') or ''}")
    return about, set(WORD.findall(about)) | set(WORD.findall(folded(slug(document.url))))


def agrees(document: Document, text: str) -> bool:
    """Whether the page's title, labels or address hold most of the words of this heading, or it most of those that the
    address ends in.
    """
    about, known = told(document)
    return rank(text, about, known) >= AGREES or _holds_end(document.url, text)


def _holds_end(url: str, text: str) -> bool:
    wanted = [word for word in WORD.findall(folded(slug(last_part(url)))) if word not in _ENDINGS]
    said = set(WORD.findall(folded(text)))
    return len(wanted) >= _LEAST_WORDS and sum(word in said for word in wanted) * 4 >= len(wanted) * 3


_ENDINGS = frozenset({"html", "htm", "php", "asp", "aspx", "p", "s"})
_LEAST_WORDS = 3


def slug(url: str) -> str:
    """The words of the address's path, with blanks between them."""
    return re.sub(r"[-_/+.]", " ", path_of(url))


def is_shops(document: Document, text: str) -> bool:
    """Whether this is the shop's own name or address, as logos print it: "Pine House" at www.pine-house.example."""
    said = letters(text)
    host = host_of(document.url).removeprefix("www.")
    return said != "" and said in {*map(letters, (host, *host.split(".")[:-1], document.meta("og:site_name") or ""))}
