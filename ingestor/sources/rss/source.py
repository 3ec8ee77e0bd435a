"""The source `rss`: RSS, Atom and JSON Feed. `account` is the feed's address.

A feed that did not change costs one conditional request (ETag, Last-Modified); once a day it is asked for whole, since
there are servers that call theirs unchanged for ever. A changed one is read whole; entries already seen in that form
are left out. One that ends in the middle is asked for again as if it was never read: its server may call it unchanged
once it is whole. Of one with more bytes, or more entries, than a poll takes the newest are read, and the cursor says
so (cut_short.py). Entries that come and go between two polls are missed: poll a busy feed often.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import astuple, dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import TypeGuard

from common.accounts.page import account_page
from common.errors import SourceError
from common.links.domains import site_of
from common.links.shown_account import shown_account
from common.net.client import Answer
from common.settings_tables.feeds import FeedSettings
from common.store.values.feeds import MOVED, MOVED_TO, READ_IN_PART, SMALLER_FEED
from common.timing.units import DAY_MS
from ingestor.sources.base import Poll, Post, Tools
from ingestor.sources.http import get, require_ok
from ingestor.sources.payload import fingerprint
from ingestor.sources.rss.apart import MAX_ENTRIES, Reading, read_feed
from ingestor.sources.rss.cut_short import read_in_part
from ingestor.sources.rss.page import named_feed
from ingestor.sources.rss.parts import is_json

log = logging.getLogger("crawlfleet.ingestor.rss")

ACCEPT = "application/feed+json, application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5"
MAX_SEEN = MAX_ENTRIES
MAX_MARK_CHARS = 1_000
"""Of an ETag: a head of more than 8 KB is refused by many servers."""
UNCHANGED_MS = DAY_MS
END_BYTES = 10_000
"""A feed's last tag is looked for within so many bytes of its end: comments may stand behind it."""
_END = re.compile(rb"</(?:[\w.-]{1,50}:)?(?:rss|feed|rdf)\s{0,9}>", re.IGNORECASE)
REFUSED = "no token is sent to a feed: see whether a browser shows it; a key in its address may have ended"


@dataclass(slots=True)
class _State:
    etag: str | None = None
    modified: str | None = None
    read_at_ms: int | None = None
    """When it was read whole."""
    seen: list[str] = field(default_factory=list)
    """Fingerprints of the entries seen, the latest first."""
    read_in_part: str | None = None
    """What of the last answer was read, when that was not all."""
    moved_to: str | None = None
    """Where its address leads for good, as it may be shown."""

    @classmethod
    def load(cls, cursor: str | None) -> _State:
        try:
            tree = json.loads(cursor) if cursor else {}
            return cls(
                tree.get("etag"),
                tree.get("modified"),
                read_at_ms if isinstance(read_at_ms := tree.get("read_at_ms"), int) else None,
                list(tree.get("seen", ())),
                tree.get(READ_IN_PART) or None,
                tree.get(MOVED_TO) or None,
            )
        except (ValueError, AttributeError, TypeError):
            return cls()

    def conditions(self, now_ms: int) -> dict[str, str]:
        """The headers that ask for the feed unless it did not change; a server is believed that for a day."""
        headers = {"Accept": ACCEPT}
        if self.read_at_ms is None or not 0 <= now_ms - self.read_at_ms < UNCHANGED_MS or self._lies_ahead(now_ms):
            return headers
        if _can_be_sent(self.etag):
            headers["If-None-Match"] = self.etag
        if _can_be_sent(self.modified):
            headers["If-Modified-Since"] = self.modified
        return headers

    def _lies_ahead(self, now_ms: int) -> bool:
        """Servers tell the time of the newest entry, and make their ETag of it. Where one is dated in the future, those
        that come until then change neither."""
        try:
            return bool(self.modified) and parsedate_to_datetime(str(self.modified)).timestamp() * 1000 > now_ms
        except (ValueError, TypeError, OverflowError):
            return False

    def dump(self) -> str:
        said = {
            "etag": self.etag,
            "modified": self.modified,
            "read_at_ms": self.read_at_ms,
            "seen": self.seen[:MAX_SEEN],
        }
        told = {READ_IN_PART: self.read_in_part, MOVED_TO: self.moved_to}
        return json.dumps(said | {key: value for key, value in told.items() if value})


class Rss:
    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        state = _State.load(cursor)
        what = f"feed {shown_account(feed.account)}"
        now_ms = self._tools.clock_ms()
        conditions = state.conditions(now_ms)
        late_at = self._tools.monotonic() + self._tools.budget_seconds
        response = await get(self._tools, feed.account, what, headers=conditions, limits=self._tools.cut_at)
        if response.status in {200, 304}:
            self._note_move(feed, state, response.moved_to)
        if response.status == 304:
            return Poll([], state.dump())
        require_ok(response, what, now_ms=self._tools.clock_ms(), refused=REFUSED)
        read = await self._read(feed, response, late_at)
        self._note(feed, state, read_in_part(read, len(response.body) if response.cut else None))
        state.etag = state.modified = None
        if (response.cut or _is_whole(response.body)) and not read.late:
            state.etag, state.modified = response.headers.get("etag"), response.headers.get("last-modified")
            state.read_at_ms = now_ms
        return _fresh(read, state)

    async def _read(self, feed: FeedSettings, response: Answer, late_at: float) -> Reading:
        """Raises SourceError."""
        try:
            return await read_feed(
                self._tools.parser,
                response.body,
                response.url,
                response.headers.get("content-type"),
                cut=response.cut,
                is_late=lambda: self._tools.monotonic() >= late_at,
            )
        except SourceError as error:
            hint = _if_a_page(feed.account) or named_feed(response.body, response.url)
            raise SourceError(f"{error}{hint}", needs_person=error.needs_person) from None

    def _note_move(self, feed: FeedSettings, state: _State, moved_to: str | None) -> None:
        """A move within a site goes on by itself; one to another site ends when the old address does."""
        there = moved_to is not None and site_of(moved_to) != site_of(feed.account)
        shown_there = shown_account(moved_to)[:500] if moved_to is not None and there else None
        if shown_there and shown_there != state.moved_to:
            shown = {"source": feed.source, "account": shown_account(feed.account)}
            log.warning("moved for good to %s; %s", shown_there, MOVED, extra=shown)
        state.moved_to = shown_there

    def _note(self, feed: FeedSettings, state: _State, part: str | None) -> None:
        if part and not state.read_in_part:
            shown = {"source": feed.source, "account": shown_account(feed.account)}
            log.warning("read in part: %s; %s", part, SMALLER_FEED, extra=shown)
        state.read_in_part = part


def _can_be_sent(mark: object) -> TypeGuard[str]:
    """What a server marked one answer with comes back with each further request, and one that cannot be sent, or that
    the server will not take, would end the feed for good."""
    return isinstance(mark, str) and 0 < len(mark) <= MAX_MARK_CHARS and mark.isascii() and mark.isprintable()


def _fresh(read: Reading, state: _State) -> Poll:
    """What was not seen before, the oldest first."""
    known, marks = set(state.seen), [_mark(post) for post in read.posts]
    fresh = [post for post, mark in zip(read.posts, marks, strict=True) if mark not in known]
    unread = [post for post in read.skipped if post.source_post_id not in known]
    state.seen = list(dict.fromkeys([*marks, *(post.source_post_id for post in unread), *state.seen]))
    fresh.reverse()
    return Poll(fresh, state.dump(), unread)


def _is_whole(body: bytes) -> bool:
    """Whether a feed that could be read has its end. JSON that has none cannot be read."""
    return is_json(body) or _END.search(body, max(0, len(body) - END_BYTES)) is not None


def _if_a_page(address: str) -> str:
    """What to write instead, where the address looks like the page of somebody's account."""
    page = account_page(address)
    if page is None:
        return ""
    server = f', base_url = "{page.base_url}"' if page.base_url else ""
    return (
        f". It looks like the page of a {page.network} account: if it is one, write "
        f'source = "{page.source}", account = "{page.account}"{server}'
    )


def _mark(post: Post) -> str:
    """Changes when the entry's content does, so an edited entry is read again; not with its id, which some feeds make
    anew each time."""
    return fingerprint(astuple(replace(post, id="")))
