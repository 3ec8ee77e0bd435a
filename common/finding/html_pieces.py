"""The places of an HTML text where a link can stand. Pure; broken HTML is read as it comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from lxml import etree


class Place(Enum):
    """ATTRIBUTE: may be one whole address. LABEL: what a link shows. TEXT: any other visible text, by block."""

    ATTRIBUTE = "attribute"
    LABEL = "label"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Piece:
    place: Place
    text: str


_NAMES = frozenset("href src content value cite action title alt resource about".split())
_HIDDEN = frozenset("script style template noscript head".split())
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data em font i kbd mark q s samp small span strong sub sup u var wbr".split()
)
_BOXES = _INLINE - {"wbr"}
_GAP = "\x01"
_GAPS = re.compile(rf"(?<=[A-Za-z0-9]){_GAP}(?=[A-Za-z0-9])")
"""Two boxes side by side are drawn with a gap: `…/12</span><span>3 likes`. Not in a link: networks cut up its text."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LINKISH = re.compile(r"[a-z0-9]\.[a-z]{2,}[/?:]|://|:\\/|%3a", re.IGNORECASE)


def pieces(html: str) -> Iterator[Piece]:
    """Every place in order. A LABEL follows the ATTRIBUTE pieces of its own link."""
    root, whole = _tree(html)
    if not whole:
        # No markup at all, or nested deeper than the parser goes: the source is read as a text.
        yield Piece(Place.TEXT, _COMMENT.sub(" ", html))
    if root is None:
        return
    text: list[str] = []
    in_link = False
    ended = False  # an inline element ended right here

    def flush(place: Place) -> Iterator[Piece]:
        joined = _GAPS.sub("\n", "".join(text)).replace(_GAP, "")
        text.clear()
        if _LINKISH.search(joined):
            yield Piece(place, joined)

    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if isinstance(node.tag, str):
            addresses = _addresses(node) if event == "start" else []
            link_edge = node.tag == "a" and node.get("href") is not None
            in_link = event == "start" if link_edge else in_link
            if ended and event == "start" and not in_link and node.tag in _BOXES:
                text.append(_GAP)
            if addresses or link_edge or node.tag not in _INLINE:
                yield from flush(Place.LABEL if link_edge and event == "end" else Place.TEXT)
            for address in addresses:
                yield Piece(Place.ATTRIBUTE, address)
            if event == "start":
                ended = False
                if node.text and node.tag not in _HIDDEN:
                    text.append(node.text)
                continue
            ended = not node.tail and node.tag in _BOXES
        if node.tail:
            text.append(node.tail)
    yield from flush(Place.TEXT)


def _addresses(node: etree._Element) -> list[str]:
    return [
        value.strip()
        for name, value in node.attrib.items()
        if (name in _NAMES or name.startswith("data-")) and _LINKISH.search(value)
    ]


def _tree(html: str) -> tuple[etree._Element | None, bool]:
    """The tree, and whether it holds all of the text."""
    cleaned = _CONTROL.sub(" ", html)
    if not cleaned.strip():
        return None, False
    parser = etree.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(cleaned.encode("utf-8"), parser)
    except (etree.LxmlError, ValueError):
        return None, False
    return root, root is not None and not any("depth" in entry.message for entry in parser.error_log)
