"""The brand in a line or link that leads to more of it: "More from Pinewood", "All Pinewood products"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.in_text import is_name
from common.reading.visible.brands.links.brand_path import BRAND_PATH
from common.reading.visible.brands.links.more_around import stands_around
from common.reading.visible.brands.repeated import is_written_small
from common.reading.visible.lines import Line, link_around
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MORE_OF = Wording(r"(?:<brand.more_of>)\s?[:：]?\s(.{2,30}?)\W*")
_ALL_OF = Wording(r"(?:<brand.all_of>)\W*", some_words=r"(.{2,30}?)")
_MORE_OF_BRAND = Wording(r"(?:<brand.more_of_brand>)\s?[:：]?(?:\s(?P<said>.{2,30}?)\W*)?")
_MAX_NAME_CHARS, _MAX_LINE_CHARS, _BYLINES = 30, 60, 25


def led_to(shown: Sequence[Line], begins: Mapping[str, str], view: PageView) -> str | None:
    """The beginning of the product's name in a line such as "More from Pinewood", or in a link right behind "by"; any
    link behind "More of the brand", and what is said there behind it; what a link says behind "More products by".
    """
    before = ""
    for line in shown:
        text = line.text
        is_linked_name = len(text) <= _MAX_NAME_CHARS and line.element.tag == "a"
        if is_linked_name and len(before) <= _MAX_LINE_CHARS and _MORE_OF_BRAND.fullmatch(before):
            return brand_of(text)
        whole = _whole_link(line)
        if len(whole.text) <= _MAX_LINE_CHARS and (found := _said(whole, begins, view)) is not None:
            return found
        if before.casefold() == "by" and 0 < line.at <= _BYLINES and letters(text) in begins:
            return brand_of(text)
        before = text
    return None


def _whole_link(line: Line) -> Line:
    """The line with all of its link's text, which may be drawn in pieces: "View all <b>PINE</b> Products"."""
    link = link_around(line.element, 1)
    if link is None or not len(link):
        return line
    return replace(line, text=squeeze(text_within(link, _MAX_LINE_CHARS + 1)))


def _said(line: Line, begins: Mapping[str, str], view: PageView) -> str | None:
    of_brand = _MORE_OF_BRAND.fullmatch(line.text)
    if of_brand is not None and of_brand["said"] and is_name(of_brand["said"]):
        return brand_of(of_brand["said"])
    more = _MORE_OF.fullmatch(line.text)
    found = more or _ALL_OF.fullmatch(line.text)
    if found is not None:
        said = next(one for one in found.groups() if one)
        is_link = line.element.tag == "a" and line.at > 0 and more is not None
        if (letters(said) in begins or (is_link and is_name(said))) and _is_no_kind(said, view):
            return brand_of(said)
    small = line.text.casefold()
    for name in (one for one in begins.values() if one.casefold() in small):
        if stands_around(line.text, name):
            return brand_of(name) if _is_no_kind(name, view) else None
    return None


def _is_no_kind(name: str, view: PageView) -> bool:
    """Whether it is nowhere written small, nor a step of the trail or an entry of a menu."""
    in_menus = any(line.text == name and not _is_in_list(line) for line in view.lines if line.at < 0)
    return not in_menus and not is_written_small(name, view)


def _is_in_list(line: Line) -> bool:
    """Whether it leads to a brand's page."""
    link = link_around(line.element)
    return link is not None and BRAND_PATH.search(link.get("href") or "") is not None
