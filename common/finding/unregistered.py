"""The domains that a post links to and no shop here owns. Pure; linear in the text's length.

For an operator who wonders which shop to name next, so it is coarse: addresses with a scheme and a page, wherever they
lead by what is known of wrappers. Home pages, wrappers themselves, and people's profiles and tags are no such link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from itertools import chain, islice
from urllib.parse import SplitResult

from common.links.address import parse
from common.links.domains import registrable_domain
from common.shops.registry import Shops

MOST_ADDRESSES = 100
MOST_DOMAINS = 20
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\^{|}]{4,2048}", re.IGNORECASE)
_SOCIAL = ("/@", "/tags/", "/tag/", "/users/", "/hashtag/", "/profile/")


def unregistered_domains(texts: Iterable[str], urls: Iterable[str], shops: Shops, *, own: str | None) -> list[str]:
    """At most MOST_DOMAINS registrable domains, each once, among the first MOST_ADDRESSES addresses.

    `own`: the registrable domain of the network itself, whose pages are no shop's. HTML counts as a text.
    """
    in_texts = (found[0] for text in texts for found in _ADDRESS.finditer(text))
    domains: dict[str, None] = {}
    for address in islice(chain(urls, in_texts), MOST_ADDRESSES):
        domain = _domain(unescape(address), shops)
        if domain and domain != own and len(domains) < MOST_DOMAINS:
            domains.setdefault(domain)
    return list(domains)


def _domain(address: str, shops: Shops) -> str | None:
    parts = parse(shops.innermost(address))
    if parts is None or not parts.hostname or shops.may_lead_to_one(parts.hostname) or not _may_be_product(parts):
        return None
    domain = registrable_domain(parts.hostname)
    return domain if domain and len(domain) <= 253 else None


def _may_be_product(parts: SplitResult) -> bool:
    return bool(parts.path.strip("/") or parts.query) and not parts.path.lower().startswith(_SOCIAL)
