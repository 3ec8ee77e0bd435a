"""Whether a page is a topic of a forum: people sell there, too, and what they ask stands in somebody's post."""

from __future__ import annotations

import re

from common.reading.address import is_topic as is_topics_address
from common.reading.document import Document

_GENERATOR = re.compile(
    r"phpbb|vbulletin|mybb|simple machines|\bsmf\b|xenforo|discourse|discuz|invision community|ip\.board|flarum|nodebb|"
    r"vanilla forums|woltlab|burning board|fluxbb|punbb|yabb",
    re.IGNORECASE,
)
"""How programs for forums call themselves. Not those that run inside a shop's own site."""
_OF_PHPBB, _OF_XENFORO = "phpbb", "XF"


def is_topic(document: Document) -> bool:
    """Whether the address is that of a topic, or the page names the program of a forum as its own."""
    if is_topics_address(document.url) or _GENERATOR.search(document.meta("generator") or ""):
        return True
    root = document.root
    body = next(iter(root.iterchildren("body")), None)
    return root.get("id") == _OF_XENFORO or (body is not None and body.get("id") == _OF_PHPBB)
