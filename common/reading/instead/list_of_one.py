"""Lists of a single entry: a category or search that shows one product, whose card leads to the page of its own; and
comparisons of two.

Nothing else looks more like a product's page: one name, one price, one button.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice, takewhile
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from common.reading import address
from common.reading.choosing import SHOWN
from common.reading.declared.own_product import is_named, is_one_side
from common.reading.document import folded, leads_to_another, squeeze, text_within
from common.reading.evidence.printed import PrintedAmount
from common.reading.found import Found
from common.reading.text.currency import BESIDE_CURRENCY
from common.reading.visible.lines import itself_and_above
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_COUNTS_ONE = Wording(r"\W{0,3}(?:<page.counts_one>)\W{0,3}", some_words=r".{1,60}")
_PLURAL = re.compile(r"\(\w{1,3}\)")
"""What may be left out of a counted word: "1 product(s)"."""
_NEAR_LINES, _COUNT_CHARS = 40, 60


def why_list(declared: Sequence[Found], view: PageView) -> str | None:
    """Why a page that declares these products, or looks like one's, lists one or compares two all the same."""
    name, document = view.heading.text or "", view.document
    if address.is_search(document.url) and declared and not any(is_named(one, name) for one in declared):
        return "what it declares is what a search has found"
    titled = (document.title or "")[:_NAME_CHARS].partition(" | ")[0]
    if any(is_one_side(one.title, said) for one in declared for said in (name, titled)):
        return "it compares the product that it declares with another"
    return _why_list_of_one(view)


def _why_list_of_one(view: PageView) -> str | None:
    """What says that the page is such a list: a line behind its heading counts one, and the amount below stands in a
    card that leads to another page, or the address is that of a search or category. None otherwise.
    """
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    priced = next((line for line in shown if BESIDE_CURRENCY.search(line.text)), None)
    if priced is None or not any(_counts_one(line.text) for line in shown if line.at < priced.at):
        return None
    if address.is_search(view.document.url) or address.is_list(view.document.url):
        return "it is a list that counts one product"
    return (
        "it counts one product, which has a page of its own" if leads_on(priced.element, view, counted=True) else None
    )


def _counts_one(text: str) -> bool:
    return len(text) <= _COUNT_CHARS and _COUNTS_ONE.fullmatch(_PLURAL.sub("", text)) is not None


def leads_on(element: Any, view: PageView, names: Iterable[str] = (), *, counted: bool = False) -> bool:
    """Whether the card around this amount, below the page's heading, names another product and leads to its page, and
    to no other's, as choices of a colour do: the end of a link's address says most words of its text, which are not
    this page's heading or address, nor one of these `names`.

    Where nothing has `counted` the card, the link must be a heading in it, too, or a picture lead there as well, and
    its text not be the heading with words added. Else it may also stand right before the card, or be in other letters
    than the address.
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
        and (_is_heading(link) or (link.get("href") in pictured and (len(links) > 1 or _is_said(link))))
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


_FRAMES = frozenset({"nav", "header", "footer", "ul", "ol"})
"""Trails and menus, which lead to categories."""
_MOST_LINKS, _MOST_STEPS, _CARD_CHARS = 12, 5, 300


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
    try:
        last = unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]
    except ValueError:
        return ""
    return "" if _FILE.search(last) else re.sub(r"\.\w{2,5}\Z", "", last)


_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|svg|avif|pdf|zip|mp4)\Z", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(text[:_NAME_CHARS])))


_WORD = re.compile(r"[^\W_]+")
_NAME_CHARS, _LEAST_WORDS, _MOST_OF = 200, 2, 2


def _is_heading(link: Any) -> bool:
    return (
        any(node.tag in _HEADINGS for node in itself_and_above(link, 1))
        or next(link.iter(*_HEADINGS), None) is not None
    )


_HEADINGS = ("h2", "h3", "h4", "h5", "h6")


def _is_said(picture_link: Any) -> bool:
    """Whether the name of a picture that leads on stands beside it, too."""
    box = picture_link.getparent()
    return box is not None and folded(_name(picture_link)) in folded(text_within(box, _CARD_CHARS))


def is_another_ones(price: Decimal, printed: Sequence[PrintedAmount], view: PageView, stated: Sequence[Found]) -> bool:
    """Whether every place of the price near the heading stands in such a card, which surely is one. `stated`: what the
    page says of its product; one with a code has a page of its own, and links that are named after its brand lead to
    more of it.
    """
    if any(one.gtin or one.mpn or (one.sku and (one.sku_is_printed or one.source not in _SEEN)) for one in stated):
        return False
    brands = [one.brand for one in stated if one.brand]
    places = {one.at for one in printed if one.amount == price and one.at > 0}
    lines = [line for line in view.near(0, max(places, default=0)) if line.at in places]
    return bool(lines) and all(leads_on(line.element, view, brands) for line in lines)


_SEEN = frozenset({SHOWN, "attributes"})
"""Sources whose codes may be those of a card; a printed one has a label."""
