"""A feed's address that is not the right one, or not any more: moved for good, gone for good, a web page. And a token
that a person put right while the ingestor runs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import SourceError
from common.net.client import GuardedClient
from common.settings import DatabaseSettings, Settings
from common.settings_tables.feeds import FeedSettings
from common.store import FeedState, init_schema, open_store
from fleet.doctor.finding import Level
from fleet.doctor.work import judge_feeds
from ingestor.sources.base import Poll, Tools
from ingestor.sources.mastodon import Mastodon
from ingestor.sources.rss.page import named_feed
from ingestor.sources.rss.source import Rss
from tests.parsing_here import ParsingHere
from tests.servers.feed_server import Asked, FeedServer, Reply, answer_json

OLD, NEW, SOCIAL = "old.example", "new.example", "social.example"
FEED = b'<?xml version="1.0"?><rss version="2.0"><channel><item><title>a</title><guid>1</guid></item></channel></rss>'


async def polled(answer: Callable[[Asked], Reply], network: Any = Rss, cursor: str | None = None, **more: Any) -> Poll:
    given: dict[str, Any] = {"source": "rss", "account": f"https://{OLD}/feed", **more}
    with FeedServer([OLD, NEW, f"www.{OLD}", SOCIAL], answer) as server:
        client = GuardedClient(server.fetch_settings())
        tools = Tools(client, lambda: int(time.time() * 1000), time.monotonic, ParsingHere(), 30.0)
        try:
            poll: Poll = await network(tools).poll(FeedSettings.model_validate(given), cursor)
            return poll
        finally:
            await client.aclose()


def leading(*hops: tuple[int, str]) -> Callable[[Asked], Reply]:
    """Each request is led to the next place; the last one is the feed."""
    left = list(hops)

    def answer(asked: Asked) -> Reply:
        if not left:
            return Reply(body=FEED)
        status, place = left.pop(0)
        return Reply(status, headers={"Location": place})

    return answer


@pytest.mark.parametrize(
    ("hops", "moved_to"),
    [
        ([(301, f"https://{NEW}/rss")], f"https://{NEW}/rss"),
        ([(308, f"https://{NEW}/rss"), (302, f"https://{NEW}/today")], f"https://{NEW}/rss"),
        ([(301, f"https://{OLD}/a"), (301, f"https://{NEW}/rss")], f"https://{NEW}/rss"),
        ([(301, f"https://{NEW}/a"), (302, f"https://{NEW}/b"), (301, f"https://{NEW}/c")], f"https://{NEW}/a"),
        ([(302, f"https://{NEW}/rss")], None),
        ([(302, f"https://{NEW}/a"), (301, f"https://{NEW}/b")], None),
        ([(301, f"https://www.{OLD}/feed")], None),
        ([], None),
    ],
)
async def test_a_move_to_another_site_is_told(hops: list[tuple[int, str]], moved_to: str | None) -> None:
    poll = await polled(leading(*hops))
    assert len(poll.posts) == 1
    assert json.loads(poll.cursor or "").get("moved_to") == moved_to


async def test_the_key_of_a_private_address_is_not_in_it_and_the_old_address_may_come_back() -> None:
    poll = await polled(leading((301, f"https://{NEW}/rss?key=SECRET")))
    assert "SECRET" not in (poll.cursor or "")
    again = await polled(leading(), cursor=poll.cursor)
    assert "moved_to" not in json.loads(again.cursor or "")


async def test_the_doctor_says_what_to_write(tmp_path: Path) -> None:
    settings = DatabaseSettings(url=f"file:{tmp_path}/fleet.db")
    await init_schema(settings)
    store = await open_store(settings)
    feed = FeedSettings(source="rss", account=f"https://{OLD}/feed")
    poll = await polled(leading((301, f"https://{NEW}/rss")))
    nothing: dict[str, Any] = {"jobs": [], "sightings": []}
    await store.feeds.record_poll(feed.source, feed.account, cursor=poll.cursor, **nothing)
    (state,) = await store.feeds.states()
    now_ms = await store.jobs.now_ms()
    await store.close()
    assert state.moved_to == f"https://{NEW}/rss"
    (finding,) = judge_feeds(Settings(feeds=[feed]), [state], now_ms)
    assert finding.level is Level.WARNING
    assert f"it moved for good to https://{NEW}/rss" in finding.text
    assert "write that address as its account" in (finding.next_step or "")


def test_the_doctor_says_how_to_have_a_poll_when_it_is_put_right() -> None:
    feed = FeedSettings(source="mastodon", account=f"oak@{SOCIAL}")
    state = FeedState("mastodon", feed.account, None, "check the feed's token", 1, None, 0)
    (finding,) = judge_feeds(Settings(feeds=[feed]), [state], 1)
    assert "`crawlfleet feeds poll " in (finding.next_step or "")


async def test_gone_for_good_is_not_merely_not_there() -> None:
    with pytest.raises(SourceError, match=r"gone for good \(HTTP 410\).*take it out of") as gone:
        await polled(lambda asked: Reply(410))
    assert gone.value.needs_person


async def test_a_web_page_is_asked_which_feed_it_names() -> None:
    link = b"<link rel='alternate' type='application/rss+xml' href='/feed.xml?a=1&amp;b=2'>"
    page = b"<html><head>" + link + b"</head><h1>hi</h1>"
    with pytest.raises(SourceError, match=r"It is a web page, which names this feed: https://old\.example/feed\.xml"):
        await polled(lambda asked: Reply(body=page, headers={"Content-Type": "text/html"}))


@pytest.mark.parametrize(
    "link",
    [
        '<link rel="stylesheet" type="text/css" href="/x.css">',
        '<link type="application/rss+xml" href="javascript:alert(1)">',
        '<link type="application/rss+xml" href="https://[bad">',
        '<link type="application/rss+xml" href="/a\u202eb">',
        '<link type="application/rss+xml" href="/' + "a" * 400 + '">',
        '<link type="application/rss+xml">',
        "<link " + "x" * 100_000,
        "",
    ],
)
def test_a_page_that_names_no_plain_address_says_nothing(link: str) -> None:
    assert named_feed(f"<html>{link}</html>".encode(), "https://blog.example/") == ""


async def test_a_new_token_in_its_file_is_taken_at_the_next_poll(tmp_path: Path) -> None:
    token_file = tmp_path / "token"
    given: dict[str, Any] = {
        "source": "mastodon",
        "account": f"oak@{SOCIAL}",
        "token_file": str(token_file),
        "token": SecretStr("ended"),
    }

    def answer(asked: Asked) -> Reply:
        if asked.headers.get("authorization") != "Bearer good":
            return answer_json({"error": "The access token is invalid"}, 401)
        return answer_json({"id": "7"} if "lookup" in asked.path else [])

    token_file.write_text("ended\n")
    with pytest.raises(SourceError, match="a new one in its token_file is read at the next poll"):
        await polled(answer, Mastodon, **given)
    token_file.write_text("good\n")
    assert (await polled(answer, Mastodon, **given)).posts == []
