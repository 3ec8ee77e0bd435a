"""Whether the product is in stock, as lines and pictures say that are a stock phrase and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from common.offer import Availability
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.availability import of_button
from common.reading.visible.buttons.first import first_button
from common.reading.visible.buttons.selling import NEAR_LINES
from common.reading.visible.cards import is_card
from common.reading.visible.headings.words import OTHERS_BEGIN
from common.reading.visible.layout.zones import is_hidden, opens_zone
from common.reading.visible.lines import Line, itself_and_above, link_around, names_of, within
from common.reading.visible.stock.choices import is_choice, is_kept_unseen, is_option, is_row_of_list, is_ticked
from common.reading.visible.stock.said import said
from common.reading.visible.view import PageView

_BEHIND_BUTTON = 12
"""Further behind the button that buys, phrases of stock are about other products."""
_PHRASE_CHARS = 60
_CJK_CHARS = 24
"""A sentence already, in scripts without blanks."""
_ALPHABET = re.compile(r"[a-zà-ÿа-яα-ωա-ֆა-ჺא-ת\u0620-\u06ff\u0900-\u09ff]{3}", re.IGNORECASE)
_MAX_PICTURES, _ZONES, _CALLED_CHARS = 300, 6, 40


def phrase(shown: Sequence[Line], view: PageView) -> Availability:
    """Lines that are a stock phrase whole, when all such lines agree; beside "none left" not those that only tell from
    or until when it can be ordered in advance: "Pre-orders open", ": Aug. 4".
    """
    found = _states(shown, view)
    if found == {Availability.OUT_OF_STOCK, Availability.BACKORDER}:
        found = _states([line for line, behind in zip_longest(shown, shown[1:]) if not _is_dated(behind)], view)
    return found.pop() if len(found) == 1 else Availability.UNKNOWN


def _is_dated(behind: Line | None) -> bool:
    """Whether a line goes on from its label with a colon and a date."""
    return behind is not None and behind.text[:1] in {":", "："} and any(map(str.isdigit, behind.text))


def contradict(shown: Sequence[Line], view: PageView) -> bool:
    """Whether such lines disagree: then nothing that is only concluded decides between them."""
    return len(_states(shown, view)) > 1


def _states(shown: Sequence[Line], view: PageView) -> set[Availability]:
    buys = first_button(shown)
    last = NEAR_LINES if buys is None else _last_of_its_own(buys, view)
    name = view.heading.text or ""
    return {
        state
        for line in shown
        if 0 <= line.at <= last
        and _is_short(line.text)
        and line.element.tag not in {"a", "button", "input", "label", "li"}
        and (state := said(line.text)) is not Availability.UNKNOWN
        and of_button(line.text) is not Availability.IN_STOCK
        and not is_option(line.element)
        and not is_kept_unseen(line.element)
        and not is_ticked(line.element)
        and not (state is Availability.OUT_OF_STOCK and (is_choice(line.element) or is_row_of_list(line.element, name)))
        and not _is_of_linked(line, name, view.document.url)
        and not is_card(line.element, view)
    }


def _last_of_its_own(buys: int, view: PageView) -> int:
    """The last line that may speak of the product: a few behind the button, up to the title of a box of others. Some
    shops name that title alone a carousel.
    """
    behind = within(view.lines, -buys, buys + _BEHIND_BUTTON)
    titles = (one for one in behind if one.elsewhere and len(one.text) <= _PHRASE_CHARS)
    return next((one.at for one in titles if OTHERS_BEGIN.match(one.text)), buys + _BEHIND_BUTTON)


def _is_of_linked(line: Line, name: str, url: str) -> bool:
    """Whether this stands in a link to another page, behind what it is said of, which is not what this page is called
    (`name`). "Sold out. Tell me when it is back" is said of this page's.
    """
    link = link_around(line.element)
    if link is None or not leads_to_another(link.get("href"), url):
        return False
    text = squeeze(text_within(link, _CALLED_CHARS + _PHRASE_CHARS))
    return not text.startswith(line.text) and text != line.text and folded(name) not in folded(text)


def pictured(_: Sequence[Line], view: PageView) -> Availability:
    """What the pictures behind the heading say that are called nothing but a stock phrase, when all agree: a green dot
    called "in stock".
    """
    top = view.heading.element
    found: set[Availability] = set()
    behind = False
    for node in view.document.first(_MAX_PICTURES, top.tag, "img"):
        if node is top:
            behind = True
        elif behind and node.tag == "img" and (state := _called(node)) is not Availability.UNKNOWN:
            zones = any(is_hidden(one) or opens_zone(names_of(one)) for one in itself_and_above(node, _ZONES))
            if not zones and not is_option(node) and not is_card(node, view):
                found.add(state)
    return found.pop() if len(found) == 1 else Availability.UNKNOWN


def _called(image: Any) -> Availability:
    text = squeeze(image.get("alt") or image.get("title") or "")
    if not 2 < len(text) <= _CALLED_CHARS or image.getparent().tag in {"button", "a"}:
        return Availability.UNKNOWN
    return Availability.UNKNOWN if of_button(text) is Availability.IN_STOCK else said(text)


def _is_short(text: str) -> bool:
    """Whether a line is long enough to be a phrase, and no longer than one is. Two characters of Chinese are a word."""
    if text.isascii() or _ALPHABET.search(text):
        return 2 < len(text) <= _PHRASE_CHARS
    return 1 < len(text) <= _CJK_CHARS
