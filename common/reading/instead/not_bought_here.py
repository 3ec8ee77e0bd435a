"""Pages on which nothing is bought: a button books, hires, takes a gift of money, an entry for a course or draw, or
what the reader has to sell; or a link leads to the shops that sell. The product and price that such a page declares are
those of a service or of other shops. Nothing is bought, either, on a page at the address of services, on that of a
flat, and on an advert by somebody who wants to buy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from common.offer import Availability
from common.reading import address
from common.reading.instead.refusals import is_labelled_article
from common.reading.parsed.document import Document, type_of
from common.reading.parsed.letters import squeeze
from common.reading.parsed.text_within import text_within
from common.reading.text.address_parts import host_of
from common.reading.text.availability import of_button
from common.reading.text.stock_words import BOOKS, CONTACT
from common.reading.visible.buttons.pressed import pressed_around
from common.reading.visible.buttons.selling import has_button, has_button_off
from common.reading.visible.lines import Line
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_ELSEWHERE = Wording(r"[\W_]{0,3}(?:<button.elsewhere>)[\W_]{0,3}", some_words=r"[^\d]{1,20}")
_WANTED = Wording(r"[\W_]{0,3}(?:<page.wanted:words>)(?=[\s:：/–—-]|[^\x00-\x7f])\W{0,3}\S")
_ROOMS = Wording(r"\d{1,2}(?:[.,]\d)?\s?(?:<page.rooms>)|(?:<page.rooms>)\s?[:：]?\s?\d{1,2}(?:[.,]\d)?")
_AREA = Wording(r"\d{2,5}(?:[.,]\d{1,2})?\s?(?:<page.area_units>)\.?")
_PIECES = re.compile(r"\s?[·•|,;/]\s?|\s[–—-]\s")
_NEAR_LINES, _MOST_CHARS, _HOME_LINES = 60, 60, 30


def not_bought_here(view: PageView) -> str | None:
    """What the page has in place of a button that buys, when it has none near its heading; None otherwise."""
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    if is_labelled_article(view.document) and _is_bought_elsewhere(shown, view.document):
        return "it is labelled an article, and all that buys on it leads to other shops"
    contacts = False
    for line, node in _pressable(shown):
        text = squeeze(text_within(node, _MOST_CHARS)) if node.tag != "input" else line.text
        is_link_to_book = False
        if BOOKS.fullmatch(text):
            is_link_to_book = node.tag == "a"  # to the shop's club
            why = f"its button says {text!r}: nothing is bought there"
        elif node.tag == "a" and _leads_to_shop(node, text, view.document.url):
            why = "its links lead to the shops that sell it"
        else:
            contacts = contacts or CONTACT.fullmatch(text) is not None
            continue
        return None if has_button(view) or (is_link_to_book and has_button_off(view, line)) else why
    other = _is_no_shops(view, shown, contacts=contacts)
    return None if other is None or has_button(view, but_contact=True) else other


def _is_no_shops(view: PageView, shown: Sequence[Line], *, contacts: bool) -> str | None:
    """What says that the page offers no goods, unless a button puts them into a cart. `contacts`: a button writes to or
    calls somebody.
    """
    if address.is_service(view.document.url):
        return "its address is that of a service"
    if contacts and _WANTED.match(view.heading.text or ""):
        return "it is an advert of somebody who wants to buy"
    is_home = _is_home([*_heading_of(view), *shown])
    return "it is a flat or house: it counts rooms and names their area" if is_home else None


def _heading_of(view: PageView) -> list[Line]:
    return [line for line in view.near(0, 0) if line.at == 0]


def _is_home(shown: Sequence[Line]) -> bool:
    """Whether rooms are counted near the heading or in it, and right beside them their area stands: "3 rooms · 75
    m²".
    """
    rooms, areas = [-_HOME_LINES], [-_HOME_LINES]
    for line in shown:
        if line.at > _HOME_LINES:
            break
        if len(line.text) > _MOST_CHARS or not any(map(str.isdigit, line.text)):
            continue
        for piece in _PIECES.split(line.text):
            for told, found in ((_ROOMS, rooms), (_AREA, areas)):
                found.extend([line.at] if told.fullmatch(piece.strip()) else [])
    return any(abs(one - other) <= _BESIDE_LINES for one in rooms[1:] for other in areas[1:])


_BESIDE_LINES = 6


def _pressable(shown: Sequence[Line]) -> Iterator[tuple[Line, Any]]:
    """(line, its button or link), each once."""
    looked: set[Any] = set()
    for line in shown:
        if len(line.text) > _MOST_CHARS:
            continue
        node = pressed_around(line.element, 3)
        if node is not None and node not in looked and not _takes_only_mail(node):
            looked.add(node)
            yield line, node


def _takes_only_mail(node: Any) -> bool:
    """Whether this stands in a form whose one field to fill in is for an address of mail: a letter is subscribed to
    there, whatever the button says.
    """
    form = next(islice(node.iterancestors("form"), 1), None)
    if form is None:
        return False
    fields = list(islice(form.iter("input", "select", "textarea"), _MOST_FIELDS))
    asked = [one for one in fields if one.tag != "input" or type_of(one) not in _NOT_FILLED_IN]
    return len(asked) == 1 and (type_of(asked[0]) == "email" or (asked[0].get("name") or "").lower() in _OF_MAIL)


_NOT_FILLED_IN = frozenset({"hidden", "submit", "button", "image", "reset", "checkbox"})
_OF_MAIL = frozenset({"email", "e-mail", "mail"})
_MOST_FIELDS = 20


def _leads_to_shop(link: Any, text: str, url: str) -> bool:
    """Whether the link leads to another site, at once or through an address of this one that leads on, and is called
    sponsored or says that a shop is there.
    """
    target = _target(link, url)
    if target is None or not (_is_of_another_site(target, url) or address.leads_out(target)):
        return False
    return "sponsored" in (link.get("rel") or "").lower().split() or _ELSEWHERE.fullmatch(text) is not None


def _is_bought_elsewhere(shown: Sequence[Line], document: Document) -> bool:
    """Whether all that buys near the heading are links to other sites, as articles have them that recommend things:
    marked as sponsored or not to be followed, with a parameter that names who recommends, or to several sites. A
    maker's page leads to one place where the maker sells, by a plain link. A page of a shop system is no article.
    """
    if document.holds(_PAGE_OF_PRODUCT):
        return False
    sites: set[str] = set()
    is_recommended = False
    for line, node in _pressable(shown):
        text = squeeze(text_within(node, _MOST_CHARS)) if node.tag != "input" else line.text
        if of_button(text) is not Availability.IN_STOCK and _ELSEWHERE.fullmatch(text) is None:
            continue
        target = _target(node, document.url) if node.tag == "a" else None
        if target is None or not (_is_of_another_site(target, document.url) or address.leads_out(target)):
            return False
        rel = {*(node.get("rel") or "").lower().split()}
        is_recommended = is_recommended or not rel.isdisjoint(_RECOMMENDED) or _RECOMMENDER.search(target) is not None
        sites.add(".".join(_site(host_of(target))))
    return is_recommended or len(sites) > 1


_PAGE_OF_PRODUCT = "single-product"
"""In what WooCommerce calls a product's page: plug-ins label that an article, too."""
_RECOMMENDED = frozenset({"sponsored", "nofollow"})
_RECOMMENDER = re.compile(r"[?&](?:tag|aff|aff_?id|affiliate(?:_?id)?|ascsubtag|awc|cjevent|irclickid|partner_?id)=")


def _target(link: Any, url: str) -> str | None:
    try:
        return str(urljoin(url, link.get("href") or ""))
    except ValueError:
        return None


def _is_of_another_site(target: str, url: str) -> bool:
    host = host_of(target)
    return bool(host) and _site(host) != _site(host_of(url))


def _site(host: str) -> list[str]:
    """The labels of a host that name its site: three where the last but one is short ("co.uk"), else two."""
    labels = host.split(".")
    short = len(labels) > _WITH_SHORT and len(labels[-2]) < _WITH_SHORT + 2
    return labels[-3:] if short else labels[-2:]


_WITH_SHORT = 2
