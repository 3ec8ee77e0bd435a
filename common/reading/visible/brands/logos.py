"""The brand as a logo says it: one that is named the brand's, leads to the brand's page, or stands beside its label."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import dropwhile, islice, takewhile
from typing import Any

from common.reading.parsed.document import TRAIL, Document
from common.reading.parsed.letters import letters, squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.identifiers import brand_of
from common.reading.visible.brands.beside import letters_of_last_part
from common.reading.visible.brands.in_text import is_no_name
from common.reading.visible.brands.known.names import is_known, known_names
from common.reading.visible.brands.links.brand_path import BRAND_PATH, addressed
from common.reading.visible.brands.links.home import names_shop
from common.reading.visible.brands.links.more_around import name_inside
from common.reading.visible.buttons.cart_names import file_of
from common.reading.visible.lines import itself_and_above, names_of, nearest
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_LOGO_NAMES = Wording(
    r"(?:^|[\s_-])(?:product|item)?[_-]*(?:brand|manufacturer|supplier|vendor|<names.brand>)"
    r"(?:$|[\s_-]|name|link|logo|image|icon|block)"
)
"""Bitrix calls the box of a maker's logo "brandblock" (its component catalog.brandblock)."""
_ALL_BRANDS = Wording("(?:<brand.list_names>)")
LOGO_WORDS = Wording(r"<brand.logo_words:words>|[:|]")
_FRAME = frozenset({"nav", "footer"})
_CELLS = frozenset({"td", "dd", "div", "span", "p", "a", "img"})
_MAX_IMAGES, _MAX_LINKS = 400, 1000


def of_logo(view: PageView) -> str | None:
    """What the one logo says that is named the brand's or leads to the brand's page; else the breadcrumb that does."""
    images = view.document.first(_MAX_IMAGES, "img")
    logos = (
        image
        for image in images
        if _called(image) and (_is_logo(image, view.document.url) or _is_in_makers_box(image, view.document))
    )
    said = {
        name
        for image in logos
        if (name := _name_led_to(_logo_name(image), view)) is not None and not _made_the_page(name, view.document)
    }
    if len(said) == 1 and 1 < len(one := said.pop()) <= 40:
        return brand_of(_known_within(one, view.heading.text or ""))
    return _in_trail(view.document) or _in_steps_to(view.heading.text or "", view.document)


def _is_in_makers_box(image: Any, document: Document) -> bool:
    """Whether it stands in the box of osCommerce and its kin that tells who makes the product: a small table with the
    maker's logo and a link to the maker's other products, which is in the page's frame.
    """
    box = nearest(image, _TABLE, 3)
    if box is None or image.getparent().tag == "a" or not document.holds(_MAKERS_LINK):
        return False
    inside = list(islice(box.iter("a", "img"), _MOST_IN_BOX + 1))
    links = [one.get("href") or "" for one in inside if one.tag == "a"]
    return len(inside) <= _MOST_IN_BOX and any(_MAKERS_LINK in link for link in links)


_TABLE, _MAKERS_LINK, _MOST_IN_BOX = frozenset({"table"}), "manufacturers_id=", 3


def _made_the_page(name: str, document: Document) -> bool:
    """Whether this is the shop system, by the name under which it says that it made the page."""
    return letters(name) in letters(document.meta("generator") or "")


def _known_within(said: str, heading: str) -> str:
    """The known name that the logo's words and the product's name both begin with, where the name does not go on as
    they do: "Pinewood" of "Pinewood beds" on the page of "Pinewood Luna bed"; else all of them.
    """
    first = next(known_names(said), None)
    if first is None or first.start > 0 or first.end == len(said) or is_known(said):
        return said
    again = next(known_names(heading), None)
    is_same = again is not None and again.start == 0 and again.key == first.key
    return first.said if is_same and said.casefold() not in heading.casefold() else said


def _name_led_to(said: str, view: PageView) -> str | None:
    """The name in "See all Pinewood products", where the product's name holds it, too; None where such words hold no
    name; else the text itself.
    """
    if not is_no_name(said):
        return said
    inside = name_inside(said)
    return inside if inside and inside.casefold() in (view.heading.text or "").casefold() else None


def _in_trail(document: Document) -> str | None:
    """The step that leads to a brand's page, or the one behind the step of all brands."""
    if not document.holds(TRAIL):
        return None
    found: set[str] = set()
    behind: set[str] = set()
    is_trail = cache(_is_trail)  # the links of one box stand in the same boxes
    before = None
    for link in document.first(_MAX_LINKS, "a"):
        last, before = before, link
        if not _is_step(link, is_trail):
            continue
        is_brands = BRAND_PATH.search(link.get("href") or "") is not None
        is_next = last is not None and _leads_to_all(last) and _is_step(last, is_trail)
        if is_brands or is_next:
            said = addressed(link, squeeze(text_within(link, _STEP_CHARS)))
            (found if is_brands else behind).add(said)
    one = {said for said in found if _ALL_BRANDS.fullmatch(said) is None} or behind
    return brand_of(one.pop()) if len(one) == 1 else None


_STEP_CHARS = 60


def _leads_to_all(link: Any) -> bool:
    """Whether this link says that it leads to all brands."""
    text = link.text or ""  # most links say too much, or what they say stands deeper
    return 0 < len(text) <= _STEP_CHARS and _ALL_BRANDS.fullmatch(text.strip()) is not None


def _in_steps_to(heading: str, document: Document) -> str | None:
    """The step behind that of all brands in a line of links that ends with the product's name: a trail, whatever its
    box is called.
    """
    for link in document.first(_MAX_LINKS, "a"):
        box = link.getparent()
        if box.tag == "li" or not _leads_to_all(link):
            continue
        step = next((one for one in islice(link.itersiblings(), 2) if one.tag == "a"), None)
        steps = squeeze(text_within(box, _STEPS_CHARS)) if step is not None and heading else ""
        if step is not None and steps.endswith(heading) and steps != heading:
            return brand_of(squeeze(text_within(step, _STEP_CHARS)))
    return None


_STEPS_CHARS = 400


def logo_beside(label: Any, follows: Any, name: str) -> str | None:
    """What the one logo beside the label says, where no text follows in the same box, or in the box right behind. One
    that says nothing may be called so by its file, when the product's name holds that word. Empty where a picture
    stands that says nothing.
    """
    within = set(follows.iterancestors()) | {follows} if follows is not None else set()
    if label in within:
        return None  # the text behind the label is its value
    boxes = list(takewhile(lambda node: node not in within, itself_and_above(label, 2)))
    behind = label.getnext()
    if behind is not None and behind.tag in _CELLS and behind not in within:
        boxes.append(behind)
    for box in boxes:
        images = list(islice(_pictures_behind(label, box), 3))
        said = [_logo_name(image) for image in images if _called(image)]
        if said:
            return brand_of(said[0]) if len(said) == 1 else None
        if len(images) == 1:
            word = letters_of_last_part(file_of(images[0]))
            named = next((one for one in name.split() if len(word) > 1 and letters(one) == word), None)
            if named is not None or box is behind:
                return named or ""
    return None


def _pictures_behind(label: Any, box: Any) -> Iterator[Any]:
    """Those in the label or behind it: what stands before a label belongs to something else, such as another box."""
    nodes = islice(box.iter(), _MAX_NODES)
    reached = box is label or box is label.getnext()
    for node in nodes if reached else dropwhile(lambda node: node is not label, nodes):
        if node.tag == "img":
            yield node


_MAX_NODES = 400


def _logo_name(image: Any) -> str:
    said = squeeze(LOGO_WORDS.sub(" ", _without_label(_called(image))))
    link = image.getparent()
    return addressed(link, said) if link.tag == "a" else said


def _without_label(said: str) -> str:
    """The words behind a maker's label: "Pinewood" of "Bilder für Hersteller: Pinewood"."""
    label, _, name = said.rpartition(":")
    return name if name.strip() and _LABELS.search(label) is not None else said


_LABELS = Wording("<brand.labels:words>|<brand.maker_labels:words>")


def _called(image: Any) -> str:
    """Its own words, else those of the link that it is."""
    link = image.getparent()
    return image.get("alt") or image.get("title") or (link.get("title") if link.tag == "a" else "") or ""


def _is_logo(image: Any, url: str) -> bool:
    named = any(
        _names_logo(names_of(node)) or (node.tag == "a" and BRAND_PATH.search(node.get("href") or ""))
        for node in itself_and_above(image)
    ) or BRAND_PATH.search(file_of(image))
    # Asked last, for few pictures are named so. Those are the shop's own:
    return bool(named) and not any(
        node.tag in _FRAME or names_shop(node, url) for node in islice(image.iterancestors(), 12)
    )


@lru_cache(maxsize=4096)
def _names_logo(names: str) -> bool:
    return _LOGO_NAMES.search(names) is not None


def _is_step(link: Any, is_trail: Callable[[Any], bool]) -> bool:
    return any(map(is_trail, islice(link.iterancestors(), 5)))


def _is_trail(node: Any) -> bool:
    return TRAIL in f"{node.get('class')} {node.get('id')} {node.get('aria-label')}"
