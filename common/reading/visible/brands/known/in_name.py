"""The brand that people know in the product's name: the one maker's of several, not that of what the product is for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from common.reading.visible.brands.known.names import MADE_FOR, KnownName, is_known, known_names
from common.reading.visible.brands.written.firms import without_form
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_PARTS, _LINES_OF_OTHERS = Wording("<brand.of_parts>"), Wording("<brand.of_lines>")
_BEHIND_NUMBER = re.compile(r"\d\s?\Z")
_FOR_BEHIND = Wording(r"[\s®™*]*-?<brand.for_behind:words>")
"""Behind the brand of what it is made for: "Nespresso compatible capsules"."""
_WITH = Wording(r"<brand.along:words>|\s\+\s")


def known_in(heading: str) -> str | None:
    """The one known brand that the heading names, as it is written there; not that of what the product is for: "Case
    for Samsung Galaxy", nor a few letters behind a number: "2 HP". One of parts ("Intel") only as the heading's first
    words.
    """
    made_for = next((one for one in MADE_FOR.finditer(heading) if not _is_of_model(one, heading)), None)
    end = len(heading) if made_for is None else made_for.start()
    named = [one for one in known_names(heading) if one.sure and not _may_be_unit(one, heading)]
    along = _WITH.search(heading, named[0].end) if len(named) > 1 else None
    named = [one for one in named if not is_made_for(one.end, heading) and (along is None or one.start < along.start())]
    if len({one.key for one in named}) > 1 or (named and named[0].start > 0):
        several = [one for one in named if _PARTS.fullmatch(one.said) is None]
        named = [one for one in several if not _is_line_of(one, several, heading)]
    return named[0].said if len({one.key for one in named}) == 1 and named[0].start < end else None


def _is_of_model(said: re.Match[str], heading: str) -> bool:
    """Whether it is no "pro" of Czech, but a model's "Pro": large, and behind a large word that begins no name."""
    before = heading[: said.start()].split()
    return said[0].strip() == _OF_MODELS and len(before) > 1 and before[-1][0].isupper()


_OF_MODELS = "Pro"


def is_made_for(end: int, heading: str) -> bool:
    """Whether words follow that say the name that ends there is of what this is made for: "Bosch compatible"."""
    return _FOR_BEHIND.match(heading, end) is not None


def _is_line_of(name: KnownName, named: Sequence[KnownName], heading: str) -> bool:
    """Whether it is what another maker calls a line of its goods, and stands right behind that maker: "ASUS ROG"."""
    is_behind = len(heading[: name.start].rstrip()) in {one.end for one in named}
    return is_behind and _LINES_OF_OTHERS.fullmatch(name.said) is not None


def _may_be_unit(name: KnownName, heading: str) -> bool:
    """Whether it is as short as units are and stands behind a number; "3200 KINGSTON" are none of anything."""
    return len(name.said) <= _UNIT_CHARS and _BEHIND_NUMBER.search(heading[: name.start]) is not None


_UNIT_CHARS = 3


def known_beside_others(view: PageView) -> str | None:
    """The one known name in capitals amid a heading that is not, that is a word or a place as well, when the page names
    another product with it: "Submersible pump PINE 300" and "PINE 500 pump".
    """
    heading = view.heading.text or ""
    made_for = MADE_FOR.search(heading)
    end = len(heading) if made_for is None else made_for.start()
    named = {
        one.said
        for one in known_names(heading)
        if one.said.isupper() and len(one.said) >= _LEAST_CAPITALS and one.start < end
    }
    name = named.pop() if len(named) == 1 and not heading.isupper() else None
    return name if name is not None and _names_another(name, heading, view) else None


_LEAST_CAPITALS, _MAX_LINES, _MAX_LINE = 3, 3000, 140


def _names_another(name: str, heading: str, view: PageView) -> bool:
    said = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])(?:\s(\S+))?")
    own = {one[1] for one in said.finditer(heading)}
    return any(
        one[1] is not None and one[1] not in own and not line.text.isupper()
        for line in islice(view.lines, _MAX_LINES)
        if name in line.text and len(line.text) <= _MAX_LINE and line.element.tag == "a"
        for one in said.finditer(line.text)
    )


def instead_of_firm(said: str, heading: str) -> str:
    """The known name that the heading begins with, where a firm is stated which nobody knows and the heading does not
    name but for that: "Bosch" of "BSH Hausgeräte GmbH" and of "Robert Bosch GmbH". Else what is said.
    """
    firm = without_form(said)
    if firm is None or is_known(firm):
        return said
    first = next(known_names(heading), None)
    if first is None or first.start > 0 or not first.sure or is_made_for(first.end, heading):
        return said
    name = heading.casefold()
    is_named = any(len(word) >= _LEAST_OF_FIRM and word in name for word in firm.casefold().split())
    return said if is_named and first.key not in firm.casefold() else first.said


_LEAST_OF_FIRM = 4
