"""Whether the card in which an amount stands names another product and leads to that one's page, as the cards of lists
do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Any
from urllib.parse import urljoin

from common.reading import address
from common.reading.parsed.letters import folded, squeeze
from common.reading.parsed.links import leads_to_another
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import last_part, path_of
from common.reading.visible.lines import itself_and_above
from common.reading.visible.view import PageView

_FRAMES = frozenset({"nav", "header", "footer", "ul", "ol"})
"""Trails and menus, which lead to categories."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|svg|avif|pdf|zip|mp4)\Z", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_MOST_LINKS, _MOST_STEPS, _CARD_CHARS = 12, 5, 300
_NAME_CHARS, _LEAST_WORDS, _MOST_OF = 200, 2, 2


def leads_on(element: Any, view: PageView, names: Iterable[str] = (), *, counted: bool = False) -> bool:
    """Whether the card around this amount, below the page's heading, names another product and leads to its page, and
    to no other's, as choices of a colour do: the end of a link's address says most words of its text, which are not
    this page's heading or address, nor one of these `names`.

    Where nothing has `counted` the card, the link must be a heading in it, too, or a picture lead there as well, or the
    next box of its kind lead to yet another page, and its text not be the heading with words added. Else it may also
    stand right before the card, or be in other letters than the address.
    """
    box = _card(element, view)
    links = list(islice(_links(box, element, view, beside=counted), _MOST_LINKS))
    heading = _words(view.heading.text or "")
    own = heading | _words(" ".join(names))
    others = [link for link in links if _names_another(link, own, view, any_letters=counted)]
    if len({link.get("href") for link in others}) != 1:
        return False
    if counted:
        return True
    pictured = {link.get("href") for link in links if next(link.iter("img"), None) is not None}
    return any(
        not (len(heading) >= _LEAST_WORDS and heading <= _words(_name(link)))
        and (
            _is_heading(link)
            or (link.get("href") in pictured and (len(links) > 1 or _is_said(link)))
            or _has_twin(element, view)
        )
        for link in others
    )


def _card(element: Any, view: PageView) -> Any:
    """The largest box around the amount that does not hold the heading, up to some text; the last of that size."""
    box = element
    for node in itself_and_above(element, _MOST_STEPS):
        if node in view.around_heading or len(text_within(node, _CARD_CHARS + 1)) > _CARD_CHARS:
            break
        box = node
    return box


def _links(box: Any, element: Any, view: PageView, *, beside: bool) -> Iterator[Any]:
    """The links in the box before the amount's element, or around it; `beside`: and, where the box stands right below
    the heading, in what stands between.
    """
    nodes = takewhile(lambda one: one is not element, box.iter("a", element.tag))
    yield from (one for one in nodes if one.tag == "a")
    if beside and box.getparent() in view.around_heading:
        for node in islice(takewhile(lambda one: one not in view.around_heading, box.itersiblings(preceding=True)), 4):
            if isinstance(node.tag, str) and node.tag not in _FRAMES:
                yield from node.iter("a")


def _names_another(link: Any, own: frozenset[str], view: PageView, *, any_letters: bool) -> bool:
    href, url = link.get("href") or "", view.document.url
    name = _words(_name(link))
    if len(name) < _LEAST_WORDS or name <= own or not leads_to_another(href, url):
        return False
    target = urljoin(url, href)
    last = _words(_end_of(target))
    is_said = bool(last) and (
        len(last & name) * _MOST_OF > len(last) or (any_letters and not any(map(str.isascii, name)))
    )
    return is_said and not address.is_list(target) and not name <= _words(_end_of(url))


def _name(link: Any) -> str:
    picture = next(link.iter("img"), None)
    return squeeze(text_within(link, _NAME_CHARS)) or (picture.get("alt") or "" if picture is not None else "")


def _end_of(url: str) -> str:
    """The last part of an address, as words; none for a file that is no page."""
    last = last_part(path_of(url))
    return "" if _FILE.search(last) else re.sub(r"\.\w{2,5}\Z", "", last)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(text[:_NAME_CHARS])))


def _is_heading(link: Any) -> bool:
    return (
        any(node.tag in _HEADINGS for node in itself_and_above(link, 1))
        or next(link.iter(*_HEADINGS), None) is not None
    )


def _has_twin(element: Any, view: PageView) -> bool:
    """Whether a box around this amount stands beside one of its kind with a number that leads to another page, too."""
    boxes = takewhile(lambda node: node not in view.around_heading, itself_and_above(element, _MOST_STEPS))
    beside = ((box.tag, node) for box in boxes for node in (box.getnext(), box.getprevious()) if node is not None)
    return any(
        node.tag == tag
        and any(leads_to_another(link.get("href") or "", view.document.url) for link in node.iter("a"))
        and any(map(str.isdecimal, text_within(node, _CARD_CHARS)))
        for tag, node in beside
    )


def _is_said(picture_link: Any) -> bool:
    """Whether the name of a picture that leads on stands beside it, too."""
    box = picture_link.getparent()
    return box is not None and folded(_name(picture_link)) in folded(text_within(box, _CARD_CHARS))
