"""A line as a post: {"id", "author", "text", "html", "urls", "created_at", "url"}, all but one of text, html and urls
optional.

Limits: a line longer than MAX_LINE_BYTES is skipped.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from common.store import SkippedPost
from ingestor.sources.base import Post
from ingestor.sources.payload import (
    Malformed,
    each,
    fingerprint,
    identity,
    items,
    load,
    mapping,
    skipped,
    text_or_none,
    time_ms,
)

POSTS_PER_POLL = 500
BYTES_PER_POLL = 5_000_000
"""As much as of a network: posts are held until they are recorded, and long ones would fill the ingestor's memory."""
MAX_LINE_BYTES = 1_000_000


@dataclass(slots=True)
class Batch:
    posts: list[Post] = field(default_factory=list)
    skipped: list[SkippedPost] = field(default_factory=list)
    taken_bytes: int = 0

    @property
    def full(self) -> bool:
        """Once it holds POSTS_PER_POLL, or the line that brought it to BYTES_PER_POLL."""
        return len(self.posts) + len(self.skipped) >= POSTS_PER_POLL or self.taken_bytes >= BYTES_PER_POLL

    def take(self, line: bytes, where: str) -> None:
        """Read one line; an unreadable one becomes a skipped post that names its place."""
        if not line.strip():
            return
        self.taken_bytes += len(line)
        if len(line) > MAX_LINE_BYTES:
            self.skipped.append(_unread(line, f"{where}: line is longer than {MAX_LINE_BYTES} bytes"))
            return
        posts, unread = each([line], parse_line, row=lambda line, reason: _unread(line, f"{where}: {reason}"))
        self.posts += posts
        self.skipped += unread


def _unread(line: bytes, reason: str) -> SkippedPost:
    return skipped(line[:MAX_LINE_BYTES], reason)


def parse_line(line: bytes) -> Post:
    """One line as a post. Raises Malformed."""
    tree = mapping(load(line), "the line")
    urls = tree.get("urls")
    if urls is not None and not isinstance(urls, list):
        raise Malformed("urls is not a list")
    html = tree.get("html")
    fragments = items(html) or [text_or_none(html if not isinstance(html, list) else None, "html")]
    text = text_or_none(tree.get("text"), "text")
    if text is None and html is None and urls is None:
        raise Malformed("none of text, html and urls is there")
    created = tree.get("created_at")
    return Post(
        id=fingerprint(line.strip()) if tree.get("id") in (None, "") else identity(tree["id"]),
        author=text_or_none(tree.get("author"), "author") or "",
        url=text_or_none(tree.get("url"), "url"),
        created_at_ms=time_ms(created),
        text=text or "",
        html=tuple(part for part in fragments if isinstance(part, str) and part),
        urls=tuple(url for url in items(urls) if isinstance(url, str)),
    )
