"""The shop's own name as the brand, where the shop sells what it makes itself: people know a maker of that name, or the
page speaks of those who sell its goods elsewhere, of its own workshop, or calls the product after itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from common.reading.parsed.letters import letters, squeeze
from common.reading.text.address_parts import host_of
from common.reading.text.identifiers import brand_of, is_name_of_site
from common.reading.visible.brands.in_text import is_name
from common.reading.visible.brands.known.names import MADE_FOR, known_names
from common.reading.visible.brands.links.home import stands_in_shops_own
from common.reading.visible.brands.repeated import is_written_small
from common.reading.visible.brands.written.firms import without_form
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_SOLD_BY_OTHERS = Wording(r"\W*(?:<brand.sold_by_others>)\W*")
_SOLD_IN_BULK = Wording(r"\W*(?:<brand.sold_in_bulk>)\W*")
_OWN_MAKING = Wording(r"<brand.own_making:words>")
_OWN = Wording(r"(?:<brand.our>)\s(?P<what>.+)")
_PARTS = re.compile(r"\s[|–—:»-]\s|\s*[|»]\s*")
_RIGHTS = re.compile(
    r"(?:©|\(c\)|copyright)[\s©]*(?:\d{4}\s?(?:[-–—,]\s?)?)*(?:by\s)?(?P<name>[^.|©\d]{3,40})", re.IGNORECASE
)
_LEAST, _SURE = 2, 2
_MAX_LINES, _LAST_LINES, _MAX_LABEL, _LEAST_WORD = 3000, 200, 40, 4


def known_shop(view: PageView) -> str | None:
    """The known brand whose own site this is by its address, as the page's title, labels, description or its mark of
    rights write it: also with a country or "shop" behind it ("pinewoodusa.example").
    """
    parts = [letters(part) for part in host_of(view.document.url).split(".")]
    own = {*parts, *(_OF_SITES.sub("", part) for part in parts), letters(view.document.meta("og:site_name") or "")}
    for text in (view.document.title, view.document.meta("description"), *_names(view)):
        for one in known_names(text or ""):
            if one.sure and letters(one.said) in own:
                return one.said
    return None


_OF_SITES = re.compile(
    r"(?<=\w{4})(?:official|online|store|shop|direct|global|europe|eu|uk|usa|us|america|canada|australia|deutschland|"
    r"germany|france|italia|italy|espana|spain|portugal|polska|brasil|mexico|india|japan|korea|china|turkiye|russia)\Z"
)
"""What makers put behind their names in the addresses of their own sites."""


def makers_own(view: PageView) -> str | None:
    """The shop's name as the page writes it, when it stands right below the product's or inside that in a spelling of
    its own; or when two things say that it makes what it sells: that others sell its goods, or that a sentence tells of
    it and its own workshop (each is enough), that it sells in bulk, that the product is called "our …" or after the
    shop.
    """
    said_here = _below_heading(view) or _inside_heading(view)
    if said_here is not None:
        return brand_of(said_here)
    name = next((said for said in _names(view) if is_name(said) and is_name_of_site(said, view.document.url)), None)
    if name is None:
        return None
    texts = [line.text for line in islice(view.lines, _MAX_LINES)]
    short = [text for text in texts if len(text) <= _MAX_LABEL]
    points = _SURE * (any(map(_SOLD_BY_OTHERS.fullmatch, short)) or _tells_of_making(name, view))
    points += any(map(_SOLD_IN_BULK.fullmatch, short))
    points += _is_called_own(texts, view.heading.text or "") + _is_called_after(name, view)
    return brand_of(name) if points >= _LEAST else None


def _below_heading(view: PageView) -> str | None:
    """The line right below the heading that is the shop's name and no more, and does not lead home."""
    below = next((line for line in view.lines if line.at > 0), None)
    if below is None or len(below.text) > _MAX_LABEL or not is_name(below.text):
        return None
    is_own = is_name_of_site(below.text, view.document.url)
    return below.text if is_own and not stands_in_shops_own(below.element, view.document.url) else None


def _inside_heading(view: PageView) -> str | None:
    """A word with a capital inside it that is the site's name by its address: "Grey bar set OakPullUp P30" at
    oakpullup.example. Not what the product is made for, nor what the page writes small, too.
    """
    heading = view.heading.text or ""
    for word in heading.split():
        if len(word) < _LEAST_INSIDE or _HUMPED.fullmatch(word) is None or not is_name_of_site(word, view.document.url):
            continue
        before = heading.partition(word)[0].split()
        is_other = (before and MADE_FOR.fullmatch(before[-1])) or any(one.sure for one in known_names(heading))
        return word if not is_other and not is_written_small(word, view) else None
    return None


_LEAST_INSIDE = 6
_HUMPED = re.compile(r"[^\W\d_]*[^\W\d_A-Z][A-Z][^\W\d_]*")


def _tells_of_making(name: str, view: PageView) -> bool:
    """Whether a sentence about the product names the shop and says that it is made in the shop's own workshop."""
    said = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return any(
        said.search(sentence) is not None and _OWN_MAKING.search(sentence) is not None
        for line in view.lines
        if 0 < line.at <= _LAST_LINES and not line.elsewhere and name in line.text
        for sentence in _SENTENCES.split(line.text)
    )


_SENTENCES = re.compile(r"(?<=[.!?])\s")


def _names(view: PageView) -> Iterator[str]:
    document = view.document
    yield squeeze(document.meta("og:site_name") or "")
    yield from reversed([squeeze(part) for part in _PARTS.split(document.title or "")[1:]])
    for line in view.lines[-_LAST_LINES:]:
        rights = _RIGHTS.search(line.text)
        if rights is not None:
            name = rights["name"].strip(" ,-–")
            while name:  # "Pinewood Co, LLC" may call itself "Pinewood Co"
                yield name
                name = without_form(name) or ""


def _is_called_own(texts: list[str], heading: str) -> bool:
    """Whether a sentence begins "Our blue cup …" on the page of the blue cup."""
    name = heading.casefold()
    found = (_OWN.match(text) for text in texts)
    return len(name) >= _LEAST_WORD and any(one["what"].casefold().startswith(name) for one in found if one is not None)


def _is_called_after(name: str, view: PageView) -> bool:
    """Whether a sentence says the shop's name right before a word of the product's: "the Pinewood cup"."""
    words = {word.casefold() for word in (view.heading.text or "").split() if len(word) >= _LEAST_WORD}
    behind = re.compile(rf"(?<!\w){re.escape(name)}\s([^\W\d_]+)")
    return any(
        one[1].casefold() in words
        for line in view.lines
        if 0 < line.at <= _LAST_LINES and not line.elsewhere and name in line.text
        for one in behind.finditer(line.text)
    )
