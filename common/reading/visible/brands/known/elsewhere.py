"""The known maker that the page names without a label and outside the product's name: in a part of its title, in the
line of links that leads to the product, as a picture beside the heading.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from common.reading.parsed.document import TRAIL, WHOLE_PAGE
from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import host_of
from common.reading.visible.brands.known.names import MADE_FOR, KnownName, known_names, whole_name
from common.reading.visible.lines import itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_MAX_LINKS, _STEP_CHARS, _TRAIL_STEPS = 1000, 40, 5
_MAX_IMAGES, _BESIDE_STEPS = 40, 4
_LOGO_WORDS = Wording("<brand.logo_words:words>")


def known_elsewhere(view: PageView) -> str | None:
    """The one sure known name that is a whole part of the title behind the product's name, or ends the part of that;
    that is the last step of the trail but for the product itself; or that is all that a picture beside the heading is
    called. Not the shop's own, nor what the product is made for.
    """
    heading = view.heading.text or ""
    if not heading or MADE_FOR.search(heading) is not None:
        return None
    shop = letters(host_of(view.document.url))
    found = [one for one in (*_in_title(view), *_in_trail(view), *_pictured(view)) if letters(one.said) not in shop]
    return found[0].said if len({one.key for one in found}) == 1 else None


def _in_title(view: PageView) -> Iterator[KnownName]:
    """Of the parts from the product's name on, but the last, which is mostly the shop's: what stands before the name
    may be whose shop it is.
    """
    heading, parts = letters(view.heading.text or ""), view.document.title_parts
    first = next((at for at, part in enumerate(parts) if letters(part).startswith(heading)), len(parts))
    for part in parts[first : max(first + 1, len(parts) - 1)]:
        if (name := whole_name(part)) is not None:
            yield name
            continue
        last = next(reversed(list(known_names(part))), None)
        if last is not None and last.sure and last.end == len(part) and letters(part[: last.start]) == heading:
            yield last


def _in_trail(view: PageView) -> Iterator[KnownName]:
    """Of the last step that is no link to the product."""
    document = view.document
    if not document.holds(TRAIL):
        return
    last = None
    is_trail = cache(lambda node: TRAIL in names_of(node))  # the links of one box stand in the same boxes
    for link in document.first(_MAX_LINKS, "a"):
        if any(map(is_trail, itself_and_above(link, _TRAIL_STEPS))):
            said = squeeze(text_within(link, _STEP_CHARS))
            last = said if letters(said) != letters(view.heading.text or "") else last
    name = whole_name(last or "")
    if name is not None:
        yield name


def _pictured(view: PageView) -> Iterator[KnownName]:
    element = view.heading.element
    if element is None:
        return
    around = [one for one in islice(element.iterancestors(), _BESIDE_STEPS) if one.tag not in WHOLE_PAGE]
    if not around:
        return
    for image in islice(around[-1].iter("img"), _MAX_IMAGES):
        name = whole_name(squeeze(_LOGO_WORDS.sub(" ", image.get("alt") or image.get("title") or "")))
        if name is not None:
            yield name
