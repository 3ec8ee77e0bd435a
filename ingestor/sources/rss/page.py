"""The feed that a web page names, for whoever took the page's address for a feed's. Pure."""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin, urlsplit

from common.links.shown_account import shown_account

READ_BYTES = 200_000
LONGEST = 300
_LINK = re.compile(rb"<link\s[^<>]{1,1000}>", re.IGNORECASE)
_FEED = re.compile(rb"application/(?:rss\+xml|atom\+xml|feed\+json)", re.IGNORECASE)
_HREF = re.compile(r"""\shref\s{0,9}=\s{0,9}(?:"([^"]{1,900})"|'([^']{1,900})'|([^\s>"']{1,900}))""", re.IGNORECASE)


def named_feed(body: bytes, url: str) -> str:
    """What to write instead, where bytes that are no feed are a page that names one; else nothing. The first one
    counts: sites name the feed of everything first."""
    for found in _LINK.finditer(body[:READ_BYTES]):
        if not _FEED.search(found[0]):
            continue
        href = _HREF.search(found[0].decode("utf-8", "replace"))
        if href is None:
            continue
        feed = _address(html.unescape(next(filter(None, href.groups()))).strip(), url)
        if feed:
            return f". It is a web page, which names this feed: {feed}"
    return ""


def _address(href: str, url: str) -> str:
    """As it may be shown; nothing of what is no plain address."""
    try:
        feed = urljoin(url, href)
        parts = urlsplit(feed)
    except ValueError:
        return ""
    plain = parts.scheme in {"http", "https"} and parts.hostname and feed.isascii() and feed.isprintable()
    return shown_account(feed) if plain and len(feed) <= LONGEST and " " not in feed else ""
