"""Ways to write a page anew that mean nothing to whoever reads it: a page so changed must be read as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from lxml import etree

Rewriting = Callable[[Any], None]
"""Changes the tree of a page, given its root."""

_BOXES = frozenset(
    "div p li ul ol table tbody tr td th h1 h2 h3 h4 section article header footer main dl dt dd".split()
)
_SKIPPED = frozenset("script style noscript textarea pre title svg option template".split())
_PLAIN = frozenset("span p div td strong b ins bdi".split())
_DEEP = "\n" + " " * 90
_CENTS = re.compile(r"(\d{1,3}(?:[.,\s]\d{3})*|\d+)([.,])(\d{2})(?!\d)")
_SIGN = re.compile(r"€|£|R\$|\$|₹|zł|kr|Kč|лв|₽|грн|₺")
_NUMBER = re.compile(r"\d[\d.,]*\d")
_SIGNED = re.compile(rf"(?:{_SIGN.pattern})\s?[\d.,]+|[\d.,]+\s?(?:{_SIGN.pattern})")
_MOST_DRAWN = 40
_MENU = "".join(f"<a href='/c/{number}'>Category {number}</a> " for number in range(200))


def _elements(root: Any) -> Iterator[Any]:
    body = root.find("body")
    for node in list(body.iter()) if body is not None else ():
        if isinstance(node.tag, str) and not any(one.tag in _SKIPPED for one in (node, *node.iterancestors())):
            yield node


def indented(root: Any) -> None:
    for node in _elements(root):
        if node.tag in _BOXES:
            node.text = _DEEP + (node.text or "").lstrip() + ("" if len(node) else _DEEP)


def closely_written(root: Any) -> None:
    for node in _elements(root):
        if node.tag in _BOXES:
            node.text = (node.text or "").lstrip()
            node.tail = node.tail if (node.tail or "").strip() else None


def spaces_that_do_not_break(root: Any) -> None:
    for node in _elements(root):
        if node.tag != "a" and node.text and any(map(str.isdigit, node.text)):
            node.text = re.sub(r"(?<=\S) (?=\S)", "\u00a0", node.text)


def amounts_in_pieces(root: Any) -> None:
    _cut(root, _CENTS, lambda found: [found[1], found[2], found[3]])


def signs_apart(root: Any) -> None:
    _cut(root, _SIGN, lambda found: [found[0]])


def _cut(root: Any, pattern: re.Pattern[str], pieces: Callable[[re.Match[str]], list[str]]) -> None:
    for node in _elements(root):
        if node.tag not in _PLAIN or len(node) or not node.text or len(node.text) >= _MOST_DRAWN:
            continue
        found = pattern.search(node.text)
        if found is None:
            continue
        behind = node.text[found.end() :]
        node.text = node.text[: found.start()]
        for piece in pieces(found):
            etree.SubElement(node, "span").text = piece
        node[-1].tail = behind


def directions_marked(root: Any) -> None:
    """Numbers in marks that keep them from left to right, as pages in Arabic and Hebrew have them."""
    for node in _elements(root):
        for name in ("text", "tail"):
            said = getattr(node, name)
            if said and any(map(str.isdigit, said)):
                setattr(node, name, _NUMBER.sub("\u2066\\g<0>\u2069", said))


def amounts_said_aloud(root: Any) -> None:
    """Each amount once for who hears the page and once for who sees it."""
    for node in _elements(root):
        if node.tag in _PLAIN and not len(node) and node.text and _SIGNED.fullmatch(node.text.strip()):
            said, node.text = node.text, None
            etree.SubElement(node, "span", {"class": "sr-only"}).text = said
            etree.SubElement(node, "span", {"aria-hidden": "true"}).text = said


def pictures_with_titles(root: Any) -> None:
    """A drawn picture with a title in each link and button that has a text."""
    for node in _elements(root):
        if node.tag in {"a", "button"} and (node.text or "").strip():
            picture = _parsed("<svg><title>Icon</title></svg>")
            picture.tail, node.text = node.text, None
            node.insert(0, picture)


def cart_before(root: Any) -> None:
    _put(root, 0, "<a href='/cart'><svg role='img'><title>Cart</title></svg><span>0</span></a>")


def custom_elements(root: Any) -> None:
    for node in _elements(root):
        node.tag = "x-box" if node.tag in {"div", "section", "article"} else node.tag


def wrapped(root: Any) -> None:
    body = root.find("body")
    for _ in range(6):
        box = etree.Element("div")
        box.text, body.text = body.text, None
        box.extend(list(body))
        body.append(box)


def without_language(root: Any) -> None:
    root.attrib.pop("lang", None)


def menu_before(root: Any) -> None:
    _put(root, 0, f"<nav>{_MENU}</nav>")


def footer_behind(root: Any) -> None:
    _put(root, None, f"<footer>{_MENU}</footer>")


def link_to_the_content(root: Any) -> None:
    _put(root, 0, "<a class='skip-link' href='#main'>Skip to content</a>")


def asked_for_cookies(root: Any) -> None:
    _put(root, 0, "<div role='dialog'><h2>We value your privacy</h2><button>Accept all</button></div>")


def choice_of_currencies(root: Any) -> None:
    _put(root, 0, "<ul><li><a href='?c=USD'>USD $</a></li><li><a href='?c=EUR'>EUR €</a></li></ul>")


def empty_cart_hidden(root: Any) -> None:
    _put(root, None, "<div style='display:none'><h2>Your cart</h2><p>Subtotal</p><span>0.00</span></div>")


def letter_of_news(root: Any) -> None:
    _put(root, None, "<div><h3>Our newsletter</h3><p>10% off your first order</p><button>Subscribe</button></div>")


def share_below_the_name(root: Any) -> None:
    for heading in islice(root.iter("h1"), 1):
        heading.addnext(_parsed("<div><a href='/wishlist/add?id=1'>♡</a> <a href='#share'>Share</a></div>"))


def _put(root: Any, place: int | None, html: str) -> None:
    body = root.find("body")
    if body is not None:
        body.insert(len(body) if place is None else place, _parsed(html))


def _parsed(html: str) -> Any:
    return etree.fromstring(html, etree.HTMLParser()).find("body")[0]


REWRITINGS: tuple[Rewriting, ...] = (
    indented,
    closely_written,
    spaces_that_do_not_break,
    amounts_in_pieces,
    signs_apart,
    directions_marked,
    amounts_said_aloud,
    pictures_with_titles,
    cart_before,
    custom_elements,
    wrapped,
    without_language,
    menu_before,
    footer_behind,
    link_to_the_content,
    asked_for_cookies,
    choice_of_currencies,
    empty_cart_hidden,
    letter_of_news,
    share_below_the_name,
)


def rewritten(html: str, how: Rewriting) -> bytes:
    """The page, changed and written anew in UTF-8; as it is where it has no body."""
    root = etree.fromstring(html.encode(errors="replace"), etree.HTMLParser(recover=True, encoding="utf-8"))
    if root is None or root.find("body") is None:
        return html.encode(errors="replace")
    how(root)
    written: bytes = etree.tostring(root, encoding="utf-8", method="html", doctype="<meta charset='utf-8'>")
    return written
