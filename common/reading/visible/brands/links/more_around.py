"""Lines that lead to more of a brand, whose name stands amid their words: "All Pinewood products"."""

from __future__ import annotations

import re

from common.reading.words.wording import Wording

_NAME = "…"
_LETTER = r"[A-Za-z0-9À-ɏА-я]"
"""Of scripts with blanks between words."""
_AROUND_ANY = Wording(r"\W*(?:<brand.more_around>)\W*", some_words=r"(.{2,30}?)")
_AROUND_MARK = Wording(r"\W*(?:<brand.more_around>)[^\w…]*", some_words=_NAME)
"""Around a name that was replaced by the mark: none but that very name may stand there."""


def name_inside(text: str) -> str:
    """What such words stand around; empty where there are none."""
    around = _AROUND_ANY.fullmatch(text)
    return next((one for one in around.groups() if one), "") if around is not None else ""


def stands_around(text: str, name: str) -> bool:
    """Whether the text is such words around this name and no more."""
    around = re.sub(rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})", _NAME, text, flags=re.IGNORECASE)
    return around != text and _AROUND_MARK.fullmatch(around) is not None
