"""The text of a page that its title, or a part of it, repeats."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.document import Document
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.text.currencies.amounts import BESIDE_CURRENCY
from common.reading.text.money import MONEY_LINE
from common.reading.visible.headings.heading import MAX_HEADING_CHARS, Heading, without_amount_before
from common.reading.visible.headings.texts import MAX_TEXTS, is_of_another, texts
from common.reading.visible.headings.words import WORD, is_shops
from common.reading.words.wording import Wording

_WIDE = r"[\u3040-\u9fff]"
"""Kana and Chinese characters, beside which a mark needs no blanks."""
PARTS = re.compile(rf"\s+[|–—•»:/-]+\s+|\s*[|｜»]\s*|: |(?<={_WIDE})[-/:：](?={_WIDE})|(?<={_WIDE})_|_(?={_WIDE})")
"""Between the parts of a title."""
_MOST_PARTS = 24
"""Each is held against every text of the page, and a stranger's title may have hundreds."""
SAME_SHARE, LEAST_WORDS = 0.75, 3
_HEADINGS = frozenset({"h1", "h2", "h3"})
_LEAST_PART, _LEAST_NAME_CHARS, _LEAST_TEXT_CHARS = 4, 6, 12
_LEAST_PART_CHARS, _LONG_PART = 10, 16


def by_title(document: Document) -> Heading:
    """The text that is the title's own, or its longest part; never terms of delivery, which titles end in, nor a lone
    code.
    """
    return _by_title(document, codes=False)


def by_code_in_title(document: Document) -> Heading:
    """The text that is a part of the title, be it a code alone."""
    return _by_title(document, codes=True)


def _by_title(document: Document, *, codes: bool) -> Heading:
    wanted = {
        part
        for stated in filter(None, (document.meta("og:title"), document.title))
        for whole in (squeeze(unescape(stated)),)  # some escape it twice
        for said in (whole, *PARTS.split(whole)[:_MOST_PARTS])
        for part in (folded(said).strip(), folded(_without_buy(said)))
        if len(part) >= (6 if part.isascii() else _LEAST_PART) and not _is_amount(part)
    }
    if not wanted:
        return Heading()
    whole = max(wanted, key=len)
    beginnings, every = {part[:_LEAST_PART] for part in wanted}, "\n".join(wanted)
    best: tuple[bool, int, bool, Heading] = (False, 0, False, Heading())
    for holder, piece in islice(texts(document), MAX_TEXTS):
        if piece.isspace():
            continue  # as most pieces are
        text = squeeze(piece)[:MAX_HEADING_CHARS]
        head = text[:_LEAST_PART]
        if (head.lower() if head.isascii() else _folded_head(head)) not in every:
            continue  # nothing below can hold of it, and most texts are such
        plain = folded(text)
        is_cut = plain.endswith(_CUT_ENDS)
        if is_cut:
            plain = plain.rstrip(" .…")
        if len(plain) < _LEAST_PART or (plain[:_LEAST_PART] not in beginnings and plain not in whole):
            continue  # nor of these
        begins = holder.tag in _HEADINGS and len(plain) >= _LEAST_NAME_CHARS and _begins(plain, whole)
        own = _is_own(plain, wanted, whole, in_link=holder.tag == "a")
        own = own or (is_cut and len(plain) >= _LONG_PART and whole.startswith(plain))
        if not (own or begins) or (begins, said := _said_of(plain, wanted, whole), True) <= best[:3]:
            continue
        if _says_terms(plain) or (_is_code(plain) and not codes):
            continue
        if not _NAME.search(plain) or is_shops(document, plain) or is_of_another(holder, document.url):
            continue
        rank = (begins, said, not _ends_trail(holder))
        if rank > best[:3]:
            best = (*rank, Heading(holder, _uncut(holder, plain) if is_cut else text))
    return best[3]


@lru_cache(maxsize=4096)
def _folded_head(head: str) -> str:
    """Menus say the same again and again, and to take marks off letters takes long."""
    return folded(head)[:_LEAST_PART]


def _is_own(plain: str, wanted: Collection[str], whole: str, *, in_link: bool) -> bool:
    """Whether a text is a part of the title, or enough of one, or one is enough of it."""
    if plain in wanted:
        return True
    share, of = (3, 5) if in_link else (1, 2)  # menus link to the page itself, too
    if len(plain) >= _LEAST_TEXT_CHARS and (
        (plain in whole and len(plain) * 5 >= len(whole) * 2)
        or any(_begins(plain, part) and len(plain) * of >= len(part) * share for part in wanted)
    ):
        return True
    if _WIDE_ALONE.fullmatch(plain) and any(
        part.endswith(f" {plain}") and len(plain) * 2 >= len(part) for part in wanted
    ):
        return True
    return any(
        len(part) >= _LEAST_PART_CHARS
        and _begins(part, plain)
        and (len(part) * 5 >= len(plain) * 3 or (len(part) >= _LONG_PART and len(part) * 2 >= len(plain)))
        for part in wanted
    )


_WIDE_ALONE = re.compile(r"[\u3040-\u9fff\uac00-\ud7af（）()・ー]{5,}")
"""A name without a blank in a script whose blanks stand between names: "長柄箒(上)" of "南部箒 長柄箒(上)"."""


def _said_of(plain: str, wanted: Collection[str], whole: str) -> int:
    """How much of this text the title says. Where it begins with another part than the title does ("Pine House. All
    rights reserved."), only that part counts.
    """
    if plain in wanted or plain in whole or whole[:_LEAST_PART] == plain[:_LEAST_PART]:
        return len(plain)
    return max((len(part) for part in wanted if plain.startswith(part)), default=len(plain))


_CUT_ENDS = ("...", "…")


def _uncut(holder: Any, plain: str) -> str:
    """What a name that is cut off ("Blue tin cup with a …") says in full: its tip, when it begins alike."""
    tip = squeeze(holder.get("title") or "")[:MAX_HEADING_CHARS]
    return tip if folded(tip).startswith(plain) else squeeze(text_within(holder, MAX_HEADING_CHARS)).rstrip(" .…")


def _is_code(plain: str) -> bool:
    return " " not in plain.strip() and any(map(str.isdigit, plain))


def _says_terms(plain: str) -> bool:
    return len(plain) <= _MOST_TERMS_CHARS and _TERMS.search(plain) is not None


_TERMS = Wording("<price.extras:words>|<price.free:words>")
_MOST_TERMS_CHARS = 40


_NAME = re.compile(r"[^\W\d_]{2}|[\u3040-\u9fff\uac00-\ud7af]")
"""A number of an order is no name."""


def _without_buy(said: str) -> str:
    """The title without the word that asks to buy at its beginning: "Buy Blue cup online"."""
    first, _, rest = said.strip().partition(" ")
    return rest if rest and of_button(first) is Availability.IN_STOCK else ""


def _ends_trail(holder: Any) -> bool:
    """Whether the text stands behind two links or more in the same element, as the end of a trail of categories."""
    return len([node for node in islice(holder, 12) if node.tag == "a"]) > 1


def _is_amount(part: str) -> bool:
    """Some titles end in the price."""
    return MONEY_LINE.fullmatch(part) is not None and BESIDE_CURRENCY.search(part.upper()) is not None


def _begins(plain: str, title: str) -> bool:
    """Whether the title begins with this text and goes on with more about the same thing: what a mark parts from the
    rest may be the shop's name.
    """
    if not title.startswith(plain):
        return False
    rest = title[len(plain) :]
    return rest[:2].strip()[:1] not in _MARKS and not rest[:1].isalnum()


_MARKS = frozenset("|–—•»:/-｜")


def by_title_words(document: Document) -> Heading:
    """The first text outside links with nearly the words of a part of the title, in any order, or that stands whole in
    the middle of it: "Steel wheel for Oak 206, 5x13" at "Oak 206 steel wheel 5x13", "Upright piano K-100" at "Buy the
    Upright piano K-100 in our shop".
    """
    said = folded(document.meta("og:title") or document.title or "")
    parts = [frozenset(WORD.findall(part)) for part in {said, *map(folded, PARTS.split(said)[:_MOST_PARTS])}]
    named = [words for words in parts if len(words) >= _LEAST_TITLE_WORDS]
    every = WORD.findall(said)
    known, whole = frozenset(every).union(*named), f" {' '.join(every)} "
    for holder, piece in islice(texts(document), MAX_TEXTS if named else 0):
        text = without_amount_before(squeeze(piece)[:MAX_HEADING_CHARS])
        words = WORD.findall(folded(text))
        if known.isdisjoint(words):
            continue
        if sum(map(_is_word, words)) < _LEAST_SPOKEN or len(words) < LEAST_WORDS or _says_terms(text):
            continue
        if _stands_in_link(holder) or is_shops(document, text):
            continue
        alike = any(len(one & {*words}) >= SAME_SHARE * max(len({*words}), len(one)) for one in named)
        inside = len(text) >= _LONG_PART and f" {' '.join(words)} " in whole
        if alike or inside:
            return Heading(holder, text)
    return Heading()


_LEAST_TITLE_WORDS, _LEAST_SPOKEN = 4, 2


def _is_word(word: str) -> bool:
    return any(map(str.isalpha, word))


def _stands_in_link(holder: Any) -> bool:
    return any(node.tag == "a" for node in (holder, *islice(holder.iterancestors(), 3)))
