"""Links of posts as the networks hand them out: facets in bytes, HTML with hidden spans, cards, attachments, quotes."""

from __future__ import annotations

from typing import Any

from common.shops.registry import Shops
from ingestor.finding.links import links_of
from ingestor.sources.base import Post
from ingestor.sources.bluesky import parse_item
from ingestor.sources.mastodon import parse_status
from ingestor.sources.threads.posts import parse_post

SHOPS = Shops()
A = "https://shopee.tw/product/310001/9100001"
B = "https://item.taobao.com/item.htm?id=600000000001"
SHORT = "https://s.shopee.tw/4VacwWMMCr"


def found(post: Post) -> list[str]:
    return sorted(link.url_norm for link in links_of(post, SHOPS))


def facet(text: str, shown: str, uri: str) -> dict[str, Any]:
    start = len(text[: text.index(shown)].encode())
    return {
        "index": {"byteStart": start, "byteEnd": start + len(shown.encode())},
        "features": [{"$type": "app.bsky.richtext.facet#link", "uri": uri}],
    }


def bluesky(text: str, facets: list[dict[str, Any]], embed: dict[str, Any] | None = None) -> Post:
    record = {"text": text, "createdAt": "2026-01-02T03:04:05Z", "facets": facets, "embed": embed}
    view = {"uri": "at://did:plc:x/app.bsky.feed.post/3k", "author": {"handle": "a.example"}, "record": record}
    return parse_item({"post": view}).post


def test_facets_count_bytes_and_their_cut_text_is_never_read() -> None:
    text = f"好物👨‍👩‍👧🔥 shopee.tw/product/310001/91... 跟 {SHORT}"
    post = bluesky(text, [facet(text, "shopee.tw/product/310001/91...", A + "?utm_source=x")])
    assert found(post) == sorted([A, SHORT])


def test_an_address_a_network_made_too_long_still_gives_its_link() -> None:
    text = "看 s.shopee.tw/4VacwWMMCr，超好用"
    assert found(bluesky(text, [facet(text, "s.shopee.tw/4VacwWMMCr，超好用", SHORT + "，超好用")])) == [SHORT]


def test_cards_also_beside_a_quote() -> None:
    external = {"$type": "app.bsky.embed.external", "external": {"uri": f"https://go.bsky.app/redirect?u={A}"}}
    assert found(bluesky("好物", [], external)) == [A]
    both = {"$type": "app.bsky.embed.recordWithMedia", "media": external, "record": {"record": {"uri": "at://x/y/z"}}}
    assert found(bluesky("好物", [], both)) == [A]


def test_mastodon_takes_the_address_not_what_its_spans_show() -> None:
    content = (
        f'<p>好物 <a href="{A}?a=1&amp;b=2" rel="nofollow"><span class="invisible">https://</span>'
        '<span class="ellipsis">shopee.tw/product/310001/91</span><span class="invisible">00001</span></a></p>'
        f'<p>也有<a href="https://m.example/tags/x">#x</a> {B}。</p>'
    )
    status = {"id": "1", "created_at": "2026-01-02T03:04:05Z", "account": {"acct": "a"}, "content": content}
    assert found(parse_status(status | {"card": {"url": SHORT}}).post) == sorted([A, B, SHORT])


def test_threads_texts_attachments_and_quotes() -> None:
    quoted = {"id": "2", "text": f"原文{B}"}
    post = parse_post(
        {
            "id": "1",
            "text": "這個好便宜shopee.tw/product/310001/9100001，快買",
            "link_attachment_url": "https://l.threads.com/?u=https%3A%2F%2Fs.shopee.tw%2F4VacwWMMCr&e=AT0",
            "quoted_post": quoted,
        }
    ).post
    assert found(post) == sorted([A, B, SHORT])
