"""Links of the shops an operator named: every page of theirs that can show a product. Pure."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from common.links.canonical import canonical
from common.links.domains import registrable_domain
from common.shops.base import ShopLink
from common.shops.table import OPEN_WEB

_NOT_PRODUCTS = frozenset(
    "cart basket checkout login logout signin signup register account wishlist search contact about help faq "
    "privacy terms".split()
)
_MEDIA = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|mp4|webm|mp3|css|js|json|xml|pdf|zip|woff2?)", re.IGNORECASE)


def link(url: str, parts: SplitResult) -> ShopLink | None:
    """The page at `parts`, its shop named by its registrable domain; None when its canonical link alone says that it is
    no product (home page, cart, a picture …): "/?fbclid=1" and "/./" are the home page, too.
    """
    url_norm = canonical(parts)
    parts = urlsplit(url_norm)
    segments = [segment for segment in parts.path.lower().split("/") if segment]
    routed = parts.fragment.startswith(("/", "!/"))
    if not segments and not parts.query and not routed:
        return None
    if segments and (segments[0] in _NOT_PRODUCTS or _MEDIA.fullmatch(_suffix(segments[-1]))):
        return None
    return ShopLink(url, url_norm, OPEN_WEB, "any", shop_id=registrable_domain(parts.hostname or ""))


def _suffix(segment: str) -> str:
    dot = segment.rfind(".")
    return segment[dot:] if dot > 0 else ""
