"""Whole answers of the networks, with all they carry around a post: the right posts, and only their links."""

from __future__ import annotations

from typing import Any

from ingestor.sources.bluesky import parse_feed, parse_view
from ingestor.sources.mastodon import parse_statuses
from ingestor.sources.threads.posts import next_cursor, parse_page

A = "https://shopee.tw/product/310001/9100001"
B = "https://item.taobao.com/item.htm?id=600000000001"
C = "https://shopee.sg/product/310002/9100002"
TOLD = "2026-05-01T08:00:00.000Z"
MORNING = 1_777_622_400_000


def facet(start: int, end: int, *features: dict[str, Any]) -> dict[str, Any]:
    return {"index": {"byteStart": start, "byteEnd": end}, "features": list(features)}


LINK = {"$type": "app.bsky.richtext.facet#link"}
MENTION = {"$type": "app.bsky.richtext.facet#mention", "did": "did:plc:pine"}
TAG = {"$type": "app.bsky.richtext.facet#tag", "tag": "tea"}


def view(key: str, text: str, **more: Any) -> dict[str, Any]:
    record = {"$type": "app.bsky.feed.post", "text": text, "createdAt": TOLD, "langs": ["zh"]}
    return {
        "uri": f"at://did:plc:oak/app.bsky.feed.post/{key}",
        "cid": f"bafy{key}",
        "author": {"did": "did:plc:oak", "handle": "oak.example", "displayName": "Oak", "labels": []},
        "record": record | more.pop("record", {}),
        "likeCount": 3,
        "indexedAt": TOLD,
        "labels": [],
    } | more


def test_a_bluesky_page_of_posts_replies_pictures_and_quotes() -> None:
    said = "@pine 茶壺 shopee.tw/prod… #tea"
    shown = len("@pine 茶壺 ".encode())
    facets = [
        facet(0, 5, MENTION),
        {"features": [{**LINK, "uri": B}]},
        facet(shown, shown + len("shopee.tw/prod…".encode()), {**LINK, "uri": A}),
        facet(36, 40, TAG),
    ]
    parent = view("parent", f"another's {C}")
    pictures = {"$type": "app.bsky.embed.images#view", "images": [{"thumb": "https://cdn.example/1", "alt": "a pot"}]}
    page = parse_feed(
        {
            "feed": [
                {"post": view("1", said, record={"facets": facets}), "reply": {"root": parent, "parent": parent}},
                {"post": view("2", "only a picture", embed=pictures)},
            ],
            "cursor": "2026-05-01T07:00:00Z",
        }
    )
    first, second = (item.post for item in page.items)
    assert page.skipped == []
    assert (first.id, first.author) == ("at://did:plc:oak/app.bsky.feed.post/1", "oak.example")
    assert first.created_at_ms == second.created_at_ms == MORNING
    assert set(first.urls) == {A, B}
    assert "shopee.tw/prod" not in first.text, "what a link shows is no address"
    assert first.text.split()[0] == "@pine", "a mention stays in the text"
    assert first.inner == second.inner == (), "a reply's parent is another's post"
    assert second.text.split("\n") == ["only a picture", "a pot"]


def test_bluesky_quotes_carry_the_post_they_quote() -> None:
    quoted = {
        "$type": "app.bsky.embed.record#viewRecord",
        "uri": "at://did:plc:pine/app.bsky.feed.post/9",
        "author": {"did": "did:plc:pine", "handle": "pine.example"},
        "value": {"text": f"buy {C}", "createdAt": TOLD},
        "indexedAt": TOLD,
    }
    quote = view("3", "look", embed={"$type": "app.bsky.embed.record#view", "record": quoted})
    post = parse_view(quote, quote["record"])
    assert [inner.id for inner in post.inner] == ["at://did:plc:pine/app.bsky.feed.post/9"]
    assert C in post.inner[0].text


def status(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"11000000000000000{number}",
        "created_at": TOLD,
        "edited_at": None,
        "in_reply_to_id": None,
        "sensitive": False,
        "spoiler_text": "",
        "visibility": "public",
        "language": "de",
        "uri": f"https://social.example/users/oak/statuses/{number}",
        "url": f"https://social.example/@oak/{number}",
        "content": f'<p>Tee <a href="{A}" rel="nofollow"><span class="invisible">https://</span></a></p>',
        "reblog": None,
        "application": {"name": "Web", "website": "https://app.example/"},
        "account": {"id": "7", "username": "oak", "acct": "oak@social.example", "url": "https://social.example/@oak",
                    "note": f'<p><a href="{C}">my shop</a></p>', "fields": [{"name": "shop", "value": C}]},
        "media_attachments": [{"id": "5", "type": "image", "url": "https://files.example/5.jpg", "description": None}],
        "mentions": [{"id": "8", "acct": "pine", "url": "https://social.example/@pine"}],
        "tags": [{"name": "tee", "url": "https://social.example/tags/tee"}],
        "emojis": [],
        "card": None,
        "poll": None,
    } | more  # fmt: skip


def test_a_mastodon_page_of_statuses_boosts_and_edits() -> None:
    boosted = status(1, account={"acct": "pine"})
    found, unread, highest = parse_statuses(
        [status(3, edited_at="2026-05-02T08:00:00.000Z"), status(2, content="", reblog=boosted)]
    )
    assert unread == []
    assert highest == "110000000000000003"
    edited, boost = found
    assert (edited.edited_at, boost.edited_at) == ("2026-05-02T08:00:00.000Z", None)
    assert (edited.post.author, edited.post.created_at_ms) == ("oak@social.example", MORNING)
    assert A in edited.post.html[0]
    assert C not in repr(edited.post), "an account's own page is no post"
    assert [inner.author for inner in boost.post.inner] == ["pine"]


def test_mastodons_saved_edits_carry_no_id_and_are_named() -> None:
    found, unread, highest = parse_statuses([{"content": "<p>first</p>", "created_at": TOLD}])
    assert (found, highest) == ([], None)
    assert [skipped.reason for skipped in unread] == ["malformed: id is missing"]


def test_a_threads_page_with_its_paging() -> None:
    post = {
        "id": "17900000000000001", "media_product_type": "THREADS", "media_type": "CAROUSEL_ALBUM", "username": "oak",
        "permalink": "https://www.threads.com/@oak/post/Cabc", "owner": {"id": "99"}, "shortcode": "Cabc",
        "text": f"茶壺 {A}", "timestamp": "2026-05-01T16:00:00+0800", "is_quote_post": False, "has_replies": False,
    }  # fmt: skip
    silent = {"id": "17900000000000002", "media_type": "IMAGE", "username": "oak", "timestamp": "2026-05-01T08:00:00Z"}
    tree = {"data": [post, silent], "paging": {"cursors": {"before": "b1", "after": "a1"}}}
    page = parse_page(tree)
    assert page.skipped == []
    assert [item.post.id for item in page.items] == ["17900000000000001", "17900000000000002"]
    assert {item.post.created_at_ms for item in page.items} == {MORNING}
    assert A in page.items[0].post.text
    assert (page.items[1].post.text, page.items[1].post.author) == ("", "oak")
    assert next_cursor(tree) == "a1"
    assert parse_page({"data": []}).items == []
