"""The brand in a line "by Pinewood" below the product's name, where the page's links to brands say that such lines name
makers and no authors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.in_text import is_name
from common.reading.visible.brands.links.brand_path import BRAND_PATH
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_BY = Wording(r"(?:<brand.by>)\s?[:：]?\s(?P<said>.{2,30})")
_BELOW, _MAX_LINE, _MAX_LINES, _MAX_LINKS, _NAME_CHARS = 3, 40, 3000, 1000, 40


def by_line(shown: Sequence[Line], view: PageView) -> str | None:
    """What the line says behind "by", when it or what such a line of another product says is the text of a link to a
    brand's page.
    """
    said = next(_said_by(line for line in shown if 0 < line.at <= _BELOW), None)
    if said is None:
        return None
    brands = {
        squeeze(text_within(link, _NAME_CHARS)).casefold()
        for link in view.document.first(_MAX_LINKS, "a")
        if BRAND_PATH.search(f"/{link.get('href') or ''}") is not None  # may be relative: "brand.asp?b=7"
    }
    others = _said_by(islice(view.lines, _MAX_LINES)) if brands else ()
    return brand_of(said) if any(one.casefold() in brands for one in others) else None


def _said_by(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        by = _BY.fullmatch(line.text) if len(line.text) <= _MAX_LINE else None
        if by is not None and is_name(by["said"]):
            yield by["said"]
