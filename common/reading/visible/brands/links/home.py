"""Links to the site's front page: what they say is the shop's name, which some sites call a brand, too."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from common.reading.address import is_front

_INDEX = ("index.html", "index.php")


def leads_home(node: Any, url: str) -> bool:
    """Whether this element is a link home on the page of that address: "/", "../../index.html"."""
    href = node.get("href") if node.tag == "a" else None
    if href is None or not href.endswith(("/", *_INDEX)):
        return False
    return href == "/" or is_front(urljoin(url, href.removesuffix(_INDEX[0]).removesuffix(_INDEX[1]) or "./"))
