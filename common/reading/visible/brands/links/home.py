"""What stands in the site's own frame, or links to its front page: that is the shop's name, which some sites call a
brand, too.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from common.reading.text.address_parts import host_of, is_front_page
from common.reading.visible.lines import itself_and_above, names_of

_STEPS = 3
_UPWARDS = re.compile(r"(?:\.\./)+")
_ENDS = ("/", ".html", ".php")
"""Most links end otherwise, and are not looked at any further."""


def names_shop(node: Any, url: str) -> bool:
    """Whether this element is a bar of navigation, or a link home on the page of that address: "/", "../../index.html",
    "/nl/", or to a folder above that it does not name.
    """
    return "navbar" in names_of(node) or _leads_home(node, url)


def stands_in_shops_own(element: Any, url: str) -> bool:
    """Whether this element, or what it stands in closely, does so."""
    return any(names_shop(node, url) for node in itself_and_above(element, _STEPS))


def _leads_home(node: Any, url: str) -> bool:
    href = node.get("href") if node.tag == "a" else None
    if href is None or not href.endswith(_ENDS):
        return False
    if _UPWARDS.fullmatch(href) is not None:
        return True  # of a site that does not begin at its host's root
    try:
        target = urljoin(url, href)
    except ValueError:
        return False
    return host_of(target) == host_of(url) and is_front_page(target)
