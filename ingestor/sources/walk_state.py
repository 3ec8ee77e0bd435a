"""What a walk through a newest-first feed keeps from poll to poll."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from ingestor.sources.base import Post

MAX_SEEN = 2000
MAX_MARKS = 500
"""Five times the longest of the networks' pages."""
MAX_CURSOR_CHARS = 2_000
"""Of a network's page cursor, which goes into an address: one that no address holds, kept for the next poll, would end
the account for good."""


@dataclass(frozen=True, slots=True)
class Item:
    """A post and its place in the feed: `at_ms`, which for a repost is the time of reposting."""

    post: Post
    at_ms: int | None
    raw: Any = None
    came_ms: int | None = None
    """When the network learned of it, where that may be later than its place: a draft keeps the day it was begun on."""

    @property
    def known_ms(self) -> int | None:
        """From when on a walk may have met it."""
        return max((moment for moment in (self.at_ms, self.came_ms) if moment is not None), default=None)


@dataclass(slots=True)
class State:
    """What the cursor holds."""

    newest_ms: int | None = None
    seen: dict[str, int] = field(default_factory=dict)
    """Ids near the top → their time, so an overlap reports no post twice."""
    resume_after: str | None = None
    resume_newest_ms: int | None = None
    resume_found: bool = False
    """Whether the unfinished walk has met anything new: only then is another walk worth starting at once."""
    marks: list[str] = field(default_factory=list)
    """What tells the posts of the newest page, as it was read last, from edited ones and from others."""
    newest_down_to_ms: int | None = None
    """How far down that page went; None: to the feed's end."""
    extra: dict[str, Any] = field(default_factory=dict)
    """For the source's own use."""

    @classmethod
    def since(cls, since_ms: int, *, overlap_ms: int) -> State:
        """The state of a walk that ends at this time, as if every older post were known."""
        return cls(newest_ms=since_ms + overlap_ms)

    @classmethod
    def load(cls, cursor: str | None) -> State:
        """The state in a cursor. One that cannot be read starts anew: the database ignores what it already has."""
        try:
            tree = json.loads(cursor) if cursor else {}
            return cls(
                newest_ms=tree.get("newest"),
                seen=dict(tree.get("seen", {})),
                resume_after=usable(tree.get("resume")),
                resume_newest_ms=tree.get("resume_newest"),
                resume_found=bool(tree.get("resume_found")),
                marks=list(tree.get("marks", ())),
                newest_down_to_ms=tree.get("newest_down_to"),
                extra=dict(tree.get("extra", {})),
            )
        except (ValueError, AttributeError, TypeError):
            return cls()

    def dump(self) -> str:
        tree = {
            "newest": self.newest_ms,
            "seen": self.seen,
            "resume": self.resume_after,
            "resume_newest": self.resume_newest_ms,
            "resume_found": self.resume_found,
            "marks": self.marks,
            "newest_down_to": self.newest_down_to_ms,
            "extra": self.extra,
        }
        return json.dumps({key: value for key, value in tree.items() if value}, separators=(",", ":"))

    def unknown_on_newest(self, items: Sequence[Item], *, last: bool) -> Set[str]:
        """Ids of posts that the newest page did not hold when it was read before, or not in that wording. `last`: no
        page follows it. A cursor of before this was kept knows them all."""
        down_to_ms = self.newest_down_to_ms
        within = [item for item in items if item.at_ms is not None and (down_to_ms is None or item.at_ms >= down_to_ms)]
        unknown = self.unknown(item.post for item in within) if self.marks else set()
        self._mark(item.post for item in items)
        times = [item.at_ms for item in items if item.at_ms is not None]
        self.newest_down_to_ms = None if last else min(times, default=None)
        return unknown

    def unknown(self, posts: Iterable[Post]) -> Set[str]:
        """Ids of those that were not met in that wording; from here on they were."""
        met = list(posts)
        unknown = {post.id for post in met if _mark(post) not in self.marks}
        for name in unknown:
            self.seen.pop(name, None)
        self._mark(met)
        return unknown

    def _mark(self, posts: Iterable[Post]) -> None:
        self.marks = list(dict.fromkeys([*map(_mark, posts), *self.marks]))[:MAX_MARKS]


def usable(after: Any) -> str | None:
    return after if isinstance(after, str) and len(after) <= MAX_CURSOR_CHARS else None


def _mark(post: Post) -> str:
    digest = hashlib.blake2b(json.dumps([post.id, _wording(post)]).encode(), digest_size=6).digest()
    return urlsafe_b64encode(digest).decode()


def _wording(post: Post) -> list[Any]:
    """All of a post that may hold links."""
    return [post.text, post.html, post.urls, [_wording(inner) for inner in post.inner]]
