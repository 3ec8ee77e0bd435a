"""Feeds: RSS, Atom and JSON Feed, damaged, and shapes that are known to hold a reader up."""

from __future__ import annotations

import json

from benchmarks.adversary.case import Sample, Shape, filled, numbered

URL = "https://feed.example/all"
_LINK = "https://shopee.tw/product/310001/9100001"
_RSS = b"<?xml version='1.0'?><rss version='2.0'><channel><title>Cups</title><item><guid>1</guid>"
_RSS_END = b"</item></channel></rss>"
_ITEM = (
    "<item><guid>%d</guid><title>A cup</title><author>oak@feed.example (Oak)</author>"
    f"<pubDate>Fri, 01 May 2026 08:00:00 GMT</pubDate><link>{_LINK}</link>"
    f"<description>&lt;a href='{_LINK}'&gt;the cup&lt;/a&gt;</description></item>"
)
_ENTRY = (
    "<entry><id>tag:feed.example,2026:%d</id><title>A cup</title><updated>2026-05-01T08:00:00Z</updated>"
    f"<author><name>Oak</name></author><link href='{_LINK}'/>"
    "<content type='html'>&lt;b&gt;cup&lt;/b&gt;</content></entry>"
)
SAMPLES = (
    Sample(
        "rss",
        URL,
        b"<?xml version='1.0'?><rss version='2.0'><channel><title>Cups</title>"
        + "".join(_ITEM % number for number in range(8)).encode()
        + b"</channel></rss>",
    ),
    Sample(
        "atom",
        URL,
        b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>Cups</title>"
        + "".join(_ENTRY % number for number in range(8)).encode()
        + b"</feed>",
    ),
    Sample(
        "json feed",
        URL,
        json.dumps(
            {
                "version": "https://jsonfeed.org/version/1.1",
                "title": "Cups",
                "items": [
                    {"id": str(n), "url": f"/posts/{n}", "content_html": f"<a href='{_LINK}'>cup</a>", "tags": ["cup"]}
                    for n in range(8)
                ],
            }
        ).encode(),
    ),
)


def _laughs(size: int) -> bytes:
    levels = b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 9))
    return (
        b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a0 "ha">' + levels + b"]><rss version='2.0'><channel><item><title>"
        + filled(b"", b"&a8;", b"", size)
        + b"</title></item></channel></rss>"
    )  # fmt: skip


def _quadratic_entity(size: int) -> bytes:
    half = size // 2
    return (
        b'<!DOCTYPE r [<!ENTITY a "' + b"a" * half + b"\">]><rss version='2.0'><channel><item><title>"
        + filled(b"", b"&a;", b"", half)
        + b"</title></item></channel></rss>"
    )  # fmt: skip


SHAPES: dict[str, tuple[Shape, int]] = {
    "an author of letters": (lambda n: filled(_RSS + b"<author>", b"a", b"</author>" + _RSS_END, n), 120_000),
    "an author of dots": (lambda n: filled(_RSS + b"<author>", b"a.", b"</author>" + _RSS_END, n), 120_000),
    "authors of @": (lambda n: filled(_RSS + b"<author>", b"a@a.", b"</author>" + _RSS_END, n), 120_000),
    "open comments": (lambda n: filled(_RSS + b"<description>", b"&lt;!--", b"</description>" + _RSS_END, n), 500_000),
    "open comments in CDATA": (
        lambda n: filled(_RSS + b"<description><![CDATA[", b"desc <!--", b"]]></description>" + _RSS_END, n),
        500_000,
    ),
    "open tags in CDATA": (
        lambda n: filled(_RSS + b"<description><![CDATA[", b"<a ", b"]]></description>" + _RSS_END, n),
        500_000,
    ),
    "attributes": (lambda n: numbered(_RSS + b"<description ", b"a%d='' ", b"/>" + _RSS_END, n), 1_000_000),
    "attributes in CDATA": (
        lambda n: numbered(_RSS + b"<description><![CDATA[<p ", b"a%d=b ", b">]]></description>" + _RSS_END, n),
        1_000_000,
    ),
    "namespaces": (lambda n: numbered(b"<rss version='2.0' ", b"xmlns:n%d='u' ", b"><channel/></rss>", n), 1_000_000),
    "nested elements": (lambda n: filled(_RSS, b"<b>", _RSS_END, n), 1_000_000),
    "items of nothing": (
        lambda n: filled(b"<rss version='2.0'><channel>", b"<item/>", b"</channel></rss>", n),
        300_000,
    ),
    "a guilty item among others": (
        lambda n: SAMPLES[0].body.replace(b"<author>oak", b"<author>" + b"a" * n + b"oak", 1),
        120_000,
    ),
    "a billion laughs": (_laughs, 100_000),
    "one large entity": (_quadratic_entity, 200_000),
    "amp": (lambda n: filled(_RSS + b"<title>", b"&", b"</title>" + _RSS_END, n), 1_000_000),
    "a date of digits": (lambda n: filled(_RSS + b"<pubDate>", b"1 ", b"</pubDate>" + _RSS_END, n), 500_000),
    "JSON items that are no items": (lambda n: filled(b'{"items":[', b'{"url":"http://["},', b"0]}", n), 3_000_000),
    "JSON nested deep": (lambda n: filled(b'{"items":', b"[", b"", n), 3_000_000),
    "a JSON item of addresses": (
        lambda n: filled(b'{"items":[{"id":"1","content_text":"', b"https://shopee.tw/product/1/2 ", b'"}]}', n),
        1_500_000,
    ),
}
