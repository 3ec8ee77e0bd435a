"""Threads: answers to posts, error answers to SourceErrors. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.errors import SourceError
from common.net.client import Answer
from ingestor.sources.base import Post
from ingestor.sources.http import asked_wait_seconds, json_of
from ingestor.sources.payload import (
    each,
    identity,
    items,
    link_or_nothing,
    listed,
    mapping,
    text_or_none,
    time_ms,
)
from ingestor.sources.threads.token import DeadToken
from ingestor.sources.walk import Page, StaleCursor
from ingestor.sources.walk_state import Item

FIELDS = (
    "id,media_type,permalink,username,text,timestamp,is_quote_post,quoted_post,reposted_post,has_replies,"
    "link_attachment_url"
)
REPLY_FIELDS = (
    "id,text,timestamp,media_type,permalink,username,is_quote_post,quoted_post,reposted_post,link_attachment_url,"
    "is_reply,is_reply_owned_by_me"
)

RATE_CODES = {4, 17, 32, 613}
PERMISSION_CODES = {10, *range(200, 300)}
DEAD_TOKEN_CODE = 190
RATE_WAIT_SECONDS = 900.0
BUSY_PERCENT = 80
"""From this share of the app's hourly allowance on, the account is polled less often."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A post, and the posts in it that the answer names only by id."""

    post: Post
    has_replies: bool
    inner_ids: tuple[str, ...]
    """Quoted or reposted posts the payload names without their content."""


def parse_post(raw: Any) -> Parsed:
    """One item of a Threads answer. A REPOST_FACADE has no text of its own. Raises Malformed."""
    tree = mapping(raw, "the post")
    inner: list[Post] = []
    inner_ids: list[str] = []
    for key in ("quoted_post", "reposted_post"):
        reference = tree.get(key)
        if isinstance(reference, str):
            reference = {"id": reference}
        if not isinstance(reference, Mapping) or "id" not in reference:
            continue
        if reference.get("text") is None and reference.get("link_attachment_url") is None:
            inner_ids.append(identity(reference["id"], f"{key}.id"))
        else:
            inner.append(parse_post(reference).post)
    post = Post(
        id=identity(tree.get("id")),
        author=text_or_none(tree.get("username"), "username") or "",
        url=text_or_none(tree.get("permalink"), "permalink"),
        created_at_ms=time_ms(tree.get("timestamp")),
        text=text_or_none(tree.get("text"), "text") or "",
        urls=link_or_nothing(tree.get("link_attachment_url")),
        inner=tuple(inner),
    )
    return Parsed(post, tree.get("has_replies") is True, tuple(inner_ids))


def parse_page(tree: Any) -> Page:
    """An answer with `data` and `paging`. Raises SourceError when it is no such answer."""
    tree = tree if isinstance(tree, Mapping) else {}
    parsed, unread = each(listed(tree.get("data"), "Threads: the answer has no list `data`"), parse_post)
    found = [Item(one.post, one.post.created_at_ms, one) for one in parsed]
    return Page(found, unread, next_cursor(tree))


def next_cursor(tree: Mapping[str, Any]) -> str | None:
    """Where the next page begins. A last page may still carry a cursor: then the page after it is empty."""
    paging = tree.get("paging")
    if not isinstance(paging, Mapping):
        return None
    cursors = paging.get("cursors")
    after = cursors.get("after") if isinstance(cursors, Mapping) else None
    if not isinstance(after, str) or not after:
        return None
    return after if items(tree.get("data")) or paging.get("next") else None


def raise_for_error(response: Answer, *, secret: str, paged: bool, now_ms: int) -> None:
    """Raises SourceError for an error answer of the Graph API: whether to wait, and whether a person must act.

    The message never holds the token, even when the API's own text does.
    """
    error = _error_of(response)
    if response.status == 200 and not error:
        return
    code = error.get("code")
    said = str(error.get("message") or f"HTTP {response.status}")
    if secret:
        said = said.replace(secret, "***")
    said = f"{said[:300]} (code {code})" if code is not None else said[:300]
    if code in RATE_CODES or response.status == 429:
        wait = regain_seconds(response) or asked_wait_seconds(response, now_ms) or RATE_WAIT_SECONDS
        raise SourceError(f"Threads: rate limit reached: {said}; waiting {wait:.0f} s", retry_after_seconds=wait)
    if code == DEAD_TOKEN_CODE or response.status == 401:
        raise DeadToken(
            f"Threads: the token is dead: {said}. Make a new long-lived token and write it to the feed's token_file.",
            needs_person=True,
        )
    if code in PERMISSION_CODES or response.status == 403:
        raise SourceError(
            f'Threads: permission missing: {said}. The token needs threads_basic for its own posts (account = "me"), '
            "threads_profile_discovery for other profiles, and threads_read_replies for replies.",
            needs_person=True,
        )
    if paged and response.status == 400:
        raise StaleCursor(f"Threads: the page cursor was refused: {said}")
    if response.status in {400, 404}:
        raise SourceError(f"Threads: the request was refused: {said}. Check the feed's account.", needs_person=True)
    raise SourceError(f"Threads: {said}", retry_after_seconds=asked_wait_seconds(response, now_ms))


def _error_of(response: Answer) -> Mapping[str, Any]:
    try:
        tree = json_of(response, "Threads")
    except SourceError:
        if response.status == 200:
            raise
        return {}
    error = tree.get("error") if isinstance(tree, Mapping) else None
    if isinstance(error, Mapping):
        return error
    return {"message": str(error)} if error else {}


def usage_percent(response: Answer) -> float:
    """The largest share of an allowance that x-app-usage says is spent; 0 when it says nothing."""
    tree = _header(response, "x-app-usage")
    values = tree.values() if isinstance(tree, Mapping) else ()
    return max((float(value) for value in values if isinstance(value, int | float)), default=0.0)


def regain_seconds(response: Answer) -> float | None:
    """Until access comes back, where x-business-use-case-usage says so (in minutes)."""
    tree = _header(response, "x-business-use-case-usage")
    minutes = [
        entry.get("estimated_time_to_regain_access", 0)
        for entries in (tree.values() if isinstance(tree, Mapping) else ())
        for entry in items(entries)
        if isinstance(entry, Mapping)
    ]
    longest = max((float(value) for value in minutes if isinstance(value, int | float)), default=0.0)
    return longest * 60 or None


def _header(response: Answer, name: str) -> Any:
    try:
        return json.loads(response.headers.get(name, "null"))
    except ValueError:
        return None
