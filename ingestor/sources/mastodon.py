"""Mastodon and servers with its API: an account's public statuses.

Pages are read forward, oldest first, by `min_id` (`since_id` would skip what does not fit a page), so the cursor is
the last id read. When there is nothing newer, the newest page is read once more for edited statuses, which keep their
ids, and for late ones: a status of another server gets an id of when it was written, whenever this one heard of it.

An account whose id its server does not know any more is asked for by its name again: set up anew under another id, it
is read from its beginning.

Limits: what comes late and stands below the newest page is not read. While the page to go on at fails, only what the
newest one shows is.

`account` is `name@server` (then base_url may be left out) or a name on `base_url`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from common.accounts.server import server_and_name
from common.errors import SourceError
from common.links.shown_account import shown_account
from common.net.client import Answer
from common.settings_tables.feeds import FeedSettings
from common.store import SkippedPost
from ingestor.sources.base import Poll, Post, Tools
from ingestor.sources.http import Brought, NotThere, asked_wait_seconds, get, json_of, require_ok
from ingestor.sources.payload import (
    Malformed,
    each,
    identity,
    items,
    link_or_nothing,
    listed,
    mapping,
    text_or_none,
    time_ms,
)
from ingestor.sources.token_file import token_now
from ingestor.sources.tries import Tries

log = logging.getLogger("crawlfleet.ingestor.mastodon")

PAGE_POSTS = 40
REFUSED = "check the feed's token; a new one in its token_file is read at the next poll"
MAX_KNOWN = 200
"""Of statuses read, the newest ones that the cursor names: five times what the newest page shows."""
LOW_ALLOWANCE = 20
"""With fewer requests than this left in the server's rate limit, the next poll waits for its reset."""


@dataclass(slots=True)
class _State:
    account_id: str | None = None
    last_id: str = "0"
    edits: dict[str, str] = field(default_factory=dict)
    """Id of a status read → the edit already read, or nothing."""
    since_ms: int | None = None
    """Begin at the first status since then; once that is turned into an id, None."""
    first_id: str = "0"
    """No status up to here is wanted."""
    server: str | None = None
    """Whose ids these are; None in cursors of before, and where nothing was read yet."""

    @classmethod
    def load(cls, cursor: str | None, server: str) -> _State:
        """At another server than before all begins anew: there the account's id is somebody else's."""
        try:
            tree = json.loads(cursor) if cursor else {}
            if tree.get("server") not in {None, server}:
                return cls(server=server)
            return cls(
                tree.get("account_id"),
                str(tree.get("last_id", "0")),
                dict(tree.get("edits", {})),
                tree.get("since_ms"),
                str(tree.get("first_id", "0")),
                server,
            )
        except (ValueError, AttributeError, TypeError):
            return cls(server=server)

    def dump(self) -> str:
        newest = sorted(self.edits, key=id_order)[-MAX_KNOWN:]
        tree = {
            "account_id": self.account_id,
            "last_id": self.last_id,
            "edits": {name: self.edits[name] for name in newest},
            "first_id": self.first_id,
            "server": self.server,
        }
        return json.dumps(tree | ({"since_ms": self.since_ms} if self.since_ms is not None else {}))

    def begin_at_time(self) -> None:
        """Mastodon's own ids hold their time in milliseconds above 16 bits (lib/mastodon/snowflake.rb). Servers that
        only share its API number otherwise, and are read from their beginning."""
        if self.since_ms is not None:
            numbered = (self.account_id or "").isdigit()
            self.first_id = self.last_id = str(max(self.since_ms, 0) << 16) if numbered else "0"
            self.since_ms = None

    def unread(self, status: Status) -> bool:
        """Whether it was not read, as far as the cursor names those, or was edited since."""
        name = status.post.id
        return id_order(self.first_id) < id_order(name) and self.edits.get(name) != status.edit

    def wants(self, status: Status) -> bool:
        """Whether a status of the newest page, up to the last id read, is late or was edited since it was read."""
        return id_order(status.post.id) <= id_order(self.last_id) and self.unread(status)

    def note(self, status: Status) -> None:
        self.edits[status.post.id] = status.edit


@dataclass(frozen=True, slots=True)
class Status:
    """A status and when it was last edited."""

    post: Post
    edited_at: str | None

    @property
    def edit(self) -> str:
        return self.edited_at or ""


class Mastodon:
    """The source `mastodon`."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._tries = Tries()

    def cursor_since(self, since_ms: int) -> str:
        return _State(since_ms=since_ms).dump()

    async def poll(self, feed: FeedSettings, cursor: str | None) -> Poll:
        started, (base, name) = self._tools.monotonic(), _server_and_name(feed)
        account, server = _Account(self._tools, feed, base, name), urlsplit(base).netloc.lower()
        state = _State.load(cursor, server)
        try:
            return await self._read_on(feed, account, state, started)
        except NotThere:
            if (anew := await account.made_anew(state.account_id)) is None:
                raise
            return await self._read_on(feed, account, _State(anew, server=server), started)

    async def _read_on(self, feed: FeedSettings, account: _Account, state: _State, started: float) -> Poll:
        """Raises SourceError when not even the first page could be read."""
        if state.account_id is None:
            state.account_id = await account.find()
        state.begin_at_time()
        posts: list[Post] = []
        unread: list[SkippedPost] = []
        for number in range(1, feed.max_pages + 1):
            try:
                found, broken, highest = parse_statuses(await account.statuses(state.account_id, state.last_id))
            except SourceError as error:
                if number == 1:
                    return await self._newest_instead(account, state, error)
                return Poll(posts, state.dump(), unread, error.retry_after_seconds or 1.0, more=True)
            self._tries.over(feed.label)
            unread += broken
            for status in sorted(found, key=lambda status: id_order(status.post.id)):
                posts.append(status.post)
                state.note(status)
            if highest is None or id_order(highest) <= id_order(state.last_id):
                try:
                    posts += await self._late_or_edited(account, state)
                except SourceError as error:
                    if not posts:  # a poll that has read nothing else says that it fails
                        raise
                    return Poll(posts, state.dump(), unread, error.retry_after_seconds or account.wait_seconds)
                return Poll(posts, state.dump(), unread, account.wait_seconds)
            state.last_id = highest
            if account.brought.enough or self._tools.monotonic() - started > self._tools.budget_seconds:
                break
        return Poll(posts, state.dump(), unread, account.wait_seconds, more=True)

    async def _newest_instead(self, account: _Account, state: _State, error: SourceError) -> Poll:
        """Now and then the newest page alone, where the one to go on at fails poll after poll, as for a status that its
        server breaks at: what is newer is read all the same. The place is kept. Raises `error` otherwise."""
        if state.account_id is None or error.retry_after_seconds is not None:
            raise error
        found, broken, _ = parse_statuses(await account.statuses(state.account_id, None))
        if not self._tries.spent(account.label):
            raise error
        new = [status for status in found if state.unread(status)]
        for status in new:
            state.note(status)
        return Poll([status.post for status in new], state.dump(), broken, account.wait_seconds)

    async def _late_or_edited(self, account: _Account, state: _State) -> list[Post]:
        """Statuses of the newest page that came late, or whose text changed since they were read."""
        if state.account_id is None or state.last_id == "0":
            return []
        found, _, _ = parse_statuses(await account.statuses(state.account_id, None))
        wanted = [status for status in found if state.wants(status)]
        for status in wanted:
            state.note(status)
        return [status.post for status in wanted]


def _server_and_name(feed: FeedSettings) -> tuple[str, str]:
    found = server_and_name(feed.account, feed.base_url)
    assert found is not None, "settings without one are refused"  # noqa: S101
    return found


class _Account:
    """One poll of one account."""

    def __init__(self, tools: Tools, feed: FeedSettings, base: str, name: str) -> None:
        self._tools = tools
        self._feed = feed
        self._base = base
        self._name = name
        self.label = feed.label
        self._what = f"Mastodon {shown_account(feed.account)}"
        self._shown = {"account": shown_account(feed.account)}
        self._token = token_now(feed, self._what)
        self.wait_seconds: float | None = None
        self.brought = Brought()

    async def find(self) -> str:
        """The account's id on its server."""
        tree = await self._json(f"/api/v1/accounts/lookup?{urlencode({'acct': self._name})}")
        try:
            return identity(mapping(tree, "the account").get("id"))
        except Malformed as error:
            raise SourceError(f"{self._what}: the account lookup was not understood: {error}") from None

    async def made_anew(self, old_id: str | None) -> str | None:
        """The id that its server knows it by now, where that is another one than `old_id`. Raises SourceError."""
        if old_id is None:
            return None
        new_id = await self.find()
        if new_id == old_id:
            return None
        log.warning("its server knows the account by another id now: it is read from its beginning", extra=self._shown)
        return new_id

    async def statuses(self, account_id: str, after_id: str | None) -> Any:
        query = {"limit": str(PAGE_POSTS)} | ({"min_id": after_id} if after_id is not None else {})
        if not self._feed.replies:
            query["exclude_replies"] = "true"
        return await self._json(f"/api/v1/accounts/{quote(account_id, safe='')}/statuses?{urlencode(query)}")

    async def _json(self, path: str) -> Any:
        token = self._token
        headers = {"Authorization": f"Bearer {token}"} if token else None
        response = self.brought.count(
            await get(self._tools, self._base + path, self._what, headers=headers, secret=bool(token))
        )
        refused = REFUSED if token else "its server wants one who is known: set the feed's token_file"
        require_ok(response, self._what, now_ms=self._tools.clock_ms(), refused=refused)
        self._note_allowance(response)
        return json_of(response, self._what)

    def _note_allowance(self, response: Answer) -> None:
        left = response.headers.get("x-ratelimit-remaining", "")
        if left.isascii() and left.isdigit() and float(left) < LOW_ALLOWANCE:  # an int may have 4,300 digits at most
            self.wait_seconds = asked_wait_seconds(response, self._tools.clock_ms())


def parse_statuses(tree: Any) -> tuple[list[Status], list[SkippedPost], str | None]:
    """Statuses, those that cannot be read, and the highest id of both. Raises SourceError when it is no list,
    or no page of one.
    """
    statuses = listed(tree, "Mastodon: the answer is no list of statuses")
    found, unread = each(statuses, parse_status)
    # The highest is asked for by each later poll: one that no address holds would end the account for good.
    ids, _ = each(statuses, lambda raw: identity(mapping(raw, "the status").get("id")))
    return found, unread, max(ids, key=id_order, default=None)


def parse_status(raw: Any, depth: int = 0) -> Status:
    """One status with its card, and what it boosts or quotes. Links live in the HTML's href, and in the plain texts
    beside it. Raises Malformed.
    """
    tree = mapping(raw, "the status")
    account, card, quoted = tree.get("account"), tree.get("card"), tree.get("quote")
    author = account.get("acct") if isinstance(account, Mapping) else None
    if isinstance(quoted, Mapping) and "quoted_status" in quoted:
        quoted = quoted["quoted_status"]
    inner = [
        parse_status(nested, depth + 1).post
        for nested in (tree.get("reblog"), quoted)
        if isinstance(nested, Mapping) and "id" in nested and depth < 3
    ]
    content = text_or_none(tree.get("content"), "content")
    address = tree.get("url") or tree.get("uri")
    post = Post(
        id=identity(tree.get("id")),
        author=author if isinstance(author, str) else "",
        url=address if isinstance(address, str) else None,
        created_at_ms=time_ms(tree.get("created_at")),
        text="\n".join(_beside(tree)),
        html=(content,) if content else (),
        urls=link_or_nothing(card.get("url")) if isinstance(card, Mapping) else (),
        inner=tuple(inner),
    )
    edited = tree.get("edited_at")
    return Status(post, edited if isinstance(edited, str) else None)


def _beside(tree: Mapping[str, Any]) -> Iterator[str]:
    """The plain texts of a status: its content warning, its poll's options, the descriptions of its media."""
    poll = tree.get("poll")
    options = items(poll.get("options")) if isinstance(poll, Mapping) else []
    texts = [
        tree.get("spoiler_text"),
        *(option.get("title") for option in options if isinstance(option, Mapping)),
        *(medium.get("description") for medium in items(tree.get("media_attachments")) if isinstance(medium, Mapping)),
    ]
    yield from (text for text in texts if isinstance(text, str) and text)


def id_order(status_id: str) -> tuple[int, str]:
    """Sorts ids by age. They are large numbers sent as text: the longer one is newer, then the greater one."""
    digits = status_id.lstrip("0")
    return (len(digits), digits)
