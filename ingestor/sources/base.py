"""What a source must give: posts, and a cursor that says how far the account was read.

A source only reads. It never writes to the database, so a poll that is cut off is repeated with the same cursor; the
new cursor is stored in the same batch as the links of its posts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from common.net.answer.body import Limits
from common.net.client import HttpClient
from common.parsing.task import Parser
from common.settings_tables.feeds import FeedSettings
from common.store import SkippedPost


@dataclass(frozen=True, slots=True)
class Post:
    """One post as its network showed it. `html` fragments and `urls` are untrusted text of strangers."""

    id: str
    author: str = ""
    url: str | None = None
    created_at_ms: int | None = None
    """UTC, None when the network did not say."""
    text: str = ""
    html: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    """Whole links given beside the text: cards, facets, attachments, enclosures."""
    inner: tuple[Post, ...] = ()
    """Posts quoted or reposted by this one; their links count as this post's."""


@dataclass(frozen=True, slots=True)
class Poll:
    """One step through a feed. `posts` and `cursor` are recorded together, so that no link is lost or doubled."""

    posts: list[Post]
    cursor: str | None
    """Opaque JSON for the next poll of the same account."""
    skipped: list[SkippedPost] = field(default_factory=list)
    next_poll_seconds: float | None = None
    """The network asked not to be polled again sooner."""
    more: bool = False
    """The source stopped at a limit (pages, requests, time); the next poll goes on from the cursor."""


class Source(Protocol):
    """One file or folder per network implements this; registry.py lists them."""

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        """Read on from `cursor` (None: from the beginning), at most `feed.max_pages` pages.

        A post that cannot be read is put into `skipped`; the others are read. Raises SourceError when the account as
        a whole could not be read; nothing is recorded then.
        """


@runtime_checkable
class ReadsAgain(Protocol):
    """A source that can begin at a time. Any other is read from its beginning (a file, what a feed shows now)."""

    def cursor_since(self, since_ms: int) -> str:
        """From where poll() reads what appeared since then (UTC milliseconds), as far as the network shows it."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What every source is given."""

    client: HttpClient
    """Asked with allow_host=None: any public host, for the operator named the feeds."""
    clock_ms: Callable[[], int]
    """Wall clock, UTC milliseconds: ages of posts and tokens only, never leases."""
    monotonic: Callable[[], float]
    parser: Parser
    """What strangers wrote in other forms than JSON is read there."""
    budget_seconds: float
    """After this long a source reads no further page and answers `more`; the poll's own time limit is longer."""
    cut_at: Limits | None = None
    """For an answer that can be read in part: where it is cut. None: a longer one is refused."""
