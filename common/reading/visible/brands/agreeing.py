"""The brand where the product's name agrees with another place of the page: a label in a part that is named after other
products, a link inside the heading, a step of the breadcrumb, a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from typing import Any

from common.reading.document import leads_to_another, squeeze, text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.beside import letters
from common.reading.visible.brands.in_text import is_name
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView

_MAX_CHARS, _MAX_WORDS = 30, 3
_LABEL_LINES, _ABOVE_LINES = 200, 2
_TRAIL_LINES, _BOX_STEPS, _BOX_PICTURES = 40, 5, 40
_WORD = re.compile(r"\w")
_LEAST_KIND_CHARS = 3


def brand_agreeing(view: PageView, labelled: Callable[[Sequence[Line]], str | None]) -> str | None:
    """The first of: a link inside the heading that is its beginning; what `labelled` finds in parts of the page that
    are named after other products, when the heading holds it; a step of the breadcrumb that is the one before with a
    word of the heading behind it; the line right above the heading that a picture beside is called.
    """
    return _linked(view) or _labelled(view, labelled) or _step(view) or _pictured(view)


def _linked(view: PageView) -> str | None:
    heading, name = view.heading.element, view.heading.text or ""
    for link in islice(heading.iter("a"), 1) if heading is not None else ():
        said = squeeze(text_within(link, 2 * _MAX_CHARS))
        begins = len(said) < len(name) and _holds(name[: len(said) + 1], said) and name.startswith(said)
        if begins and _may_be_brand(said) and leads_to_another(link.get("href"), view.document.url):
            return brand_of(said)
    return None


def _labelled(view: PageView, labelled: Callable[[Sequence[Line]], str | None]) -> str | None:
    aside = [line for line in _between(view.lines, 1, _LABEL_LINES) if line.elsewhere and not line.hidden]
    said = labelled(aside)
    return said if said is not None and _holds(view.heading.text or "", said) else None


def _step(view: PageView) -> str | None:
    steps = [line.text for line in _of_trail(view.lines) if _WORD.search(line.text)]
    for kind, step in pairwise(steps):
        rest = step[len(kind) :].strip()
        if len(kind) < _LEAST_KIND_CHARS or not rest or not step.startswith(f"{kind} "):
            continue
        if _may_be_brand(rest) and _holds(view.heading.text or "", rest):
            return brand_of(rest)
    return None


def _of_trail(lines: Sequence[Line]) -> list[Line]:
    above = _between(lines, -_TRAIL_LINES, -1)
    return [line for line in above if any(map(_is_trail, itself_and_above(line.element, 5)))]


def _between(lines: Sequence[Line], first: int, last: int) -> Sequence[Line]:
    """The lines that far from the heading, both ends included; they are numbered without a gap."""
    begin = -lines[0].at if lines else 0
    return lines[max(0, begin + first) : max(0, begin + last + 1)]


def _is_trail(node: Any) -> bool:
    return "readcrumb" in names_of(node) or "readcrumb" in node.tag


def _pictured(view: PageView) -> str | None:
    heading = view.heading.element
    near = _between(view.lines, -_ABOVE_LINES, -1)
    above = next((line for line in reversed(near) if not line.elsewhere), None)
    if heading is None or above is None or not _may_be_brand(above.text):
        return None
    box = next(reversed(list(islice(heading.iterancestors(), _BOX_STEPS))), None)
    pictures = islice(box.iter("img"), _BOX_PICTURES) if box is not None else ()
    said = letters(above.text)
    called = any(letters(picture.get(name) or "") == said for picture in pictures for name in ("alt", "title"))
    return brand_of(above.text) if called and said != letters(view.heading.text or "") else None


def _may_be_brand(said: str) -> bool:
    return 1 < len(said) <= _MAX_CHARS and said.count(" ") < _MAX_WORDS and is_name(said)


def _holds(name: str, said: str) -> bool:
    """Whether these are whole words of the name."""
    return re.search(rf"(?<![\w-]){re.escape(said)}(?![\w-])", name, re.IGNORECASE) is not None
