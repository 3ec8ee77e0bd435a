"""RSS, Atom and JSON Feed: bytes to posts. Pure; feedparser is given bytes, so it never goes to the network."""

from __future__ import annotations

import calendar
import io
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

import feedparser

from common.errors import SourceError
from common.links.shown_account import shown_account
from common.store import SkippedPost
from ingestor.sources.base import Post
from ingestor.sources.payload import (
    Malformed,
    each,
    fingerprint,
    items,
    load,
    mapping,
    skipped,
    text_or_none,
    time_ms,
)
from ingestor.sources.rss.apart import FeedAsked, FeedRead
from ingestor.sources.rss.parts import is_json


def read_feed(head: FeedAsked, body: bytes) -> FeedRead:
    """A feed of any of the three kinds, as the parsing child reads it; of a JSON feed `head.most` items at the most."""
    try:
        if is_json(body):
            raws = _json_items(body, head.url)
            posts, unread = each(_newest_items(raws, head.most), lambda raw: _json_item(raw, head.url))
            return FeedRead(posts, unread, entries=len(raws))
        posts, unread = _xml_entries(body, head.url, head.content_type)
        return FeedRead(posts, unread, entries=len(posts) + len(unread))
    except SourceError as error:
        return FeedRead([], [], str(error))


def _xml_entries(body: bytes, url: str, content_type: str | None) -> tuple[list[Post], list[SkippedPost]]:
    """RSS or Atom. Raises SourceError when the bytes are neither."""
    headers = {"content-location": url} | ({"content-type": content_type} if content_type else {})
    tree = feedparser.parse(io.BytesIO(body), response_headers=headers)
    if not tree.get("version") and not tree.get("entries"):
        raise SourceError(f"{shown_account(url)} is no RSS, Atom or JSON feed; check the feed's account")
    return each(
        tree.get("entries", ()), lambda entry: _entry(entry, url), row=lambda entry, why: skipped(dict(entry), why)
    )


def _entry(entry: Mapping[str, Any], feed_url: str) -> Post:
    link = _of_its_own(entry.get("link"), feed_url)
    html: list[str] = []
    texts: list[str] = [entry.get("title", "")]
    for detail in (*items(entry.get("content")), entry.get("summary_detail")):
        if not isinstance(detail, Mapping) or not detail.get("value"):
            continue
        (texts if detail.get("type") == "text/plain" else html).append(detail["value"])
    hrefs = [part.get("href") for part in (*items(entry.get("links")), *items(entry.get("enclosures")))]
    moment = entry.get("published_parsed")
    if not moment and "updated_parsed" in entry:  # asked for when absent, feedparser warns
        moment = entry["updated_parsed"]
    return Post(
        id=_of_its_own(entry.get("id"), feed_url)
        or link
        or fingerprint([entry.get("title"), entry.get("summary"), entry.get("published")]),
        author=entry.get("author") or "",
        url=link,
        created_at_ms=_moment_ms(moment),
        text="\n".join(text for text in texts if text),
        html=tuple(dict.fromkeys(html)),
        urls=tuple(dict.fromkeys(href for href in (link, *hrefs) if href)),
    )


def _moment_ms(moment: Any) -> int | None:
    """None for a date that is none (0000-00-00, as databases say): the entry is still read."""
    try:
        return calendar.timegm(moment) * 1000 if moment else None
    except (ValueError, OverflowError):
        return None


def _of_its_own(address: str | None, feed_url: str) -> str | None:
    """A post's address or id, unless it is but the feed's own address, which may hold a key and names no post."""
    return None if address and address.partition("#")[0] == feed_url.partition("#")[0] else address


def _json_items(body: bytes, url: str) -> list[Any]:
    """Raises SourceError when the bytes are no JSON feed."""
    try:
        tree = load(body)
    except Malformed as error:
        raise SourceError(f"{shown_account(url)} begins like a JSON feed and is {error}") from None
    found = tree.get("items")
    if not isinstance(found, list):
        raise SourceError(
            f"{shown_account(url)} is JSON without a list `items`: no JSON feed; check the feed's account"
        )
    return found


def _newest_items(raws: Sequence[Any], most: int) -> Sequence[Any]:
    """As parts.newest of XML: by their dates where half of them have one, else the first ones."""
    if len(raws) <= most:
        return raws
    moments = [_published_ms(raw) if isinstance(raw, Mapping) else None for raw in raws]
    if 2 * sum(moment is not None for moment in moments) < len(raws):
        return raws[:most]
    order = sorted(range(len(raws)), key=lambda at: -(moments[at] or 0))
    return [raws[at] for at in order[:most]]


def _published_ms(item: Mapping[str, Any]) -> int | None:
    return time_ms(item.get("date_published")) or time_ms(item.get("date_modified"))


def _json_item(raw: Any, base: str) -> Post:
    item = mapping(raw, "the item")
    written = text_or_none(item.get("url"), "url")
    link = _of_its_own(urljoin(base, written), base) if written else None
    html = text_or_none(item.get("content_html"), "content_html")
    texts = [text_or_none(item.get(key), key) for key in ("title", "summary", "content_text")]
    attached = [part.get("url") for part in items(item.get("attachments")) if isinstance(part, Mapping)]
    addresses = [link, item.get("external_url"), *attached]
    author = next((a for a in (*items(item.get("authors")), item.get("author")) if isinstance(a, Mapping)), {})
    name, identifier = author.get("name"), item.get("id")
    named = str(identifier) if isinstance(identifier, str | int) else ""
    return Post(
        id=_of_its_own(named, base) or (written if link else None) or fingerprint(raw),
        author=name if isinstance(name, str) else "",
        url=link,
        created_at_ms=_published_ms(item),
        text="\n".join(text for text in texts if text),
        html=(html,) if html else (),
        urls=tuple(dict.fromkeys(urljoin(base, a) for a in addresses if isinstance(a, str) and a)),
    )
