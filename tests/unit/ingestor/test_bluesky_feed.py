"""Bluesky feed items: facets by byte, cards, quotes, reposts."""

from __future__ import annotations

from typing import Any

import pytest

from ingestor.sources.bluesky import facet_links, parse_feed, parse_item, without_links
from ingestor.sources.payload import Malformed

URI = "at://did:plc:aaaa/app.bsky.feed.post/3kxyz"
TEXT = "松木好杯 shopee.tw/product/31… 👍"
LINK = "https://shopee.tw/product/310001/9100001"


def facet(start: int, end: int, uri: str = LINK) -> dict[str, Any]:
    features = [{"$type": "app.bsky.richtext.facet#link", "uri": uri}]
    return {"index": {"byteStart": start, "byteEnd": end}, "features": features}


def view(**record: Any) -> dict[str, Any]:
    return {
        "uri": URI,
        "author": {"handle": "oak.example", "did": "did:plc:aaaa"},
        "record": {"text": TEXT, "createdAt": "2026-05-01T08:00:00.000Z"} | record,
        "indexedAt": "2026-05-01T08:00:02.000Z",
    }


def test_facets_count_bytes_and_their_cut_text_is_taken_out() -> None:
    start = len("松木好杯 ".encode())
    end = start + len("shopee.tw/product/31…".encode())
    post = parse_item({"post": view(facets=[facet(start, end)])}).post
    assert post.urls == (LINK,)
    assert post.text.split() == ["松木好杯", "👍"]
    assert post.url == "https://bsky.app/profile/oak.example/post/3kxyz"


@pytest.mark.parametrize("span", [(-1, 3), (5, 2), (0, 9999), ("a", 3), (1, None)])
def test_impossible_offsets_leave_the_text_alone_but_keep_the_link(span: tuple[Any, Any]) -> None:
    facets = [facet(*span)]
    assert without_links(TEXT, facets) == TEXT
    assert facet_links(facets) == [LINK]


def test_offsets_within_a_character_do_not_break_the_rest() -> None:
    assert without_links("松木 end", [facet(1, 4)]).endswith(" end")


def test_facets_that_are_no_list_are_no_links() -> None:
    assert facet_links({"index": {}}) == []
    assert facet_links([None, {"features": "x"}, {"features": [{"$type": "app.bsky.richtext.facet#tag"}]}]) == []


@pytest.mark.parametrize("index", [None, "0-4", [0, 4]])
def test_a_facet_without_a_place_leaves_the_text_alone_and_keeps_its_link(index: Any) -> None:
    facets = [facet(1, 4) | {"index": index}]
    assert facet_links(facets) == [LINK]
    assert without_links("松木 end", facets) == "松木 end"


def test_descriptions_of_pictures_and_films_are_read_too() -> None:
    images = {"images": [{"alt": "a cup, shopee.tw/product/1/5"}, {"alt": ""}, None]}
    embed = {"$type": "app.bsky.embed.recordWithMedia", "media": images}
    text = parse_item({"post": view(embed=embed) | {"embed": embed}}).post.text
    assert text.split("\n")[1:] == ["a cup, shopee.tw/product/1/5"]
    assert parse_item({"post": view(embed={"video": {}, "alt": "a film"})}).post.text.endswith("\na film")


def test_cards_and_quotes_and_quotes_with_media() -> None:
    quoted = {
        "uri": URI + "q",
        "author": {"handle": "maker.example"},
        "value": {"text": "mine", "facets": [facet(0, 4, "https://shopee.sg/product/1/2")]},
        "embeds": [{"$type": "app.bsky.embed.external#view", "external": {"uri": "https://shopee.sg/product/1/3"}}],
    }
    embed = {
        "$type": "app.bsky.embed.recordWithMedia#view",
        "media": {"$type": "app.bsky.embed.external#view", "external": {"uri": "https://shopee.sg/product/1/4"}},
        "record": {"record": quoted},
    }
    post = parse_item({"post": view() | {"embed": embed}}).post
    assert post.urls == ("https://shopee.sg/product/1/4",)
    assert post.inner[0].urls == ("https://shopee.sg/product/1/2", "https://shopee.sg/product/1/3")
    plain = parse_item({"post": view() | {"embed": {"$type": "app.bsky.embed.record#view", "record": quoted}}}).post
    assert plain.inner[0].author == "maker.example"


def test_a_deleted_quote_gives_nothing() -> None:
    gone = {"$type": "app.bsky.embed.record#viewNotFound", "uri": URI, "notFound": True}
    assert parse_item({"post": view() | {"embed": {"record": gone}}}).post.inner == ()


def test_a_repost_takes_its_place_by_the_time_of_reposting() -> None:
    reason = {"$type": "app.bsky.feed.defs#reasonRepost", "indexedAt": "2026-05-09T00:00:00.000Z"}
    item = parse_item({"post": view(), "reason": reason})
    assert item.at_ms == 1_778_284_800_000
    assert item.post.created_at_ms == 1_777_622_400_000


def test_a_broken_item_costs_only_itself() -> None:
    page = parse_feed({"feed": [{"post": view()}, {"post": {"uri": "at://x"}}, 5], "cursor": "c"})
    assert len(page.items) == 1
    assert page.skipped[0].source_post_id == "at://x"
    assert len(page.skipped) == 2
    assert page.after == "c"
    with pytest.raises(Malformed):
        parse_item({"post": view() | {"uri": 1.5}})


def test_a_post_stands_where_it_was_written_and_came_when_it_was_indexed() -> None:
    late = parse_item({"post": view() | {"indexedAt": "2026-05-01T13:00:00.000Z"}})
    assert (late.at_ms, late.came_ms) == (1_777_622_400_000, 1_777_640_400_000)
