"""JSON answers: of networks, which the ingestor reads, and of shops, which the parsing child reads as pages."""

from __future__ import annotations

import json

from benchmarks.adversary.case import Sample, Shape, filled
from benchmarks.reading_material import ANY_SHOP, own_pages

_LINK = "https://shopee.tw/product/310001/9100001"
_STATUS = {
    "id": "110000000000000001", "created_at": "2026-05-01T08:00:00.000Z", "account": {"acct": "oak"},
    "content": f"<p><a href='{_LINK}'>cup</a></p>", "card": {"url": _LINK}, "edited_at": None, "reblog": None,
}  # fmt: skip
_FACET = {
    "index": {"byteStart": 0, "byteEnd": 4},
    "features": [{"$type": "app.bsky.richtext.facet#link", "uri": _LINK}],
}
_VIEW = {
    "post": {
        "uri": "at://did:plc:aaaa/app.bsky.feed.post/3kxyz",
        "author": {"handle": "oak.example"},
        "record": {"text": "shop…", "createdAt": "2026-05-01T08:00:00.000Z", "facets": [_FACET]},
        "indexedAt": "2026-05-01T08:00:02.000Z",
    }
}
_THREAD = {
    "id": "17900000000000001", "text": f"cup {_LINK}", "timestamp": "2026-05-01T08:00:00+0000", "username": "oak",
    "permalink": "https://www.threads.net/@oak/post/abc", "media_type": "TEXT_POST",
}  # fmt: skip
NETWORKS = (
    Sample("mastodon", "mastodon", json.dumps([_STATUS] * 10).encode()),
    Sample("bluesky", "bluesky", json.dumps({"feed": [_VIEW] * 10, "cursor": "c"}, ensure_ascii=False).encode()),
    Sample("threads", "threads", json.dumps({"data": [_THREAD] * 10, "paging": {"cursors": {"after": "a"}}}).encode()),
)
SHOPS = tuple(Sample(page.name, page.url, page.body) for page in own_pages() if page.url != ANY_SHOP)

_ANY: dict[str, tuple[Shape, int]] = {
    "nested lists": (lambda n: filled(b"", b"[", b"", n), 4_000_000),
    "nested objects": (lambda n: filled(b"", b'{"data":', b"", n), 4_000_000),
    "values": (lambda n: filled(b"[", b"0,", b"0]", n), 14_000_000),
    "empty objects": (lambda n: filled(b"[", b"{},", b"0]", n), 14_000_000),
    "a number": (lambda n: filled(b"", b"9", b"", n), 4_000_000),
    "open strings": (lambda n: filled(b"[", b'"\\', b"", n), 4_000_000),
    "surrogates": (lambda n: filled(b'["', b"\\ud800", b'"]', n), 4_000_000),
    "blanks": (lambda n: filled(b"", b" ", b"[]", n), 14_000_000),
}
NETWORK_SHAPES: dict[str, tuple[Shape, int]] = _ANY | {
    "statuses of nothing": (lambda n: filled(b"[", b'{"id":"1"},', b"0]", n), 2_000_000),
    "facets": (
        lambda n: filled(
            b'{"feed":[{"post":{"uri":"a","record":{"text":"' + b"a" * 10_000 + b'","facets":[',
            json.dumps(_FACET).encode() + b",",
            b"0]}}}]}",
            n,
        ),
        1_000_000,
    ),
    "a text of addresses": (
        lambda n: filled(b'[{"id":"1","content":"', b"<a href='https://shopee.tw/product/1/2'>", b'"}]', n),
        2_000_000,
    ),
    "a content of attributes": (lambda n: filled(b'[{"id":"1","content":"<p ', b"a=b ", b'>"}]', n), 4_000_000),
    "a text of brackets": (lambda n: filled(b'{"data":[{"id":"1","text":"', b"https://[", b'"}]}', n), 1_000_000),
}
SHOP_SHAPES: dict[str, tuple[Shape, int]] = _ANY | {
    "models": (
        lambda n: filled(b'{"data":{"item":{"itemid":200,"models":[', b'{"price":1,"stock":1},', b"0]}}}", n),
        4_000_000,
    ),
    "callbacks": (lambda n: filled(b"", b"mtopjsonp1(", b"", n), 4_000_000),
    "SKUs": (
        lambda n: filled(
            b'{"ret":["SUCCESS::"],"data":{"item":{"itemId":"300"},"skuCore":{"sku2info":{',
            b'"1":{"price":{}},',
            b'"0":{}}}}}',
            n,
        ),
        4_000_000,
    ),
}  # fmt: skip
