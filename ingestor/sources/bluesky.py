"""Bluesky: the public author feed (app.bsky.feed.getAuthorFeed), no login.

Texts are cut ("shopee.tw/product/31…"): the whole links stand in facets, which count in UTF-8 bytes, and in cards. The
cut text of a facet is removed from the post's text, so that half a link is never read as a link.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from common.errors import SourceError
from common.settings_tables.feeds import FeedSettings
from common.store import SkippedPost
from common.timing.units import HOUR_MS
from ingestor.sources.base import Poll, Post, Tools
from ingestor.sources.http import Brought, get, json_of, require_ok
from ingestor.sources.payload import (
    Malformed,
    each,
    identity,
    items,
    link_or_nothing,
    listed,
    mapping,
    skipped,
    text_or_none,
    time_ms,
)
from ingestor.sources.tries import Tries
from ingestor.sources.walk import Page, StaleCursor, walk
from ingestor.sources.walk_state import Item, State

HOST = "https://public.api.bsky.app"
PAGE_POSTS = 100
OVERLAP_MS = HOUR_MS
"""Some posts are indexed late, so the hour before the newest post is read again. On the pages that this brings, what
came since then and stands further down, where its author's program dated it, is read too."""
REFUSED = "it is read without a login, and no token is sent: see whether the account shows its posts to everybody"
LINK_FACET = "app.bsky.richtext.facet#link"


class Bluesky:
    """The source `bluesky`; `account` is a handle or a DID."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._tries = Tries()

    def cursor_since(self, since_ms: int) -> str:
        return State.since(since_ms, overlap_ms=OVERLAP_MS).dump()

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        state = State.load(cursor)
        base = (feed.base_url or HOST).rstrip("/")
        what = f"Bluesky {feed.account}"
        brought = Brought()

        async def read_page(after: str | None, since_ms: int | None) -> Page:
            query = {
                "actor": feed.account.lstrip("@"),
                "limit": str(PAGE_POSTS),
                "filter": "posts_with_replies" if feed.replies else "posts_no_replies",
            } | ({"cursor": after} if after else {})
            address = f"{base}/xrpc/app.bsky.feed.getAuthorFeed?{urlencode(query)}"
            response = brought.count(await get(self._tools, address, what))
            if response.status == 400:
                said = _said(json_of(response, what))
                if after and "cursor" in said.lower():
                    raise StaleCursor(f"{what}: {said}")
                raise SourceError(f"{what}: refused: {said}. Check the feed's account.", needs_person=True)
            require_ok(response, what, now_ms=self._tools.clock_ms(), refused=REFUSED)
            return parse_feed(json_of(response, what))

        walked = await walk(
            self._tools,
            state,
            read_page,
            max_pages=feed.max_pages,
            overlap_ms=OVERLAP_MS,
            spent=lambda: brought.enough,
            give_up_place=lambda: self._tries.spent(feed.label),
        )
        self._tries.over(feed.label)
        return Poll(walked.posts, state.dump(), walked.skipped, walked.wait_seconds, walked.more)


def _said(tree: Any) -> str:
    error = tree if isinstance(tree, Mapping) else {}
    return str(error.get("message") or error.get("error") or "HTTP 400")[:300]


def parse_feed(tree: Any) -> Page:
    """An answer of getAuthorFeed. Raises SourceError when it has no list `feed`."""
    tree = tree if isinstance(tree, Mapping) else {}
    found, unread = each(listed(tree.get("feed"), "Bluesky: the answer has no list `feed`"), parse_item, row=_unread)
    after = tree.get("cursor")
    return Page(found, unread, after if isinstance(after, str) and after else None)


def _unread(raw: Any, reason: str) -> SkippedPost:
    view = raw.get("post") if isinstance(raw, Mapping) else None
    return skipped(view if isinstance(view, Mapping) else raw, reason, id_key="uri")


def parse_item(raw: Any) -> Item:
    """One feedViewPost: a post, or a repost (then its place in the feed is the time of reposting). Raises Malformed."""
    tree = mapping(raw, "the feed item")
    view = mapping(tree.get("post"), "post")
    record = mapping(view.get("record"), "post.record")
    reason = tree.get("reason")
    indexed = reason.get("indexedAt") if isinstance(reason, Mapping) else None
    post = parse_view(view, record)
    came_ms = time_ms(view.get("indexedAt"))
    places = [moment for moment in (came_ms, post.created_at_ms) if moment is not None]
    return Item(post, time_ms(indexed) or min(places, default=None), came_ms=came_ms)


def parse_view(view: Mapping[str, Any], record: Mapping[str, Any]) -> Post:
    """A postView (`record`) or an embedded viewRecord (`value`). Raises Malformed."""
    uri = identity(view.get("uri"), "uri")
    author = view.get("author")
    handle = author.get("handle") if isinstance(author, Mapping) else None
    text = text_or_none(record.get("text"), "text") or ""
    embeds = [record.get("embed"), view.get("embed"), *items(view.get("embeds"))]
    return Post(
        id=uri,
        author=handle if isinstance(handle, str) else "",
        url=_web_address(uri, handle),
        created_at_ms=time_ms(record.get("createdAt")),
        text="\n".join(
            dict.fromkeys([without_links(text, record.get("facets")), *(a for e in embeds for a in _alts(e))])
        ),
        urls=tuple(dict.fromkeys([*facet_links(record.get("facets")), *(u for e in embeds for u in _cards(e))])),
        inner=tuple(post for embed in embeds for post in _quoted(embed)),
    )


def facet_links(facets: Any) -> list[str]:
    """Whole links of a text's facets, in order."""
    return [uri for facet in items(facets) for uri in _facet_uris(facet)]


def without_links(text: str, facets: Any) -> str:
    """The text with its link facets cut out at their UTF-8 byte offsets; impossible offsets are left alone."""
    data = text.encode("utf-8", "surrogatepass")
    spans = []
    for facet in items(facets):
        index = facet.get("index") if isinstance(facet, Mapping) else None
        if not isinstance(index, Mapping) or not _facet_uris(facet):
            continue
        start, end = index.get("byteStart"), index.get("byteEnd")
        if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(data):
            spans.append((start, end))
    for start, end in sorted(spans, reverse=True):
        data = data[:start] + b" " + data[end:]
    return data.decode("utf-8", "replace")


def _facet_uris(facet: Any) -> list[str]:
    features = items(facet.get("features")) if isinstance(facet, Mapping) else []
    return [
        feature["uri"]
        for feature in features
        if isinstance(feature, Mapping) and feature.get("$type") == LINK_FACET and isinstance(feature.get("uri"), str)
    ]


def _cards(embed: Any) -> Iterator[str]:
    """Addresses of link cards, also beside a quote (recordWithMedia)."""
    if not isinstance(embed, Mapping):
        return
    external = embed.get("external")
    if isinstance(external, Mapping):
        yield from link_or_nothing(external.get("uri"))
    yield from _cards(embed.get("media"))


def _alts(embed: Any) -> Iterator[str]:
    """Descriptions of pictures and videos, which may hold whole links."""
    if not isinstance(embed, Mapping):
        return
    for medium in (embed, *items(embed.get("images"))):
        alt = medium.get("alt") if isinstance(medium, Mapping) else None
        if isinstance(alt, str) and alt:
            yield alt
    yield from _alts(embed.get("media"))


def _quoted(embed: Any, depth: int = 0) -> Iterator[Post]:
    """Quoted posts of a record embed; a deleted, blocked or detached one, a list or a feed gives nothing."""
    record = embed.get("record") if isinstance(embed, Mapping) else None
    if not isinstance(record, Mapping) or depth > 2:
        return
    if isinstance(record.get("record"), Mapping):
        yield from _quoted(record, depth + 1)
        return
    value = record.get("value")
    if isinstance(value, Mapping):
        try:
            yield parse_view(record, value)
        except Malformed:
            return


def _web_address(uri: str, handle: Any) -> str | None:
    parts = uri.removeprefix("at://").split("/")
    if not uri.startswith("at://") or len(parts) != 3:
        return None
    name = handle if isinstance(handle, str) and handle and handle != "handle.invalid" else parts[0]
    return f"https://bsky.app/profile/{name}/post/{parts[2]}"
