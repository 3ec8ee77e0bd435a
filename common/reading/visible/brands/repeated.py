"""The brand as a part of the product's name or of the page's title when the page says those words apart from it, as one
does with names: in a sentence, with a capital letter; as a link, a step of the trail or a part of the title of its own;
at the beginning of other products' names.

Kinds of goods and materials stand there, too ("Oak table"). They are told by being written small somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import host_of, last_part, path_of
from common.reading.text.availability import of_button
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.beside import letters_of_last_part
from common.reading.visible.brands.in_text import is_name, is_no_name
from common.reading.visible.brands.known.names import is_known
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LEAST_LETTERS = 3
_NO_PATH = "/"
"""The end of no address without the strokes at its end."""
_MAX_LINKS, _MAX_LINES, _OTHER_NAMES, _NAME_CHARS, _MAX_WORDS = 1500, 3000, 2, 140, 3
_PARTS = re.compile(r"\s[|–—:»/-]\s|\s*[|»,]\s*|:\s")
_BY = Wording(r".*\s(?:<brand.by>)\s(?P<said>\S.{1,29})")
_APART = re.compile(r"\s[|–—-]\s|,\s|\s\((?=[^()]+\)\Z)")
"""Between a name and a brand behind it: "Oak table - Pinewood", "Oak table (Pinewood)"."""


@dataclass(frozen=True, slots=True)
class _Guess:
    """`following`: the word behind it in the product's name, small. `needs`: kinds of evidence that make it a brand."""

    name: str
    following: str = ""
    needs: int = 2


def repeated(view: PageView, begins: Mapping[str, str]) -> str | None:
    """The first guess for which as many kinds of evidence speak as it needs; of the beginnings the longest. What the
    labels call the whole product is no brand of it.
    """
    page = _Page(view)
    whole = letters(view.document.meta("og:title") or "")
    for guess in _guesses(view, begins):
        if (
            letters(guess.name) != whole
            and _may_be(guess.name)
            and _is_enough(guess, page)
            and not is_written_small(guess.name, view)
        ):
            return brand_of(guess.name)
    return None


def _is_enough(guess: _Guess, page: _Page) -> bool:
    found = 0
    for left, one in zip(range(_KINDS - 1, -1, -1), _evidence(guess, page), strict=True):
        found += one
        if found >= guess.needs:
            return True
        if found + left < guess.needs:
            return False
    return False


class _Page:
    """What is looked for of every guess, worked out once."""

    def __init__(self, view: PageView) -> None:
        self.view = view

    @cached_property
    def places(self) -> frozenset[str]:
        """What links say, in small letters, but those to this very page, and those of menus that mark where it is."""
        own = last_part(path_of(self.view.document.url)) or _NO_PATH
        links = (
            link
            for link in self.view.document.first(_MAX_LINKS, "a")
            if not (link.get("href") or "").rstrip("/").endswith(own) and not _marks_where_this_is(link)
        )
        return frozenset(squeeze(text_within(link, _NAME_CHARS)).casefold() for link in links)

    def sentences_with(self, name: str) -> Iterator[str]:
        """Without the product's whole name: a word of it is no evidence for itself."""
        heading = self.view.heading.text or ""
        texts = (text for text in _texts(self.view) if name in text and _is_sentence(text))
        return (text.replace(heading, _LEFT_OUT) if heading else text for text in texts)

    @cached_property
    def capitals_mean_nothing(self) -> bool:
        """Whether every fourth word inside the sentences has one: German writes all nouns so."""
        sentences = islice(filter(_is_sentence, _texts(self.view)), _SENTENCES)
        behind = [word for text in sentences for word in _BEHIND_SMALL.findall(text)]
        return len(behind) >= _LEAST_WORDS and sum(word.isupper() for word in behind) * 4 >= len(behind)


def _marks_where_this_is(link: Any) -> bool:
    """Whether this is the entry of a menu for the kind of goods that the page belongs to: a category's name."""
    return any(_HERE.search(names_of(one)) for one in itself_and_above(link, 1) if one.tag in {"a", "li"})


_HERE = re.compile(r"(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])", re.IGNORECASE)
_LEFT_OUT = "…"


def is_written_small(name: str, view: PageView) -> bool:
    """Whether the page writes these words without a capital: "a table of oak"; or behind a hyphen, as languages that
    write nouns large end words for kinds of goods: "Bio-Jersey".
    """
    said = name.lower()
    if name.islower():
        return False
    small = re.compile(rf"(?<![\w.@#/-]){re.escape(said)}(?![\w@-]|\.\w)|(?<=[^\W\d_]{{2}}-){re.escape(name)}(?![\w-])")
    return any((said in text or name in text) and small.search(text) for text in _texts(view))


def _guesses(view: PageView, begins: Mapping[str, str]) -> Iterator[_Guess]:
    """What stands behind "by" or before the name in the title, which needs least; then the name's beginnings, what it
    says apart at its end, and the parts of the title.
    """
    heading = view.heading.text or ""
    title = squeeze(view.document.title or "")
    for text in (heading, *_PARTS.split(title)[:1]):
        by = _BY.fullmatch(text)
        if by is not None:
            yield _Guess(by["said"].strip(" .)"), needs=1)
    before, found, _ = title.partition(heading)
    first = before.strip(" :|–—-")
    is_short = found and first.count(" ") < _MAX_WORDS and of_button(first) is Availability.UNKNOWN
    if is_short and not _is_shops(first, view.document.url):
        yield _Guess(first)
    for name in sorted(begins.values(), key=len, reverse=True):
        yield _Guess(name, (heading[len(name) :].split() or [""])[0].casefold())
    _, *ends = _APART.split(heading)
    for end in ends[-1:]:
        yield _Guess(end.strip(" ()"), needs=3)


def _is_shops(said: str, url: str) -> bool:
    """Whether the title's first part is the shop's name by its address: "Pinewood Outfitters" at pinewood.example."""
    own = max((letters(part) for part in host_of(url).split(".")), key=len, default="")
    return len(own) >= _LEAST_OF_SHOP and letters(said).startswith(own)


_LEAST_OF_SHOP = 6


def _may_be(name: str) -> bool:
    is_written_large = all(word[0].isupper() or not word[0].isalpha() for word in name.split())
    return is_name(name) and is_written_large and len(letters(name)) >= _LEAST_LETTERS and not is_no_name(name)


def _evidence(guess: _Guess, page: _Page) -> Iterator[bool]:
    """Yields, for each kind of evidence, whether it speaks for this guess; last what takes longest. The name stands

    * in the page's title as a part of its own, or among its keywords
    * at the beginning of the address, where the heading does not begin with it
    * in capitals while the rest of the heading is not, or in an element of its own there
    * among the brands that people know, even those that are also common words or places
    * before other products' names, or apart at their end
    * in a sentence
    * as a place to go to
    """
    name, view, heading = guess.name, page.view, page.view.heading.text or ""
    said, own = name.casefold(), letters(name)
    yield said in _parts(squeeze(view.document.title or "").replace(heading, ""))
    yield said in _parts(view.document.meta("keywords"))
    yield letters_of_last_part(view.document.url).startswith(own) and not letters(heading).startswith(own)
    yield _stands_out(name, view.heading.element, heading)
    yield is_known(name)
    yield _begins_others(guess, view) if heading.startswith(name) else _ends_others(guess, view)
    yield _in_sentence(guess, page.sentences_with(name)) and not page.capitals_mean_nothing
    yield said in page.places


_KINDS = 8


def _stands_out(name: str, element: Any, heading: str) -> bool:
    if name.isupper() and len(name) > _LEAST_LETTERS and not heading.isupper():
        return True
    inside = element.iter("span", "a", "small", "b", "strong", "em", "font", "div") if element is not None else ()
    return any(one is not element and squeeze(text_within(one, _NAME_CHARS)) == name for one in inside)


_BEHIND_SMALL = re.compile(r"(?<=[^\W\d_A-Z][ ])[^\W\d_](?=[^\W\d_A-Z]{2})")
"""The first letter of a word behind one that ends in a small letter."""
_SENTENCE, _SENTENCES, _LEAST_WORDS = 6, 200, 12


def _texts(view: PageView) -> Iterator[str]:
    yield view.document.meta("description") or ""
    yield from (line.text for line in islice(view.lines, _MAX_LINES))


def _in_sentence(guess: _Guess, texts: Iterable[str]) -> bool:
    """Whether it stands behind a small word, or a sentence's first, and not before what follows it in the product's
    name.
    """
    inside = re.compile(rf"(?:^|\s|[(\"“])((?:[^\W\d_]+)[ ]){re.escape(guess.name)}(?:['’]s)?(?!\w)[ ]?(\S*)")
    return any(
        one[2].casefold().rstrip(_SENTENCE_ENDS) != (guess.following or None)
        and (one[1].islower() or _BEGINS.search(text[: one.start(1)]) is not None)
        for text in texts
        for one in inside.finditer(text)
    )


def _is_sentence(text: str) -> bool:
    """Whether these are words of a text, and no name of a product."""
    return text.count(" ") >= _SENTENCE and _ENDS.search(text) is not None


_ENDS = re.compile(r"[.!?](?:\s|\Z)")
_SENTENCE_ENDS = ".,;:!?"
_BEGINS = re.compile(r"(?:^|[.!?:]\s)\s*\Z")


def _parts(text: str | None) -> list[str]:
    return [part.strip().casefold() for part in _PARTS.split(text or "")]


def _begins_others(guess: _Guess, view: PageView) -> bool:
    """Whether two other names begin so; one, where people know it."""
    begin = f"{guess.name} "
    others = {
        line.text
        for line in islice(view.lines, _MAX_LINES)
        if line.at != 0 and line.text.startswith(begin) and len(line.text) <= _NAME_CHARS
    }
    rest = {text[len(begin) :].split()[0].casefold() for text in others if text[len(begin) :].split()}
    return len(rest - {guess.following}) >= (1 if is_known(guess.name) else _OTHER_NAMES)


def _ends_others(guess: _Guess, view: PageView) -> bool:
    """Whether two other names say it apart at their end, as the heading does: "Oak chair | PINEWOOD"."""
    heading = view.heading.text or ""
    end = _APART_AT_END.search(heading[: -len(guess.name)]) if heading.endswith(guess.name) else None
    if end is None:
        return False
    tail = f"{end[0]}{guess.name}"
    others = {
        line.text
        for line in islice(view.lines, _MAX_LINES)
        if line.text.endswith(tail) and len(line.text) <= _NAME_CHARS and heading not in line.text
    }
    return len(others) >= _OTHER_NAMES


_APART_AT_END = re.compile(r"\s[|–—-]\s\Z|,\s\Z")
