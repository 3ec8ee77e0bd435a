"""The source `threads`: posts of the token's own account, or of a public profile, by the Graph API.

`account = "me"` (or a numeric user id) reads GET /{id}/threads; any other account is a username for GET /profile_posts,
which needs the permission threads_profile_discovery. Shop links usually sit in the author's own replies under a post:
GET /{id}/conversation is read for each post that has replies, again while the post is younger than a day.

Limits: quotes and reposts that an answer names only by id are fetched one by one; one that is refused is left out. A
poll ends after about MAX_REQUESTS requests, and the next one goes on from there. What the API fails at
poll after poll, a quote or the replies to a post, keeps no other post back: it is asked for again until the day after.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote, urlencode

from common.errors import SourceError
from common.net.client import Answer
from common.settings_tables.feeds import FeedSettings
from common.timing.units import DAY_MS
from ingestor.sources.base import Poll, Post, Tools
from ingestor.sources.http import Brought, get, json_of
from ingestor.sources.payload import Malformed
from ingestor.sources.threads.failing import Failing, FailsAtIt
from ingestor.sources.threads.posts import (
    BUSY_PERCENT,
    FIELDS,
    REPLY_FIELDS,
    Parsed,
    next_cursor,
    parse_page,
    parse_post,
    raise_for_error,
    usage_percent,
)
from ingestor.sources.threads.token import TokenKeeper
from ingestor.sources.tries import Tries
from ingestor.sources.walk import Page, walk
from ingestor.sources.walk_state import Item, State

log = logging.getLogger("crawlfleet.ingestor.threads")

HOST = "https://graph.threads.net"
PAGE_POSTS = 25
MAX_REQUESTS = 80
REPLY_PAGES = 3
OVERLAP_MS = DAY_MS
EARLIEST_SECONDS = 1_688_540_400
"""The API refuses an earlier `since`."""
FIRST_RECHECK_MS = 600_000


class Threads:
    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._tokens = TokenKeeper(tools)
        self._failing = Failing()
        self._tries = Tries()

    def cursor_since(self, since_ms: int) -> str:
        return State.since(since_ms, overlap_ms=OVERLAP_MS).dump()

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        base = (feed.base_url or HOST).rstrip("/")
        token = await self._tokens.token(feed, lambda token: _refresh(self._tools, base, token))
        state = State.load(cursor)
        versioned = base if re.search(r"/v\d+\.\d+$", base) else f"{base}/v1.0"
        account = _Account(self._tools, feed, versioned, token, self._failing)
        walked = await walk(
            self._tools,
            state,
            account.read_page,
            max_pages=feed.max_pages,
            overlap_ms=OVERLAP_MS,
            dress=account.dress,
            spent=lambda: account.requests >= MAX_REQUESTS or account.brought.enough,
            give_up_place=lambda: self._tries.spent(feed.label),
        )
        self._tries.over(feed.label)
        if not account.failed:
            self._failing.over(feed.label)
        wait_seconds = walked.wait_seconds
        if account.usage >= BUSY_PERCENT:
            wait_seconds = max(wait_seconds or 0, feed.poll_seconds * (4 if account.usage >= 100 else 2))
        return Poll(walked.posts, state.dump(), walked.skipped, wait_seconds, walked.more)


async def _refresh(tools: Tools, base: str, token: str) -> tuple[str, float]:
    address = re.sub(r"/v\d+\.\d+$", "", base) + "/refresh_access_token?grant_type=th_refresh_token"
    response = await _get(tools, address, token)
    raise_for_error(response, secret=token, paged=False, now_ms=tools.clock_ms())
    tree = json_of(response, "Threads token refresh")
    fresh = tree.get("access_token") if isinstance(tree, dict) else None
    if not isinstance(fresh, str) or not fresh or any(c.isspace() for c in fresh):
        raise SourceError("Threads: the refresh answered without a token")
    lives = tree.get("expires_in")
    return fresh, float(lives) if isinstance(lives, int | float) else 0.0


async def _get(tools: Tools, address: str, token: str) -> Answer:
    return await get(tools, address, "Threads", headers={"Authorization": f"Bearer {token}"}, secret=True)


@dataclass(slots=True)
class _Account:
    """One poll of one account."""

    tools: Tools
    feed: FeedSettings
    base: str
    token: str
    failing: Failing
    requests: int = 0
    brought: Brought = field(default_factory=Brought)
    usage: float = 0.0
    replies_refused: bool = False
    failed: bool = False
    """Whether something was left out for now because the API fails at it."""

    async def read_page(self, after: str | None, since_ms: int | None) -> Page:
        name = self.feed.account.lstrip("@")
        query = {"fields": FIELDS, "limit": str(PAGE_POSTS)}
        if since_ms is not None:
            query["since"] = str(max(since_ms // 1000, EARLIEST_SECONDS))
        if after:
            query["after"] = after
        if name == "me" or name.isdigit():
            return parse_page(await self._json(f"/{name}/threads", query))
        return parse_page(await self._json("/profile_posts", {"username": name} | query))

    async def dress(self, items: Sequence[Item], state: State) -> list[Item]:
        """The fresh posts with what they quote, and the authors' own replies found under the posts that are due."""
        completed: list[Item] = []
        for item in items:
            if self._above_floor(item, state):
                completed += await self._whole(item, state)
            if self.feed.replies and not self.replies_refused and self._replies_due(item, state):
                for reply in await self._own_replies(item, state):
                    completed += await self._whole(reply, state)
        self._forget_old(state)
        return completed

    def _above_floor(self, item: Item, state: State) -> bool:
        return item.at_ms is None or state.newest_ms is None or item.at_ms >= state.newest_ms - OVERLAP_MS

    async def _whole(self, item: Item, state: State) -> list[Item]:
        """The item with what it quotes, unless that was told before. Where the API fails at what it quotes, it is told
        without, and once more when the rest is had."""
        owed, name, now_ms = state.extra.setdefault("owed", {}), item.post.id, self.tools.clock_ms()
        owed_since_ms = owed.get(name)
        if name in state.seen and (owed_since_ms is None or now_ms - owed_since_ms > OVERLAP_MS):
            return []
        inner_ids = item.raw.inner_ids if isinstance(item.raw, Parsed) else ()
        found: list[Post] = []
        fails = False
        for inner in inner_ids:
            try:
                found += await self._one(inner)
            except FailsAtIt as error:
                fails = self.failed = True
                log.warning("quoted post %s not read, it is asked for again: %s", inner, error, extra=self._fields())
        if not fails:
            owed.pop(name, None)
        elif owed_since_ms is not None:
            return []
        else:
            owed[name] = now_ms
        return [replace(item, post=replace(item.post, inner=(*item.post.inner, *found)))]

    async def _one(self, name: str) -> list[Post]:
        """A post by its id; none where it is not shown. Raises FailsAtIt, and what is not about this post."""
        try:
            return [parse_post(await self._json(f"/{quote(name, safe='')}", {"fields": FIELDS})).post]
        except Malformed as error:
            log.warning("quoted post %s not read: %s", name, error, extra=self._fields())
        except SourceError as error:
            self.failing.raise_for(self.feed.label, error)
            log.info("quoted post %s not shown to this token: %s", name, error, extra=self._fields())
        return []

    def _replies_due(self, item: Item, state: State) -> bool:
        """Due when replies first appear, then at growing intervals until the post is a day old."""
        if not isinstance(item.raw, Parsed) or not item.raw.has_replies:
            return False
        checked = state.extra.setdefault("replies", {})
        now_ms, before = self.tools.clock_ms(), checked.get(item.post.id)
        created_ms = item.at_ms if item.at_ms is not None else now_ms
        if before is None or before > now_ms:  # the clock stood ahead then
            due = item.post.id not in state.seen or now_ms - created_ms <= OVERLAP_MS
        else:
            age_then = max(before - created_ms, 0)
            due = now_ms - created_ms <= OVERLAP_MS and now_ms - before >= max(FIRST_RECHECK_MS, age_then // 2)
        if due:
            checked[item.post.id] = now_ms
        return due

    def _forget_old(self, state: State) -> None:
        oldest = self.tools.clock_ms() - 2 * OVERLAP_MS
        checked = state.extra.get("replies", {})
        state.extra["replies"] = {name: at for name, at in checked.items() if at >= oldest}
        state.extra["owed"] = {name: at for name, at in state.extra.get("owed", {}).items() if at >= oldest}

    async def _own_replies(self, item: Item, state: State) -> list[Item]:
        """Replies by the post's own author. Without the permission for them there are none; the posts are read."""
        found: list[Item] = []
        after: str | None = None
        for _ in range(REPLY_PAGES):
            query = {"fields": REPLY_FIELDS, "reverse": "false"} | ({"after": after} if after else {})
            try:
                tree = await self._json(f"/{quote(item.post.id, safe='')}/conversation", query)
                page = parse_page(tree)
            except SourceError as error:
                try:
                    self.failing.raise_for(self.feed.label, error)
                except FailsAtIt:
                    self.failed = True
                    state.extra["replies"].pop(item.post.id, None)
                    log.warning("replies to %s not read, they are asked for again: %s", item.post.id, error)
                    break
                self.replies_refused = True
                log.warning("replies are not read in this poll: %s", error, extra=self._fields())
                break
            own = [reply for reply in page.items if reply.post.author == item.post.author]
            state.unknown(reply.post for reply in own)  # an edited one counts as not seen
            found += own
            after = next_cursor(tree)
            if after is None:
                break
        return found

    async def _json(self, path: str, query: dict[str, str]) -> Any:
        self.requests += 1
        response = self.brought.count(await _get(self.tools, f"{self.base}{path}?{urlencode(query)}", self.token))
        raise_for_error(response, secret=self.token, paged="after" in query, now_ms=self.tools.clock_ms())
        self.usage = max(self.usage, usage_percent(response))
        return json_of(response, "Threads")

    def _fields(self) -> dict[str, str]:
        return {"source": self.feed.source, "account": self.feed.account}
