"""Links to the site's front page: what they say is the shop's name, which some sites call a brand, too."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

_FRONT = re.compile(r"/(?:[a-z]{2}(?:[-_][a-z]{2})?/)?(?:index\.(?:html|php))?", re.IGNORECASE)
_ENDS = ("/", "index.html", "index.php")


def leads_home(node: Any, url: str) -> bool:
    """Whether this element is a link home on the page of that address: "/", "../../index.html", "/nl/"."""
    href = node.get("href") if node.tag == "a" else None
    if href is None or not href.endswith(_ENDS):
        return False
    try:
        page, target = urlsplit(url), urlsplit(urljoin(url, href))
    except ValueError:
        return False
    return target.netloc == page.netloc and _FRONT.fullmatch(target.path) is not None
