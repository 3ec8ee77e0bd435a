"""JSON written to fill a process: refused before it is built up; an item that breaks its reader costs itself."""

from __future__ import annotations

import copy
import json
import random
import tracemalloc
from typing import Any

import pytest

from common.errors import SourceError
from ingestor.sources import bluesky, mastodon
from ingestor.sources.jsonl.lines import Batch
from ingestor.sources.payload import MAX_DEPTH, MAX_ID_CHARS, MAX_ITEMS, Malformed, identity, load
from ingestor.sources.rss.apart import FeedAsked
from ingestor.sources.rss.entries import read_feed
from ingestor.sources.threads import posts as threads

MIB = 1024 * 1024
FEED = FeedAsked("https://feed.example/", None)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "text",
    [
        b"[" * 5_000_000,
        b"[" + b"[]," * 3_000_000 + b"[]]",
        b'[{"a":{}},' * 1_000_000,
        b"1," * 3_000_000,
        b'""' * 3_000_000,
    ],
    ids=["deep", "many lists", "many objects", "many numbers", "many texts"],
)
def test_json_that_would_fill_the_process_is_refused_unread(text: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Malformed):
            load(text)
        assert tracemalloc.get_traced_memory()[1] < 8 * MIB
    finally:
        tracemalloc.stop()


def test_what_stands_in_texts_is_not_counted() -> None:
    text = '[{,"\\' * 500_000
    assert load(json.dumps([text]).encode()) == [text]
    assert load(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(Malformed):
        load(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))
    with pytest.raises(Malformed):
        load(b'"' + b'\\"' * 2_000_000)


def test_half_a_surrogate_pair_becomes_one_letter_and_a_pair_stays() -> None:
    assert load(rb'["\ud800", "\ud83c\udf75", "\\ud800"]') == ["\ufffd", "\U0001f375", "\\ud800"]


def test_one_bad_item_of_a_json_feed_costs_that_item() -> None:
    body = json.dumps({"items": [{"id": "1"}, {"url": "http://["}, {"id": "3"}]}).encode()
    read = read_feed(FEED, body)
    assert [post.id for post in read.posts] == ["1", "3"]
    assert len(read.skipped) == 1


def test_a_number_of_more_digits_than_python_takes_costs_its_item_alone() -> None:
    long = 5_000 * "9"
    items = ['{"id": "1"}', f'{{"id": "2", "url": {long}}}', f'{{"id": "\\ud800", "n": -{long}}}', '{"id": 4}']
    body = f'{{"items": [{", ".join(items)}]}}'.encode()
    read = read_feed(FEED, body)
    assert [post.id for post in read.posts] == ["1", "\ufffd", "4"]
    assert [row.source_post_id for row in read.skipped] == ["2"]


def test_an_id_is_bounded_as_a_number_too() -> None:
    assert identity(10**18) == "1000000000000000000"
    with pytest.raises(Malformed):
        identity(10**MAX_ID_CHARS)


VALUES: list[Any] = [
    None, True, -1, 10**30, 1e308, "", "http://[", "x" * 5_000, "9999-12-31T23:59:59-23:00", [], {}, [[]], [None],
    {"id": {}}, {"index": {"byteStart": 10**30, "byteEnd": -1}}, {"record": {"record": {"value": []}}}, {"$type": 3},
    "0001-01-01",
]  # fmt: skip
BLUESKY = {
    "post": {
        "uri": "at://did:plc:a/app.bsky.feed.post/1",
        "author": {"handle": "oak"},
        "record": {"text": "t", "createdAt": "2026-01-01T00:00:00Z", "facets": [{"index": {}, "features": [{}]}]},
        "embed": {
            "external": {"uri": "https://a.example"},
            "media": {"images": [{"alt": "a"}]},
            "record": {"value": {}},
        },
        "indexedAt": "2026-01-01T00:00:00Z",
    },
    "reason": {"indexedAt": "2026-01-01T00:00:00Z"},
}
MASTODON = {
    "id": "1",
    "account": {"acct": "oak"},
    "content": "<p>t</p>",
    "card": {"url": "https://a.example"},
    "quote": {"quoted_status": {"id": "2"}},
    "reblog": {"id": "3"},
    "poll": {"options": [{"title": "a"}]},
    "media_attachments": [{"description": "d"}],
    "created_at": "2026-01-01",
}
THREADS = {
    "id": "1",
    "username": "oak",
    "text": "t",
    "timestamp": "2026-01-01T00:00:00+0000",
    "quoted_post": {"id": "2", "text": "q", "reposted_post": {"id": "3"}},
    "link_attachment_url": "https://a.example",
}
LINE = {
    "id": "1",
    "text": "t",
    "html": ["<p>"],
    "urls": ["https://a.example"],
    "created_at": 5,
    "url": "u",
    "author": "a",
}
ITEM = {
    "id": "1",
    "url": "https://a.example",
    "content_html": "<p>",
    "attachments": [{"url": "u"}],
    "authors": [{"name": "n"}],
    "date_published": "2026-01-01T00:00:00Z",
}


def mutated(tree: Any, chance: random.Random) -> Any:
    """A copy in which one place anywhere holds something else."""
    tree = copy.deepcopy(tree)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
            places.append((node, key))
            walk(value)

    walk(tree)
    node, key = chance.choice(places)
    node[key] = copy.deepcopy(chance.choice(VALUES))
    return tree


def _counts(network: str, items: list[Any]) -> int:
    if network == "bluesky":
        page = bluesky.parse_feed({"feed": items})
        return len(page.items) + len(page.skipped)
    if network == "mastodon":
        found, unread, _ = mastodon.parse_statuses(items)
        return len(found) + len(unread)
    if network == "threads":
        page = threads.parse_page({"data": items})
        return len(page.items) + len(page.skipped)
    if network == "json feed":
        read = read_feed(FEED, json.dumps({"items": items}).encode())
        assert read.entries == len(items)
        return len(read.posts) + len(read.skipped)
    batch = Batch()
    for item in items:
        batch.take(json.dumps(item).encode(), "line")
    return len(batch.posts) + len(batch.skipped)


@pytest.mark.parametrize(
    ("network", "tree"),
    [("bluesky", BLUESKY), ("mastodon", MASTODON), ("threads", THREADS), ("json feed", ITEM), ("jsonl", LINE)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_mutated_item_gives_a_post_or_a_row_and_nothing_escapes(network: str, tree: Any) -> None:
    chance = random.Random(20261122)
    items = [tree]
    for _ in range(1_500):
        one = mutated(tree, chance)
        items.append(mutated(one, chance) if chance.random() < 0.5 else one)
    try:
        assert sum(_counts(network, items[at : at + 500]) for at in range(0, len(items), 500)) == len(items)
    except SourceError as error:
        raise AssertionError(f"one item fails all: {error}") from error


@pytest.mark.parametrize(
    "read",
    [
        lambda items: bluesky.parse_feed({"feed": items}),
        mastodon.parse_statuses,
        lambda items: threads.parse_page({"data": items}),
    ],
    ids=["bluesky", "mastodon", "threads"],
)
def test_an_answer_of_more_posts_than_any_page_holds_is_refused_unread(read: Any) -> None:
    read([{"id": "1"}] * MAX_ITEMS)
    with pytest.raises(SourceError, match="1001 posts at once"):
        read([{"id": "1"}] * (MAX_ITEMS + 1))
