"""Mastodon statuses: HTML, cards, boosts, quotes, ids, account names."""

from __future__ import annotations

from typing import Any

import pytest

from common.errors import SourceError
from ingestor.sources.mastodon import id_order, parse_status, parse_statuses
from ingestor.sources.payload import Malformed

STATUS: dict[str, Any] = {
    "id": "110000000000000001",
    "created_at": "2026-05-01T08:00:00.000Z",
    "url": "https://social.example/@oak/110000000000000001",
    "account": {"acct": "oak"},
    "content": '<p><a href="https://shopee.tw/product/1/2"><span class="ellipsis">shopee.tw/pro</span></a></p>',
    "card": {"url": "https://shopee.tw/product/1/3"},
    "edited_at": None,
    "reblog": None,
}


def test_html_and_card() -> None:
    post = parse_status(STATUS).post
    assert post.html == (STATUS["content"],)
    assert post.urls == ("https://shopee.tw/product/1/3",)
    assert (post.author, post.created_at_ms) == ("oak", 1_777_622_400_000)


def test_content_warnings_polls_and_descriptions_of_pictures_are_read_too() -> None:
    poll = {"options": [{"title": "shopee.tw/product/1/4"}, {"title": None}, 7]}
    media = [{"description": "from https://shopee.tw/product/1/5"}, {"description": None}, None]
    post = parse_status(STATUS | {"spoiler_text": "cup", "poll": poll, "media_attachments": media}).post
    assert post.text.split("\n") == ["cup", "shopee.tw/product/1/4", "from https://shopee.tw/product/1/5"]
    assert parse_status(STATUS | {"spoiler_text": 5, "poll": "x", "media_attachments": "y"}).post.text == ""


def test_boosts_and_quotes_are_inside() -> None:
    boost = STATUS | {"id": "9", "content": "", "card": None, "reblog": STATUS}
    quote = STATUS | {"id": "8", "quote": {"state": "accepted", "quoted_status": STATUS}}
    assert [post.id for post in parse_status(boost).post.inner] == ["110000000000000001"]
    assert [post.id for post in parse_status(quote).post.inner] == ["110000000000000001"]
    assert parse_status(STATUS | {"quote": {"state": "deleted", "quoted_status": None}}).post.inner == ()


def test_a_boost_without_end_stops() -> None:
    endless: dict[str, Any] = dict(STATUS)
    endless["reblog"] = endless
    assert parse_status(endless).post.id == STATUS["id"]


def test_a_broken_status_costs_only_itself_and_the_cursor_passes_it() -> None:
    found, unread, highest = parse_statuses([STATUS, STATUS | {"id": "110000000000000002", "content": 5}])
    assert len(found) == 1
    assert unread[0].source_post_id == highest == "110000000000000002"
    with pytest.raises(Malformed):
        parse_status({"content": "no id"})
    with pytest.raises(SourceError):
        parse_statuses({"error": "x"})


def test_an_id_that_no_address_holds_is_not_where_the_next_poll_begins() -> None:
    found, unread, highest = parse_statuses([STATUS, STATUS | {"id": "9" * 100_000}])
    assert (len(found), len(unread), highest) == (1, 1, STATUS["id"])


def test_ids_are_ordered_as_numbers() -> None:
    assert max(["9", "10", "0"], key=id_order) == "10"
