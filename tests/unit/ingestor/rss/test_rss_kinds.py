"""Feeds of many makers and ages: each gives its posts with id, time, address and links, or says that it is no feed."""

from __future__ import annotations

import base64

import pytest

from ingestor.sources.base import Post
from ingestor.sources.rss.apart import FeedAsked
from ingestor.sources.rss.entries import read_feed

URL = "https://potter.example/blog/feed.xml"
TEAPOT = "https://shopee.tw/product/310001/9100001"
NOON = 1_777_636_800_000
"""2026-05-01 12:00 UTC."""
DECLARED = '<?xml version="1.0" encoding="utf-8"?>'


def posts(body: str | bytes, content_type: str | None = "application/xml") -> list[Post]:
    found = read_feed(FeedAsked(URL, content_type), body if isinstance(body, bytes) else body.encode())
    assert (found.skipped, found.refused) == ([], None)
    return found.posts


def links(post: Post) -> str:
    return " ".join([post.text, *post.html, *post.urls])


RSS_1 = f"""{DECLARED}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://potter.example/"><title>Kiln</title>
<link>https://potter.example/</link></channel><item rdf:about="https://potter.example/1"><title>Teapot</title>
<link>https://potter.example/1</link><description>&lt;a href="{TEAPOT}"&gt;here&lt;/a&gt;</description>
<dc:date>2026-05-01T20:00:00+08:00</dc:date><dc:creator>Oak</dc:creator></item></rdf:RDF>"""
RSS_091 = f"""{DECLARED}<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
 "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Kiln</title><item>
<title>Teapot</title><link>{TEAPOT}</link><pubDate>Fri, 01 May 2026 14:00:00 +0200</pubDate></item></channel></rss>"""
ATOM_03 = f"""{DECLARED}<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>tag:potter.example,2026:1</id>
<title>Teapot</title><issued>2026-05-01T12:00:00Z</issued><author><name>Oak</name></author>
<link rel="alternate" type="text/html" href="https://potter.example/1"/>
<content type="text/html" mode="base64">{base64.b64encode(f'<a href="{TEAPOT}">x</a>'.encode()).decode()}</content>
</entry></feed>"""
ATOM_XHTML = f"""{DECLARED}<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>tag:potter.example,2026:1</id>
<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Tea<b>pot</b></div></title>
<published>2026-05-01T12:00:00Z</published><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
<p><a href="{TEAPOT}">here</a></p></div></content></entry></feed>"""
ATOM_SUMMARY = f"""{DECLARED}<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>Teapot</title>
<published>2026-05-01T12:00:00.000Z</published><summary>{TEAPOT}</summary></entry></feed>"""
RSS_CDATA = f"""{DECLARED}<rss version="2.0"><channel><item><guid>https://potter.example/1</guid>
<pubDate>Fri, 01 May 2026 12:00:00 GMT</pubDate><description><![CDATA[<p>Buy <a href="{TEAPOT}">it</a> &amp;
more</p>]]></description></item></channel></rss>"""
RSS_NAKED = f"""{DECLARED}<rss version="2.0"><channel><item><guid>1</guid>
<pubDate>Fri, 1 May 2026 12:00:00 UT</pubDate><description>Buy <a href="{TEAPOT}">it</a></description></item>
</channel></rss>"""
RSS_MEDIA = f"""{DECLARED}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>
<guid isPermaLink="true">https://social.example/@oak/1</guid><link>https://social.example/@oak/1</link>
<pubDate>Fri, 01 May 2026 12:00:00 +0000</pubDate>
<description>&lt;p&gt;&lt;a href="{TEAPOT}"&gt;&lt;span class="ellipsis"&gt;shopee.tw/p&lt;/span&gt;&lt;/a&gt;
&lt;/p&gt;</description>
<media:content url="https://files.example/1.jpg" type="image/jpeg"><media:description>a pot</media:description>
</media:content></item></channel></rss>"""
KINDS = {
    "RSS 1.0 with Dublin Core": RSS_1,
    "RSS 0.91 with its DTD": RSS_091,
    "Atom 0.3 with content in base64": ATOM_03,
    "Atom 1.0 with XHTML": ATOM_XHTML,
    "Atom 1.0 with a summary only": ATOM_SUMMARY,
    "RSS 2.0 with CDATA": RSS_CDATA,
    "RSS 2.0 with markup nobody escaped": RSS_NAKED,
    "RSS of a social network, without titles": RSS_MEDIA,
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_its_post_with_time_and_link(kind: str) -> None:
    (post,) = posts(KINDS[kind])
    assert post.id
    assert post.created_at_ms == NOON
    assert TEAPOT in links(post)


def test_ids_are_the_feeds_own() -> None:
    own = {kind: posts(body)[0].id for kind, body in KINDS.items()}
    assert own["RSS 1.0 with Dublin Core"] == "https://potter.example/1"
    assert own["Atom 0.3 with content in base64"] == "tag:potter.example,2026:1"
    assert own["RSS of a social network, without titles"] == "https://social.example/@oak/1"
    assert own["RSS 0.91 with its DTD"] == TEAPOT, "without an id the address names the post"


def test_authors() -> None:
    assert posts(RSS_1)[0].author == posts(ATOM_03)[0].author == "Oak"


def item(inside: str, head: str = "") -> str:
    return f'<rss version="2.0"{head}><channel><item><guid>1</guid>{inside}</item></channel></rss>'


@pytest.mark.parametrize(
    "date",
    [
        "<pubDate>Fri, 01 May 2026 05:00:00 PDT</pubDate>",
        "<pubDate>01 May 2026 12:00 GMT</pubDate>",
        "<pubDate>2026-05-01T12:00:00Z</pubDate>",
        "<pubDate>2026-05-01 12:00:00</pubDate>",
        '<dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2026-05-01T12:00Z</dc:date>',
    ],
)
def test_times_however_they_are_written(date: str) -> None:
    assert posts(item(date + "<title>x</title>"))[0].created_at_ms == NOON


@pytest.mark.parametrize(
    "date", ["last Friday", "0000-00-00T00:00:00Z", "2024-W60-9", "24:00", "Wed, 30 Nov -0001 00:00:00 +0000"]
)
def test_of_an_entry_whose_time_is_none_the_rest_is_read(date: str) -> None:
    """The second one is what a database says of an article that has no date."""
    (post,) = posts(item(f"<pubDate>{date}</pubDate><title>x</title>"))
    assert post.text == "x"


@pytest.mark.parametrize(
    ("base", "address", "expected"),
    [
        ("", "/1", "https://potter.example/1"),
        ("", "1.html", "https://potter.example/blog/1.html"),
        (' xml:base="https://kiln.example/a/"', "1", "https://kiln.example/a/1"),
        (' xml:base="/old/"', "1", "https://potter.example/old/1"),
    ],
)
def test_relative_addresses_stand_on_the_feeds_or_its_base(base: str, address: str, expected: str) -> None:
    assert posts(item(f"<title>x</title><link>{address}</link>", base))[0].url == expected


WORDS = "手工茶壺 Übertopf"


@pytest.mark.parametrize(
    ("encoding", "declared", "content_type"),
    [
        ("utf-8", "", "application/rss+xml"),
        ("utf-8-sig", "", "text/xml"),
        ("utf-8-sig", '<?xml version="1.0" encoding="utf-8"?>', "text/html"),
        ("gb18030", '<?xml version="1.0" encoding="gb2312"?>', None),
        ("utf-16", '<?xml version="1.0" encoding="utf-16"?>', None),
        ("gb18030", "", "application/xml; charset=gb18030"),
        ("utf-8", '<?xml version="1.0" encoding="utf-8"?>', "text/xml; charset=iso-8859-1"),
        ("utf-8", '<?xml version="1.0" encoding="no-such"?>', "application/xml"),
    ],
)
def test_encodings_declared_rightly_wrongly_or_not(encoding: str, declared: str, content_type: str | None) -> None:
    body = declared + item(f"<title>{WORDS}</title><link>{TEAPOT}</link>")
    (post,) = posts(body.encode(encoding), content_type)
    assert (post.text, post.url) == (WORDS, TEAPOT)


@pytest.mark.parametrize(
    "body",
    [
        (DECLARED + item(f"<title>Tea WORD</title><link>{TEAPOT}</link>")).encode().replace(b"WORD", b"caf\xe9"),
        (DECLARED + item(f"<title>Tea & cups</title><link>{TEAPOT}</link>")).encode(),
        (DECLARED + item(f"<title>Tea &nbsp; cups &eacute;</title><link>{TEAPOT}</link>")).encode(),
        (DECLARED + item(f"<title>Tea \x08cups</title><link>{TEAPOT}</link>")).encode(),
        (" \n" + DECLARED + item(f"<title>Tea</title><link>{TEAPOT}</link>")).encode(),
        (DECLARED + item(f"<title>Tea</title><link>{TEAPOT}</link>"))[:-20].encode(),
    ],
    ids=["a damaged letter", "a bare ampersand", "names of HTML", "a control character", "a space first", "cut short"],
)
def test_broken_xml_still_gives_its_post(body: bytes) -> None:
    (post,) = posts(body)
    assert post.text.startswith("Tea")
    assert TEAPOT in links(post)


@pytest.mark.parametrize("body", ["<rss", "<opml version='2.0'><body/></opml>", "plain words"])
def test_what_holds_no_feed_is_refused(body: str) -> None:
    assert read_feed(FeedAsked(URL, "application/xml"), body.encode()).refused


def test_a_feed_without_posts_is_a_feed() -> None:
    assert posts(f"{DECLARED}<rss version='2.0'><channel><title>Kiln</title></channel></rss>") == []
