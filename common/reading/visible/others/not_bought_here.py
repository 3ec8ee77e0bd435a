"""Pages on which nothing is bought: a button books, hires, takes a gift of money or an entry for a course, or a link
leads to the shops that sell. What they declare a product and its price is a service's, or other shops'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from common.reading.document import squeeze, text_within
from common.reading.visible.lines import Line, itself_and_above
from common.reading.visible.stock import has_button
from common.reading.visible.view import PageView
from common.reading.words.wording import Wording

_BOOKS = Wording(r"[\W_]{0,3}(?:<button.books>)[\W_]{0,3}")
_ELSEWHERE = Wording(r"[\W_]{0,3}(?:<button.elsewhere>)[\W_]{0,3}", some_words=r"[^\d]{1,20}")
_NEAR_LINES, _MOST_CHARS = 60, 60
_BUTTONS = frozenset({"button", "input", "a"})


def not_bought_here(view: PageView) -> str | None:
    """What the page has in place of a button that buys, when it has none near its heading; None otherwise."""
    shown = [line for line in view.near(0, _NEAR_LINES) if line.at > 0]
    for line, node in _pressable(shown):
        text = squeeze(text_within(node, _MOST_CHARS)) if node.tag != "input" else line.text
        if _BOOKS.fullmatch(text):
            why = f"its button says {text!r}: nothing is bought there"
        elif node.tag == "a" and _is_of_another_site(node, view.document.url) and _leads_to_shop(node, text):
            why = "its links lead to the shops that sell it"
        else:
            continue
        return None if has_button(view) else why
    return None


def _pressable(shown: Sequence[Line]) -> Iterator[tuple[Line, Any]]:
    """(line, its button or link), each once."""
    looked: set[Any] = set()
    for line in shown:
        if len(line.text) > _MOST_CHARS:
            continue
        node = next((one for one in itself_and_above(line.element, 3) if one.tag in _BUTTONS), None)
        if node is not None and node not in looked:
            looked.add(node)
            yield line, node


def _leads_to_shop(link: Any, text: str) -> bool:
    return "sponsored" in (link.get("rel") or "").lower().split() or _ELSEWHERE.fullmatch(text) is not None


def _is_of_another_site(link: Any, url: str) -> bool:
    try:
        host = urlsplit(urljoin(url, link.get("href") or "")).hostname or ""
        own = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return bool(host) and _site(host) != _site(own)


def _site(host: str) -> list[str]:
    """The labels of a host that name its site: three where the last but one is short ("co.uk"), else two."""
    labels = host.lower().split(".")
    short = len(labels) > _WITH_SHORT and len(labels[-2]) < _WITH_SHORT + 2
    return labels[-3:] if short else labels[-2:]


_WITH_SHORT = 2
