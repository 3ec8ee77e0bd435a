"""Payloads that real networks gave: every post is read, with its id, time and links."""

from __future__ import annotations

from typing import Any

import pytest

from ingestor.sources.base import Post
from ingestor.sources.bluesky import parse_feed as parse_bluesky
from ingestor.sources.bluesky import parse_view
from ingestor.sources.mastodon import parse_status, parse_statuses
from ingestor.sources.payload import time_ms
from ingestor.sources.rss.apart import FeedAsked
from ingestor.sources.rss.entries import read_feed
from ingestor.sources.threads.posts import next_cursor, parse_page, parse_post
from tests.places import saved, saved_files, saved_json

TRUTH: dict[str, Any] = saved_json("feeds/ground-truth.json")["files"]


def files(prefix: str, *, without: frozenset[str] = frozenset()) -> list[str]:
    found = sorted(name for name in TRUTH if name.startswith(prefix) and name not in without)
    assert found, f"no labels of {prefix}"
    return found


def load(name: str) -> Any:
    return saved_json(f"feeds/{name}")


def all_links(post: Post) -> set[str]:
    return set(post.urls)


@pytest.mark.parametrize("name", files("bluesky/", without=frozenset({"bluesky/getQuotes.json"})))
def test_bluesky(name: str) -> None:
    tree = load(name)
    page = parse_bluesky(tree if "feed" in tree else {"feed": [tree]})
    assert page.skipped == []
    expected = TRUTH[name]["posts"]
    assert [item.post.id for item in page.items] == [post["uri"] for post in expected]
    for item, post in zip(page.items, expected, strict=True):
        assert item.post.author == post["author"]
        assert item.post.created_at_ms == time_ms(post["created_at"])
        assert set(post["links"]) <= all_links(item.post)


def test_bluesky_quotes() -> None:
    views = load("bluesky/getQuotes.json")["posts"]
    posts = [parse_view(view, view["record"]) for view in views]
    assert len(posts) == TRUTH["bluesky/getQuotes.json"]["count"]
    assert all(post.inner for post in posts)


EDITS = frozenset(name for name in TRUTH if "history" in TRUTH[name].get("request", ""))
"""The saved versions of an edited status carry no id; the source reads the edited status whole."""


@pytest.mark.parametrize("name", files("mastodon/", without=EDITS))
def test_mastodon(name: str) -> None:
    tree, truth = load(name), TRUTH[name]
    if isinstance(tree, dict) and "body" in tree:
        tree = tree["body"]
    found = [parse_status(tree)] if isinstance(tree, dict) else parse_statuses(tree)[0]
    assert [status.post.id for status in found] == [post["id"] for post in truth["posts"]]
    for status, post in zip(found, truth["posts"], strict=True):
        assert status.post.created_at_ms == time_ms(post["created_at"])
        assert bool(status.post.inner) >= post["is_reblog"]
        text = "".join([*status.post.html, *status.post.urls, *(h for p in status.post.inner for h in p.html)])
        assert all(link in text or link.replace("&", "&amp;") in text for link in post["links"])


@pytest.mark.parametrize("name", [n for n in files("threads/") if "GET /{user}/threads" in TRUTH[n]["kind"]])
def test_threads(name: str) -> None:
    tree, truth = load(name), TRUTH[name]
    page = parse_page(tree)
    assert page.skipped == []
    assert [item.post.id for item in page.items] == [post["id"] for post in truth["posts"]]
    for item, post in zip(page.items, truth["posts"], strict=True):
        assert item.post.created_at_ms == time_ms(post["created_at"])
        assert item.post.author == post["username"]
    assert next_cursor(tree) == truth.get("next_cursor")


def test_threads_link_attachment() -> None:
    post = parse_post(load("threads/doc_link_attachment.json")).post
    assert post.urls == ("https://developers.facebook.com/",)


def test_every_real_feed_of_other_programs_is_read() -> None:
    """RSS and Atom of many makers, some broken on purpose: posts or a clear refusal, never a crash."""
    read = refused = 0
    for path in saved_files("feeds/rss_atom"):
        if path.suffix not in {".xml", ".rss", ".atom"}:
            continue
        found = read_feed(FeedAsked("https://feed.example/", "application/xml"), path.read_bytes())
        if found.refused is not None:
            refused += 1
            continue
        read += 1
        assert all(post.id for post in found.posts)
    assert read > 100
    assert refused <= read // 10


@pytest.mark.parametrize("name", [n for n in files("rss_atom/") if "posts" in TRUTH[n]])
def test_feeds_with_known_posts(name: str) -> None:
    found = read_feed(FeedAsked("https://feed.example/", None), saved(f"feeds/{name}").read_bytes())
    for post, expected in zip(found.posts, TRUTH[name]["posts"], strict=True):
        assert post.id == expected["id"]
        assert post.created_at_ms == time_ms(expected["created_at"])
        assert all(link in "".join([*post.html, *post.urls]) for link in expected.get("links", ()))
