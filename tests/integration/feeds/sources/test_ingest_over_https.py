"""The sources against real sockets under the networks' host names: paging, conditional requests, limits, tokens."""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.net.client import GuardedClient
from common.settings_tables.feeds import FeedSettings
from ingestor.sources.base import Poll, Source, Tools
from ingestor.sources.bluesky import Bluesky
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.rss.source import Rss
from ingestor.sources.threads.source import Threads
from tests.parsing_here import ParsingHere
from tests.servers.feed_server import Asked, FeedServer, Reply, answer_json

THREADS, BLUESKY, SOCIAL, BLOG = "graph.threads.net", "public.api.bsky.app", "social.example", "blog.example"
NOW_MS = int(time.time() * 1000)
TOKEN = "THAAsecret"


@asynccontextmanager
async def served(host: str, answer: Any) -> AsyncIterator[tuple[FeedServer, Tools]]:
    with FeedServer([host], answer) as server:
        client = GuardedClient(server.fetch_settings())
        try:
            yield server, Tools(client, lambda: NOW_MS, time.monotonic, ParsingHere(), 30.0)
        finally:
            await client.aclose()


async def poll_all(source: Source, feed: FeedSettings, cursor: str | None = None) -> tuple[list[str], Poll]:
    ids: list[str] = []
    for _ in range(20):
        poll = await source.poll(feed, cursor)
        cursor = poll.cursor
        ids += [post.id for post in poll.posts]
        if not poll.more:
            return ids, poll
    raise AssertionError("the feed never ended")


def stamp(ago_seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S+0000", time.gmtime(NOW_MS / 1000 - ago_seconds))


def thread(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": str(number),
        "username": "oak",
        "text": f"post {number}",
        "timestamp": stamp((1000 - number) * 60),
        "has_replies": False,
    } | more


def threads_feed(**more: Any) -> FeedSettings:
    return FeedSettings(**({"source": "threads", "account": "@oak", "token": SecretStr(TOKEN), "max_pages": 2} | more))


class ThreadsApi:
    """A profile's posts, newest first, three to a page; conversations and single posts by id."""

    def __init__(self, posts: list[dict[str, Any]]) -> None:
        self.posts = posts
        self.conversations: dict[str, list[dict[str, Any]]] = {}
        self.single: dict[str, dict[str, Any]] = {}
        self.headers: dict[str, str] = {}

    def __call__(self, asked: Asked) -> Reply:
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return answer_json({"error": {"message": f"bad token {TOKEN}", "code": 190}}, 401)
        name = asked.path.removeprefix("/v1.0/")
        if name in {"profile_posts", "me/threads"}:
            ordered = sorted(self.posts, key=lambda post: int(post["id"]), reverse=True)
            rest = [post for post in ordered if int(post["id"]) < int(asked.query.get("after", "99999"))]
            page = rest[:3]
            paging = {"cursors": {"after": page[-1]["id"]}} if page else {}
            return answer_json({"data": page, "paging": paging}, headers=self.headers)
        if name.endswith("/conversation"):
            return answer_json({"data": self.conversations.get(name.split("/")[0], [])})
        if name in self.single:
            return answer_json(self.single[name])
        return answer_json({"error": {"message": "not visible", "code": 10}}, 400)


async def test_threads_pages_to_the_end_then_reads_only_what_is_new() -> None:
    api = ThreadsApi([thread(n) for n in range(1, 11)])
    async with served(THREADS, api) as (server, tools):
        source, feed = Threads(tools), threads_feed()
        ids, last = await poll_all(source, feed)
        assert sorted(map(int, ids)) == list(range(1, 11))
        api.posts.append(thread(11))
        ids, _ = await poll_all(source, feed, last.cursor)
        assert ids == ["11"]
        assert all(TOKEN not in asked.target for asked in server.asked)
        assert "since" in server.asked[-1].query
        assert {asked.query.get("username") for asked in server.asked} == {"oak"}


async def test_threads_own_posts_replies_quotes_and_reposts() -> None:
    post = thread(5, has_replies=True, quoted_post={"id": "77"}, reposted_post={"id": "hidden"})
    api = ThreadsApi([post])
    api.single["77"] = thread(77, text="https://shopee.tw/product/1/2")
    api.conversations["5"] = [
        thread(6, text="連結 https://shopee.tw/product/3/4"),
        thread(7, username="somebody.else", text="spam"),
    ]
    async with served(THREADS, api) as (server, tools):
        poll = await Threads(tools).poll(threads_feed(account="me"), None)
        assert {post.id for post in poll.posts} == {"5", "6"}
        (outer,) = [post for post in poll.posts if post.id == "5"]
        assert [inner.text for inner in outer.inner] == ["https://shopee.tw/product/1/2"]
        assert server.asked[0].path == "/v1.0/me/threads"
        again = await Threads(tools).poll(threads_feed(account="me"), poll.cursor)
        assert again.posts == []


async def test_threads_replies_that_may_not_be_read_cost_only_the_replies() -> None:
    class NoReplies(ThreadsApi):
        def __call__(self, asked: Asked) -> Reply:
            if asked.path.endswith("/conversation"):
                return answer_json({"error": {"message": "threads_read_replies missing", "code": 10}}, 400)
            return super().__call__(asked)

    async with served(THREADS, NoReplies([thread(1, has_replies=True), thread(2, has_replies=True)])) as (_, tools):
        poll = await Threads(tools).poll(threads_feed(), None)
        assert [post.id for post in poll.posts] == ["1", "2"]


async def test_threads_limits_and_a_dead_token() -> None:
    def limited(asked: Asked) -> Reply:
        return answer_json({"error": {"message": "Application request limit reached", "code": 4}}, 403)

    async with served(THREADS, limited) as (_, tools):
        with pytest.raises(SourceError) as caught:
            await Threads(tools).poll(threads_feed(), None)
    assert caught.value.retry_after_seconds == 900
    async with served(THREADS, ThreadsApi([])) as (_, tools):
        with pytest.raises(SourceError) as caught:
            await Threads(tools).poll(threads_feed(token=SecretStr("other")), None)
    assert caught.value.needs_person
    busy = ThreadsApi([thread(1)])
    busy.headers = {"x-app-usage": '{"call_count": 90}'}
    async with served(THREADS, busy) as (_, tools):
        assert (await Threads(tools).poll(threads_feed(), None)).next_poll_seconds == 600


async def test_threads_token_is_refreshed_over_the_wire_and_written_back(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text("THAAold")
    four_days_ago = NOW_MS / 1000 - 4 * 86_400
    os.utime(path, (four_days_ago, four_days_ago))
    api = ThreadsApi([thread(1)])

    def answer(asked: Asked) -> Reply:
        if asked.path == "/refresh_access_token":
            assert asked.query == {"grant_type": "th_refresh_token"}
            assert asked.headers["authorization"] == "Bearer THAAold"
            return answer_json({"access_token": TOKEN, "token_type": "bearer", "expires_in": 5_184_000})
        return api(asked)

    async with served(THREADS, answer) as (_, tools):
        poll = await Threads(tools).poll(threads_feed(token=None, token_file=path), None)
    assert [post.id for post in poll.posts] == ["1"]
    assert path.read_text().strip() == TOKEN
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_token_never_follows_a_redirect() -> None:
    def elsewhere(asked: Asked) -> Reply:
        return Reply(302, headers={"Location": f"https://{THREADS}/v1.0/stolen"})

    async with served(THREADS, elsewhere) as (server, tools):
        with pytest.raises(SourceError):
            await Threads(tools).poll(threads_feed(), None)
    assert len(server.asked) == 1


def skeet(number: int) -> dict[str, Any]:
    at = stamp((1000 - number) * 600)
    record = {"text": f"post {number}", "createdAt": at}
    return {"post": {"uri": f"at://did:plc:a/app.bsky.feed.post/{number}", "record": record, "indexedAt": at}}


async def test_bluesky_pages_back_to_what_was_seen() -> None:
    numbers = list(range(1, 8))

    def answer(asked: Asked) -> Reply:
        assert asked.path == "/xrpc/app.bsky.feed.getAuthorFeed"
        rest = [n for n in sorted(numbers, reverse=True) if n < int(asked.query.get("cursor", "999"))]
        more = {"cursor": str(rest[1])} if len(rest) > 2 else {}
        return answer_json({"feed": [skeet(n) for n in rest[:2]]} | more)

    feed = FeedSettings(source="bluesky", account="oak.example", max_pages=2)
    async with served(BLUESKY, answer) as (_, tools):
        source = Bluesky(tools)
        ids, last = await poll_all(source, feed)
        assert len(ids) == len(set(ids)) == 7
        numbers.append(8)
        ids, _ = await poll_all(source, feed, last.cursor)
        assert [name.rsplit("/", 1)[1] for name in ids] == ["8"]


async def test_bluesky_unknown_account_needs_a_person() -> None:
    def answer(asked: Asked) -> Reply:
        return answer_json({"error": "InvalidRequest", "message": "Profile not found"}, 400)

    async with served(BLUESKY, answer) as (_, tools):
        with pytest.raises(SourceError, match="Profile not found") as caught:
            await Bluesky(tools).poll(FeedSettings(source="bluesky", account="nobody"), None)
    assert caught.value.needs_person


async def test_mastodon_pages_forward_and_finds_edits() -> None:
    statuses = {n: {"id": str(n), "content": f"post {n}", "edited_at": None} for n in range(1, 91)}

    def answer(asked: Asked) -> Reply:
        if asked.path == "/api/v1/accounts/lookup":
            assert asked.query == {"acct": "oak"}
            return answer_json({"id": "42"})
        assert asked.path == "/api/v1/accounts/42/statuses"
        limit = int(asked.query["limit"])
        if "min_id" in asked.query:
            page = sorted(n for n in statuses if n > int(asked.query["min_id"]))[:limit]
        else:
            page = sorted(statuses)[-limit:]
        return answer_json([statuses[n] for n in reversed(page)])

    feed = FeedSettings(source="mastodon", account="oak@social.example", max_pages=2)
    async with served(SOCIAL, answer) as (server, tools):
        source = Mastodon(tools)
        ids, last = await poll_all(source, feed)
        assert ids == [str(n) for n in range(1, 91)]
        statuses[88] |= {"content": "now with a link", "edited_at": "2026-05-01T00:00:00Z"}
        statuses[91] = {"id": "91", "content": "new"}
        ids, last = await poll_all(source, feed, last.cursor)
        assert ids == ["91", "88"]
        assert (await poll_all(source, feed, last.cursor))[0] == []
        assert sum(asked.path.endswith("lookup") for asked in server.asked) == 1


async def test_mastodon_too_many_requests_says_when() -> None:
    def answer(asked: Asked) -> Reply:
        reset = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(NOW_MS / 1000 + 120))
        return answer_json({"error": "Too many requests"}, 429, {"x-ratelimit-reset": reset})

    async with served(SOCIAL, answer) as (_, tools):
        with pytest.raises(SourceError) as caught:
            await Mastodon(tools).poll(FeedSettings(source="mastodon", account="oak@social.example"), None)
    assert caught.value.retry_after_seconds == pytest.approx(120, abs=2)


@pytest.mark.parametrize("left", ["\xb2", "9" * 5_000])
async def test_mastodon_an_allowance_that_is_no_number_costs_no_poll(left: str) -> None:
    def answer(asked: Asked) -> Reply:
        tree: Any = {"id": "42"} if asked.path.endswith("lookup") else []
        return answer_json(tree, headers={"x-ratelimit-remaining": left})

    async with served(SOCIAL, answer) as (_, tools):
        poll = await Mastodon(tools).poll(FeedSettings(source="mastodon", account="oak@social.example"), None)
    assert poll.next_poll_seconds is None


async def test_rss_asks_conditionally_and_tells_new_and_edited_entries_only() -> None:
    entries = [{"id": "1", "content_text": "one"}, {"id": "2", "content_text": "two"}]

    def answer(asked: Asked) -> Reply:
        body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": entries}).encode()
        etag = f'"{len(body)}"'
        if asked.headers.get("if-none-match") == etag:
            return Reply(304)
        return Reply(body=body, headers={"ETag": etag, "Content-Type": "application/feed+json"})

    feed = FeedSettings(source="rss", account=f"https://{BLOG}/feed.json")
    async with served(BLOG, answer) as (server, tools):
        source = Rss(tools)
        first = await source.poll(feed, None)
        assert [post.id for post in first.posts] == ["2", "1"]
        second = await source.poll(feed, first.cursor)
        assert (second.posts, second.cursor) == ([], first.cursor)
        entries[0]["content_text"] = "one, with a link"
        entries.append({"id": "3", "content_text": "three"})
        third = await source.poll(feed, second.cursor)
        assert [post.id for post in third.posts] == ["3", "1"]
        assert len(server.asked) == 3


@pytest.mark.parametrize("mark", ['"caf\xe9"', '"a\tb"', f'"{"x" * 20_000}"'])
async def test_what_cannot_be_sent_back_does_not_end_a_feed(mark: str) -> None:
    """One answer's ETag or date would come back with each further request, whatever the server says by then."""

    def answer(asked: Asked) -> Reply:
        if "if-none-match" in asked.headers or "if-modified-since" in asked.headers:
            return Reply(400)
        return Reply(body=body, headers={"ETag": mark, "Last-Modified": mark, "Content-Type": "application/feed+json"})

    body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "one"}]}).encode()
    feed = FeedSettings(source="rss", account=f"https://{BLOG}/feed.json")
    async with served(BLOG, answer) as (_, tools):
        first = await Rss(tools).poll(feed, None)
        body = json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "2", "title": "two"}]}
        ).encode()
        second = await Rss(tools).poll(feed, first.cursor)
    assert [post.id for post in (*first.posts, *second.posts)] == ["1", "2"]


async def test_a_feed_that_was_cut_off_is_asked_for_whole_again() -> None:
    """A program that makes a feed may end in the middle while its server names the version all the same. What was
    behind the cut would stay unread for as long as the server says that nothing changed."""
    items = "".join(
        f"<item><guid>{n}</guid><description>https://shopee.tw/product/1/{n}</description></item>" for n in range(4)
    )
    whole = f'<rss version="2.0"><channel><title>Oak</title>{items}</channel></rss>\n<!-- made by hand -->'.encode()
    shown = [whole[: whole.index(b"</guid>", 200)], whole, whole]

    def answer(asked: Asked) -> Reply:
        if "if-none-match" in asked.headers or "if-modified-since" in asked.headers:
            return Reply(304)
        return Reply(body=shown.pop(0), headers={"ETag": '"1"', "Last-Modified": "Thu, 26 Nov 2026 00:00:00 GMT"})

    feed = FeedSettings(source="rss", account=f"https://{BLOG}/feed.xml")
    async with served(BLOG, answer) as (server, tools):
        source = Rss(tools)
        first = await source.poll(feed, None)
        second = await source.poll(feed, first.cursor)
        assert {"0", "1", "2", "3"} <= {text.rpartition("/")[2] for post in second.posts for text in post.html} | {
            text.rpartition("/")[2] for post in first.posts for text in post.html
        }
        assert (await source.poll(feed, second.cursor)).posts == []
        assert (len(server.asked), len(shown)) == (3, 1), "a whole one is asked for conditionally"


async def test_a_feed_that_redirects_to_this_machine_is_refused() -> None:
    def answer(asked: Asked) -> Reply:
        return Reply(302, headers={"Location": "https://10.0.0.1/feed"})

    async with served(BLOG, answer) as (_, tools):
        with pytest.raises(SourceError) as caught:
            await Rss(tools).poll(FeedSettings(source="rss", account=f"https://{BLOG}/feed"), None)
    assert caught.value.needs_person


async def test_a_redirect_that_leads_nowhere_is_called_that() -> None:
    """A feed has no base_url to set."""
    async with served(BLOG, lambda asked: Reply(302)) as (_, tools):
        with pytest.raises(SourceError, match="a redirect that names no address \\(HTTP 302\\)"):
            await Rss(tools).poll(FeedSettings(source="rss", account=f"https://{BLOG}/feed"), None)
