"""The brand inside the product's name: the name's first words, when something else on the page says that they are one,
or a brand known in many countries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from common.offer import Availability
from common.reading.parsed.document import Document
from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import host_of, last_part, written_path_of
from common.reading.text.availability import of_button
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.in_text import brand_in_sentence
from common.reading.visible.brands.known.in_name import is_made_for, known_beside_others, known_in
from common.reading.visible.brands.known.names import MADE_FOR, is_known, known_names
from common.reading.visible.brands.links.led_to import led_to
from common.reading.visible.brands.makers_shop import known_shop, makers_own
from common.reading.visible.brands.repeated import is_written_small, repeated
from common.reading.visible.layout.own_card import PICTURE_FILES
from common.reading.visible.layout.zones import opens_zone
from common.reading.visible.lines import Line, itself_and_above, names_of
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_REGISTERED = re.compile(r"([^\W\d_][\w&'’.-]{1,24}(?:\s[^\W\d_][\w&'’.-]{1,24}){0,2})\s?®")
_LISTS = re.compile(r"manufact|brand|hersteller|marque|marca|merk|vendor|producent|vyrobce|marke", re.IGNORECASE)
"""In the name that programmers give to the field in which a shop lists its brands, in the languages seen so far."""
_OWN_NAME_CHARS = 4
_JOINTS = " :,;|/–—-™®"
"""Between a brand and the rest of the name."""
_MAX_IMAGES, _MAX_SELECTS, _MAX_OPTIONS = 400, 40, 400
_MAX_WORDS, _MAX_NAME_CHARS = 3, 30
_BESIDE_STEPS, _BESIDE_IMAGES, _BESIDE_ZONES = 4, 40, 6


def in_heading(view: PageView, shown: Sequence[Line]) -> str | None:
    """The brand that the heading names. The first of these that there is:

    * the heading's beginning, when it is marked as registered ("®"), or is the shop's own name
    * its beginning, when it also stands in a line that leads to more of the brand or behind "by", or is what a picture
      or a logo beside the heading shows; or a name in it from the shop's list of brands
    * the one known brand in it, or of two the maker whose line the other is; a name in it that a sentence says
      behind words for a maker
    * the known brand whose own shop this is
    * its beginning, when that ends as names of firms do
    * a name for which two things on the page speak (repeated.py)
    """
    heading = view.heading.text or ""
    marked = _REGISTERED.match(heading)
    if marked is not None and not is_made_for(marked.end(), heading):
        return brand_of(marked[1])
    words = _SCRIPTS_MEET.sub(" ", heading).split()[: _MAX_WORDS + 1]
    counts = (count for count in range(_MAX_WORDS, 0, -1) if count < len(words))
    said_so = (" ".join(words[:count]).rstrip(_JOINTS) for count in counts)
    begins = {letters(one): one for one in said_so if one}
    own = [letters(name) for name in (*host_of(view.document.url).split("."), view.document.meta("og:site_name") or "")]
    name = next((begins[one] for one in own if len(one) >= _OWN_NAME_CHARS and one in begins), None)
    name = name or _named_inside(heading, view.document.meta("og:site_name") or "")
    said = led_to(shown, begins, view) or _listed(view, heading)
    if name is not None:
        return said or _heads_title(view, letters(name)) or brand_of(name)
    said = said or _pictured(view, begins) or _linked_picture(view)
    return (
        said
        or known_in(heading)
        or _in_sentence(view, shown)
        or known_beside_others(view)
        or known_shop(view)
        or _firm(begins.values())
        or repeated(view, begins)
        or makers_own(view)
        or (brand_of(heading) if is_known(heading) else None)
    )


def _heads_title(view: PageView, shop: str) -> str | None:
    """The maker whose name the page's title puts before the product's, where the heading begins with the shop's: one
    that people know, or that the heading says behind "by".
    """
    title, heading = squeeze(view.document.title or ""), view.heading.text or ""
    first, _, rest = title.partition(" ")
    if not _is_name(first) or letters(first) == shop or rest.split()[:1] == [] or not _goes_on(rest, heading):
        return None
    known = next(known_names(title), None)
    if known is not None and known.start == 0 and known.sure and letters(known.said) != shop:
        is_in_both = any(one.key == known.key for one in known_names(heading))
        return known.said if not is_in_both or known_in(heading) is not None else None
    by = _BY_AT_END.search(heading)
    return brand_of(first) if by is not None and letters(by["said"]) == letters(first) else None


def _goes_on(rest: str, heading: str) -> bool:
    """Whether the title goes on with a word of the product's name."""
    return letters(rest.split(maxsplit=1)[0]) in {letters(word) for word in heading.split()}


_BY_AT_END = Wording(r"\s(?:<brand.by>)\s(?P<said>\S{2,30})\Z")


def _in_sentence(view: PageView, shown: Sequence[Line]) -> str | None:
    texts = (line.text for line in shown if line.at > 0 and " " in line.text)
    heading = view.heading.text or ""
    between = view.document.title_parts[1:-1]  # not the product's name, not the shop's
    name = brand_in_sentence((view.document.meta("description") or "", *texts), " | ".join((heading, *between)))
    made_for = MADE_FOR.search(heading)
    if name is None or is_written_small(name, view):
        return None
    return name if made_for is None or name.casefold() not in heading[made_for.start() :].casefold() else None


def _firm(begins: Iterable[str]) -> str | None:
    """The longest beginning of the name that ends as names of firms do: "松葉工業 チゼル 9mm"."""
    named = (one for one in begins if len(one) >= _LEAST_FIRM_CHARS and _FIRM.search(one) is not None)
    return next((brand_of(one) for one in named), None)


_FIRM = Wording(r"(?<=\w)\s?(?:<brand.firms>)\Z")
_LEAST_FIRM_CHARS = 3
_SCRIPTS_MEET = re.compile(r"(?<=[A-Za-z]{3})(?=[぀-ヿ㐀-鿿가-힣])")
"""Where Latin letters end and words without blanks begin: "PINEWOOD旅行套裝"."""


def _named_inside(heading: str, site: str) -> str | None:
    """The shop's own name, as its labels say it, further on in the heading: "5' Pinewood Tower" at "Pinewood"."""
    if len(letters(site)) < _OWN_NAME_CHARS or len(site) > _MAX_NAME_CHARS:
        return None
    found = re.search(rf"(?<![\w-]){re.escape(site)}(?![\w-])", heading, re.IGNORECASE)
    return found[0] if found is not None and not found[0].islower() else None


def _listed(view: PageView, heading: str) -> str | None:
    """The one entry of the shop's list of brands to choose from that the heading names."""
    name = f" {heading.casefold()} "
    found = {said for said in _choices(view.document) if len(said) > 1 and f" {said.casefold()} " in name}
    return brand_of(found.pop()) if len(found) == 1 else None


def _choices(document: Document) -> Iterator[str]:
    for field in document.first(_MAX_SELECTS, "select"):
        if _LISTS.search(f"{field.get('name') or ''} {field.get('id') or ''}"):
            for option in islice(field.iter("option"), _MAX_OPTIONS):
                if option.get("value"):
                    yield squeeze(text_within(option, _MAX_NAME_CHARS))


def _pictured(view: PageView, begins: Mapping[str, str]) -> str | None:
    """What a picture is called that shows nothing but the capitalised name that the heading begins with."""
    for image in view.document.first(_MAX_IMAGES, "img"):
        said = squeeze(image.get("alt") or "")
        if said.count(" ") > 1 or not _is_name(said) or _is_shown_off(image):
            continue
        if said == begins.get(letters(said)) and said.isascii():
            is_kind = _is_kind(said, view.document) or is_written_small(said, view)
            return brand_of(said) if not is_kind else None
    return None


def _is_shown_off(image: Any) -> bool:
    """Whether this is a picture of the product: in its gallery, large, or a link to itself in large."""
    width, link = image.get("width") or "", image.getparent()
    return (
        (width.isdecimal() and int(width) > _LOGO_WIDTH)
        or (link.tag == "a" and written_path_of(link.get("href") or "").lower().endswith(PICTURE_FILES))
        or any(_GALLERY.search(names_of(node)) for node in itself_and_above(image, 3))
    )


_LOGO_WIDTH = 240
_GALLERY = re.compile(
    r"gallery|zoom|slide|swiper|thumb|big-?pic|image-?block|product[-_]*(?:image|img|photo|pic|media)|main[-_]*(?:image|img|photo)|"
    r"(?:^|[\s_-])cover(?:$|[\s_-])|packshot",
    re.IGNORECASE,
)


def _is_kind(name: str, document: Document) -> bool:
    """Whether a link of the page says the same in the plural, as categories do: "Drill" and "Drills"."""
    one = name.casefold()
    said = (squeeze(text_within(link, _MAX_NAME_CHARS)).casefold() for link in document.first(_MAX_LINKS, "a"))
    return any(text.startswith(one) and 0 < len(text) - len(one) <= _ENDING_CHARS and text.isalpha() for text in said)


_MAX_LINKS, _ENDING_CHARS = 600, 2


def _linked_picture(view: PageView) -> str | None:
    """What the one picture near the heading is called that leads to the page of that very name: a logo."""
    if view.heading.element is None:
        return None
    box = next(reversed(list(islice(view.heading.element.iterancestors(), _BESIDE_STEPS))), None)
    logos = islice(box.iter("img"), _BESIDE_IMAGES) if box is not None else ()
    found = {said for image in logos if (said := _leads_to_own_name(image, view)) is not None}
    return brand_of(found.pop()) if len(found) == 1 else None


def _leads_to_own_name(image: Any, view: PageView) -> str | None:
    said, link = squeeze(image.get("alt") or ""), image.getparent()
    if link.tag != "a" or not _is_name(said) or said.count(" ") > 1 or squeeze(text_within(link, 60)):
        return None  # a card of another product says its name and price as well
    if of_button(said) is not Availability.UNKNOWN:
        return None  # a drawn button that leads to the page of how to order
    if any(opens_zone(names_of(node)) for node in itself_and_above(image, _BESIDE_ZONES)):
        return None  # another product's
    path = letters(last_part(written_path_of(link.get("href") or "")).partition(".")[0])
    is_own = len(path) > 1 and path == letters(said) and path not in letters(view.heading.text or "")
    return said if is_own else None


def _is_name(said: str) -> bool:
    return 1 < len(said) <= _MAX_NAME_CHARS and said[0].isupper() and not any(map(str.isdigit, said))
