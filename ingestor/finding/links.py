"""The shop links of posts. Pure, and a task for the parsing child: a post's text and HTML are strangers'."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pydantic import TypeAdapter

from common.finding.find import find_links, find_links_html, find_links_in_urls
from common.finding.unregistered import unregistered_domains
from common.links.address import parse
from common.links.domains import registrable_domain
from common.settings_tables.shops import ShopsSettings
from common.shops.base import ShopLink
from common.shops.registry import Shops
from ingestor.finding.found import LinksFound
from ingestor.sources.base import Post

MAX_INNER_DEPTH = 4
"""Posts within posts (quotes of quotes) are read this deep; networks show two levels."""

_POSTS: TypeAdapter[list[Post]] = TypeAdapter(list[Post])


def links_of_posts(head: ShopsSettings, body: bytes) -> list[LinksFound]:
    """The links of each post of the JSON list `body`, in the same order."""
    shops = _shops(head)
    return [LinksFound(links_of(post, shops), unregistered_of(post, shops)) for post in _POSTS.validate_json(body)]


@lru_cache(maxsize=4)
def _shops(settings: ShopsSettings) -> Shops:
    return Shops(settings)


def links_of(post: Post, shops: Shops) -> list[ShopLink]:
    """Every shop link of a post and of the posts inside it: text, HTML, cards. One per url_norm, the first found."""
    found: dict[str, ShopLink] = {}
    for part in _with_inner(post):
        for link in _links_of_part(part, shops):
            found.setdefault(link.url_norm, link)
    return list(found.values())


def unregistered_of(post: Post, shops: Shops) -> list[str]:
    """Domains that the post and the posts inside it link to and no shop here owns, the network's own left out."""
    parts = list(_with_inner(post))
    network = parse(post.url) if post.url else None
    own = registrable_domain(network.hostname or "") if network else None
    texts = (text for part in parts for text in (*part.html, part.text))
    return unregistered_domains(texts, (url for part in parts for url in part.urls), shops, own=own)


def _links_of_part(part: Post, shops: Shops) -> Iterator[ShopLink]:
    if part.urls:
        yield from find_links_in_urls(part.urls, shops)
    for fragment in part.html:
        yield from find_links_html(fragment, shops)
    if part.text:
        yield from find_links(part.text, shops)


def _with_inner(post: Post, depth: int = 0) -> Iterator[Post]:
    yield post
    if depth < MAX_INNER_DEPTH:
        for inner in post.inner:
            yield from _with_inner(inner, depth + 1)
