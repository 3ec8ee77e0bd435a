"""A page's text parsed to one lxml tree, whatever it holds: in a time that does not grow faster than its length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from lxml import etree

_TAG_BEGINS = re.compile(r"<[a-zA-Z]")
_TAG_NAME = re.compile(r"<[a-zA-Z][\w:-]{0,50}")
_QUOTED = re.compile(r"=\s*+(?:\"[^\"]*+\"|'[^']*+')")
"""A value. Elsewhere a quote is a letter of a name."""
_TOPS = frozenset(("html", "head", "body"))
_MAX_TAG_CHARS = 8_000
"""Without what is quoted. The parser's time grows with the square of a tag's attributes."""


def tree_of(text: str, source: bytes | None = None) -> Any:
    """Its root element; None for what is no HTML. `source`: the text in UTF-8, where that is at hand."""
    if "<" not in text:
        return None
    parser = etree.HTMLParser(
        encoding="utf-8",
        recover=True,
        remove_comments=True,
        remove_pis=True,
        no_network=True,
        collect_ids=False,  # nobody asks for elements by their ids, and a table of them takes time
    )
    shorter = _without_endless_tags(text)
    if source is None or shorter is not text:
        source = shorter.encode("utf-8", errors="replace")
    try:
        root = etree.fromstring(source, parser)
    except (etree.LxmlError, ValueError):
        return None
    if root is not None:
        _take_in_the_rest(root)
        _name_headings(root)
    return root


def stating(root: Any, attribute: str) -> list[Any]:
    """The elements with this attribute, in the page's order. Of all ways to find them the quickest by far, as it makes
    an object of none but these; one that asks for two attributes takes ten times as long. To look for the attribute's
    name in the page's text first takes longer: that has hundreds of letters for each element.
    """
    return [value.getparent() for value in root.xpath(f"descendant-or-self::*/@{attribute}")]


def first_behind(node: Any, top: Any = None) -> Any:
    """The first element inside `top`, or on the page, that comes behind this one and all that it holds; None where it
    is the last.
    """
    while (following := node.getnext()) is None:
        node = node.getparent()
        if node is top:
            return None
    return following


def _name_headings(root: Any) -> None:
    """Makes plain boxes that are called headings what they are called, as those do that read a page aloud."""
    for node in stating(root, "aria-level"):
        level = node.get("aria-level").strip()
        if node.tag in _PLAIN and level in _LEVELS and (node.get("role") or "").strip().lower() == "heading":
            node.tag = f"h{level}"


_PLAIN = frozenset({"div", "span", "p", "b", "strong"})
_LEVELS = frozenset("123456")


def _take_in_the_rest(root: Any) -> None:
    """What a page holds behind its first `</html>` becomes part of its body, where a browser shows it.

    lxml gives it roots of its own, beside the first, which nobody who walks from the root meets.
    """
    rest = list(root.itersiblings())
    if not rest:
        return
    body = root.find("body")
    into = root if body is None else body
    for top in rest:
        for one in (top, *top):
            if one.tag in _TOPS:
                one.tag = "div"
        into.append(top)


def _without_endless_tags(text: str) -> str:
    """The text without the attributes of tags that have thousands of them. Scripts stay as they are."""
    kept: list[str] = []
    at = 0
    for start, end in _long_tags(text):
        tag = text[start:end]
        if len(_QUOTED.sub("=", tag)) <= _MAX_TAG_CHARS:
            continue
        if text.rfind("<script", 0, start) > text.rfind("</script", 0, start):
            continue
        name = _TAG_NAME.match(tag)
        kept.extend((text[at:start], name[0] if name else ""))
        at = end
    return "".join((*kept, text[at:])) if kept else text


def _long_tags(text: str) -> Iterator[tuple[int, int]]:
    """Where tags of more than 8,000 characters begin and end, each from its `<` to before the next `>`.

    Looks only at every so many characters whether a `>` is among them: most pages have no such tag.
    """
    at = 0
    while len(text) - at > _MAX_TAG_CHARS:
        last = text.rfind(">", at, at + _MAX_TAG_CHARS)
        if last != -1:
            at = last + 1
            continue
        end = text.find(">", at + _MAX_TAG_CHARS)
        end = end if end != -1 else len(text)
        begins = _TAG_BEGINS.search(text, at, end)
        if begins is not None and end - begins.start() > _MAX_TAG_CHARS:
            yield begins.start(), end
        at = end


def write_instead(run: Sequence[Any], text: str) -> None:
    """Puts the text in the place of these elements, which follow each other with nothing between; what stands behind
    them stays.
    """
    box, before = run[0].getparent(), run[0].getprevious()
    if box is None:
        return
    behind = run[-1].tail or ""
    for element in run:
        box.remove(element)  # takes what stands behind it along
    if before is None:
        box.text = f"{box.text or ''}{text}{behind}"
    else:
        before.tail = f"{before.tail or ''}{text}{behind}"
