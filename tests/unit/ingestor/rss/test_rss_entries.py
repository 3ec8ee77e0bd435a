"""RSS, Atom and JSON Feed bytes to posts."""

from __future__ import annotations

import json
import socket

import pytest

from ingestor.sources.rss.apart import FeedAsked, FeedRead
from ingestor.sources.rss.entries import read_feed

URL = "https://deals.example/feed"
RSS = """<?xml version="1.0" encoding="{encoding}"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Deals</title>
<item><guid isPermaLink="false">a-1</guid><title>手工茶壺</title><link>/posts/1</link>
<pubDate>Fri, 01 May 2026 08:00:00 GMT</pubDate><description>&lt;a href="https://shopee.tw/product/1/2"&gt;buy&lt;/a&gt;</description>
<content:encoded><![CDATA[<p><a href="https://detail.tmall.com/item.htm?id=7">more</a></p>]]></content:encoded>
<enclosure url="https://deals.example/a.mp3" type="audio/mpeg" length="1"/></item>
<item><title>No id, no link</title><description>only text</description></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id>urn:1</id><title>t</title>
<updated>2026-05-01T08:00:00Z</updated><author><name>Oak</name></author>
<link rel="alternate" href="https://deals.example/1"/><link rel="related" href="https://shopee.sg/product/3/4"/>
<content type="html">&lt;b&gt;bold&lt;/b&gt;</content></entry></feed>"""


def read(body: bytes, content_type: str | None) -> FeedRead:
    return read_feed(FeedAsked(URL, content_type), body)


@pytest.mark.parametrize("encoding", ["utf-8", "big5"])
def test_rss_with_ids_links_html_and_enclosures(encoding: str) -> None:
    found = read(RSS.format(encoding=encoding).encode(encoding), "application/rss+xml")
    first, second = found.posts
    assert (first.id, first.url, first.text) == ("a-1", "https://deals.example/posts/1", "手工茶壺")
    assert first.created_at_ms == 1_777_622_400_000
    assert any("https://shopee.tw/product/1/2" in fragment for fragment in first.html)
    assert any("detail.tmall.com" in fragment for fragment in first.html)
    assert "https://deals.example/a.mp3" in first.urls
    assert second.id.startswith("hash:")
    assert (found.skipped, found.refused, found.entries) == ([], None, 2)


def test_atom_with_related_links() -> None:
    (post,) = read(ATOM.encode(), None).posts
    assert (post.id, post.author, post.created_at_ms) == ("urn:1", "Oak", 1_777_622_400_000)
    assert post.urls == ("https://deals.example/1", "https://shopee.sg/product/3/4")


def test_json_feed() -> None:
    tree = {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [
            {
                "id": 7,
                "url": "/p/7",
                "external_url": "https://shopee.tw/product/1/2",
                "content_html": "<b>x</b>",
                "authors": [{"name": "Oak"}],
                "date_published": "2026-05-01T08:00:00Z",
                "attachments": [{"url": "https://deals.example/a.jpg"}],
            },
            {"content_html": 5},
            "nonsense",
        ],
    }
    found = read(b"\xef\xbb\xbf" + json.dumps(tree).encode(), "application/feed+json")
    (post,) = found.posts
    assert (post.id, post.author) == ("7", "Oak")
    assert post.urls == (
        "https://deals.example/p/7",
        "https://shopee.tw/product/1/2",
        "https://deals.example/a.jpg",
    )
    assert (len(found.skipped), found.entries) == (2, 3)


@pytest.mark.parametrize("body", [b"", b"<html><body>Hello</body></html>", b"{broken", b'{"a": 1}', b"\x00\xff\xfe"])
def test_what_is_no_feed_is_said(body: bytes) -> None:
    assert read(body, "text/html").refused


def test_a_feed_cannot_make_the_parser_read_files_or_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise AssertionError("the parser opened a connection")

    monkeypatch.setattr(socket, "create_connection", refuse)
    evil = (
        '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">'
        '<!ENTITY y SYSTEM "http://127.0.0.1:9/">]><rss version="2.0"><channel><item><title>&x;&y;</title>'
        "<link>https://shopee.tw/product/1/2</link></item></channel></rss>"
    )
    found = read(evil.encode(), "application/rss+xml")
    assert found.posts and "root:" not in repr(found)
    assert read(b"https://127.0.0.1/", None).refused


@pytest.mark.unmeasured
def test_a_billion_laughs_stay_quiet() -> None:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    evil = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a0 "ha">{levels}]><rss version="2.0"><channel><item><title>&a8;'
    found = read((evil + "</title></item></channel></rss>").encode(), "application/rss+xml")
    assert len(repr(found)) < 10_000
