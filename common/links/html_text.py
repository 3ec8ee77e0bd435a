"""The places of an HTML text where a link can stand. Pure; broken HTML is read as it comes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

_NAMES = frozenset({"href", "src", "content", "value", "cite", "action", "title", "alt", "resource", "about"})
_HIDDEN = frozenset({"script", "style", "template", "noscript", "head"})
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data em font i kbd mark q s samp small span strong sub sup u var wbr".split()
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_LINKISH = re.compile(r"[a-z0-9]\.[a-z]{2,}[/?]|://|%3a", re.IGNORECASE)


def pieces(html: str) -> Iterator[tuple[str, bool]]:
    """Attribute values (True: the value may be one whole address), then visible text by block (False).

    The text inside a link is left out when the link's own address was given: it is a label, often cut short.
    """
    root = _tree(html)
    if root is None:
        yield html, False
        return
    text: list[str] = []
    for event, node in etree.iterwalk(root, events=("start", "end", "comment")):
        if event == "comment" or not isinstance(node.tag, str):
            if node.tail:
                text.append(node.tail)
            continue
        if event == "start":
            for name, value in node.attrib.items():
                if _LINKISH.search(value) and (name in _NAMES or name.startswith("data-")):
                    yield value.strip(), True
            if node.tag not in _INLINE:
                text.append("\n")
            if node.text and node.tag not in _HIDDEN:
                text.append(node.text)
        else:
            if node.tag not in _INLINE:
                text.append("\n")
            if node.tail:
                text.append(node.tail)
    yield "".join(text), False


def _tree(html: str) -> etree._Element | None:
    cleaned = _CONTROL.sub(" ", html)
    if not cleaned.strip():
        return None
    try:
        parser = etree.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
        return etree.fromstring(cleaned.encode("utf-8"), parser)
    except (etree.LxmlError, ValueError):
        return None
