"""Every line of a page gathered by one walk through its tree; what is drawn in pieces is one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice, pairwise
from typing import Any

from common.reading.parsed.document import Document
from common.reading.parsed.letters import squeeze
from common.reading.parsed.tree import first_behind
from common.reading.text.money import with_whole_part
from common.reading.visible.buttons.without_text import MAY_BE_BUTTON, label_without_text
from common.reading.visible.headings.heading import Heading, name_in
from common.reading.visible.headings.words import OTHERS_BEGIN
from common.reading.visible.layout.in_two_pieces import DRAWN, PHRASE_CHARS, is_whole_phrase
from common.reading.visible.layout.own_card import own_card
from common.reading.visible.layout.table_columns import by_columns
from common.reading.visible.layout.zones import Zones, is_drawn
from common.reading.visible.lines import Line
from common.reading.visible.prices.drawn.cents import with_small_cents
from common.reading.visible.prices.drawn.in_pieces import drawn_amount, may_be_pieces

MAX_LINES = 12_000
_MOST_HEADS = 1_500
_MAX_LINE_CHARS = 400
_SILENT = frozenset({"script", "style", "noscript", "noframes", "template", "option"})


def lines(document: Document, heading: Heading) -> list[Line]:
    """Every line of the page, at most 12,000. Empty without a tree."""
    root = document.root
    body = root.find("body")
    zones = Zones(_own_headings(document, heading), own_card=partial(own_card, document, heading.element))
    top = body if body is not None else root
    found = list(islice(_pieces(top, zones), MAX_LINES))
    found = _with_whole_phrases(_with_whole_amounts(found))
    found = by_columns(found, document.first(_MOST_HEADS, "th"))
    named = set(heading.element.iter()) if heading.element is not None else set()
    start = next((place for place, line in enumerate(found) if line.element in named), 0)
    for at, line in enumerate(found, -start):
        line.at = at
    return found


def _with_whole_amounts(found: list[Line]) -> list[Line]:
    """The lines, those of an amount that is drawn in pieces as one."""
    texts = [line.text for line in found]
    seams = [
        place
        for place, (one, two) in enumerate(pairwise(texts))
        if (one[-1].isdigit() or two[0].isdigit() or one[-1] == "=") and may_be_pieces(one, two)
    ]
    done, kept_to = -1, 0
    kept: list[Line] = []
    for place in seams:
        if place <= done:
            continue
        drawn = drawn_amount(found[place].element, found[place + 1].element)
        if drawn is None:
            small = with_small_cents(found[place : place + 3])
            if small is not None:
                kept.extend(found[kept_to:place])
                kept.append(replace(found[place], text=_text_of(small[1])))
                done, kept_to = place + small[0] - 1, place + small[0]
            continue
        box, whole = drawn
        inside = set(box.iter())
        begin = place
        while begin > kept_to and found[begin - 1].element in inside:
            begin -= 1
        done = next((last for last in range(place, len(found)) if found[last].element not in inside), len(found)) - 1
        numbers = [line.element for line in found[begin : done + 1] if any(map(str.isdigit, line.text))]
        holder = numbers[0] if len(numbers) == 1 else box  # where the whole number stands names tell what it is
        kept.extend(found[kept_to:begin])
        kept.append(Line(_text_of(whole), holder, 0, found[place].placed, found[place].zones))
        kept_to = done + 1
    return kept + found[kept_to:] if kept else found


def _with_whole_phrases(found: list[Line]) -> list[Line]:
    """The lines, those of a phrase in two pieces as one."""
    whole: dict[int, Line] = {}
    drawn = [place for place, line in enumerate(found) if line.element.tag in DRAWN]
    seams = {seam for place in drawn for seam in (place - 1, place) if 0 <= seam < len(found) - 1}
    for place in seams:
        one, two = found[place], found[place + 1]
        if len(one.text) + len(two.text) >= PHRASE_CHARS:
            continue
        if one.element.tag in DRAWN and one.element.getparent() is two.element:
            inner, around = one.element, two.element
        elif two.element.tag in DRAWN and two.element.getparent() is one.element:
            inner, around = two.element, one.element
        else:
            continue
        if is_whole_phrase(around, inner, text := f"{one.text} {two.text}"):
            whole[place] = Line(text, around, 0, one.placed, one.zones)
    if not whole:
        return found
    return [whole.get(place, line) for place, line in enumerate(found) if place - 1 not in whole]


def _pieces(top: Any, zones: Zones) -> Iterator[Line]:
    """Every piece of text inside `top` and buttons without one, in the page's order and not yet numbered.

    A walk instead of XPath: a union there sorts its nodes, in a time that grows with the square of a list's length.
    """
    told = 0
    waiting: list[tuple[Any, Any, int, str | None]] = []
    """Of the elements that the walk is inside of those that may be drawn and have not begun with text, or have text
    right behind them: (the first element behind it, it, how many pieces of text came before it, that text).
    """
    ends_at: Any = waiting
    """Behind which element the last of them ends; itself, which is none, without one."""
    for node in chain(top.iter(), (None,)):
        while ends_at is node:
            _, ended, told_before, behind = waiting.pop()
            ends_at = waiting[-1][0] if waiting else waiting
            if told == told_before and ended.tag in _MAY_BE_PICTURE and (label := _pictured(ended)):
                yield Line(label[:_MAX_LINE_CHARS], ended, 0, ended, zones)
            if behind is None:
                continue
            holder = ended.getparent()
            if not (holder.tag in _SILENT and not is_drawn(holder)) and (text := _text_of(behind)):
                told += 1
                yield Line(text, holder, 0, holder, zones)
        if node is None:
            return
        tag = node.tag
        behind = node.tail
        if not behind or behind.isspace():
            behind = None  # most pieces are the white space between tags
        told_before = told
        # A script's text, which may be long, would be copied only to be left out.
        stated = node.text if tag not in _SILENT or is_drawn(node) else None
        if stated and not stated.isspace() and (text := _text_of(stated)):
            told += 1
            yield Line(text, node, 0, node, zones)
        if node is not top and (behind is not None or (told == told_before and tag in _MAY_BE_PICTURE)):
            ends_at = first_behind(node, top)
            waiting.append((ends_at, node, told_before, behind))


_HEADINGS = frozenset({"h2", "h3", "h4", "h5"})
_MAY_BE_PICTURE = MAY_BE_BUTTON | _HEADINGS


def _pictured(node: Any) -> str:
    """What a button, a link or a smaller heading says in which no text stands; of headings, only that others begin."""
    if node.tag not in _HEADINGS:
        return label_without_text(node)
    said = next((squeeze(picture.get("alt") or "") for picture in node.iter("img")), "")
    return said if OTHERS_BEGIN.match(said) else ""


def _text_of(stated: str) -> str:
    """The piece as a line has it; empty where that would say nothing. Most are plain ASCII, and nothing more is looked
    for.
    """
    text = squeeze(stated)
    if not text.isascii() or text.startswith("-"):
        text = _in_plain_digits(text)
    if text in _COLONS:
        return ""  # drawn apart from the label before it
    return text if len(text) <= _MAX_LINE_CHARS else text[:_MAX_LINE_CHARS]


def _own_headings(document: Document, heading: Heading) -> Iterator[Any]:
    """The main heading, and every other h1 that says the same: themes draw it once for phones and once for others."""
    if heading.element is None:
        return
    yield heading.element
    for again in document.first(_MOST_AGAIN, "h1"):
        if again is not heading.element and name_in(again) == heading.text:
            yield again


_MOST_AGAIN = 20


def _in_plain_digits(text: str) -> str:
    """The text with the digits of Arabic and Persian, and the wide ones of Japan, as 0 to 9, their marks between digits
    as "." and ",", and their signs for per cent as "%"; with "0,99" for the "-,99" of no whole money.
    """
    if _WRITTEN_OTHERWISE.search(text):
        text = _OTHER_MARK.sub(lambda mark: "." if mark[0] in "٫．" else ",", text).translate(_PLAIN)
    return with_whole_part(text) if text[:1] in _DASHES else text


_DASHES = frozenset("-–—")
_WRITTEN_OTHERWISE = re.compile("[٠-٩۰-۹٫٬٪０-９％]")
_OTHER_MARK = re.compile(r"(?<=\d)[٫٬](?=\d)|(?<=[０-９])[，．](?=[０-９])")
"""Between plain digits the wide ones part words."""
_PLAIN = {ord(first) + value: str(value) for first in "٠۰０" for value in range(10)} | {
    ord(sign): "%" for sign in "٪％"
}
_COLONS = frozenset(":：")
