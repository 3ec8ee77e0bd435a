"""Pages of shops: each way of stating a product, damaged, and shapes that fill a parser's memory or time."""

from __future__ import annotations

from benchmarks.adversary.case import Sample, Shape, filled, numbered
from benchmarks.reading_material import ANY_SHOP, own_pages

SAMPLES = tuple(
    Sample(page.name, page.url, page.body) for page in own_pages() if page.url == ANY_SHOP and len(page.body) < 100_000
)
_LD = b"<script type='application/ld+json'>"
_STATE = b"<script>window.__STATE__ = "
_END = b"</script>"
SHAPES: dict[str, tuple[Shape, int]] = {
    "attributes": (lambda n: numbered(b"<html><body><p ", b"a%d ", b">x", n), 12_000_000),
    "attributes alike": (lambda n: filled(b"<html><body><p ", b"a=b ", b">x", n), 12_000_000),
    "elements with attributes": (lambda n: filled(b"<html><body>", b"<p a b c d e f g>", b"", n), 12_000_000),
    "elements": (lambda n: filled(b"<html><body>", b"<i>", b"", n), 12_000_000),
    "tables": (lambda n: filled(b"<html><body>", b"<table><tr><td>", b"", n), 3_000_000),
    "open comments": (lambda n: filled(b"<html><body>desc ", b"<!--", b"", n), 12_000_000),
    "open tags": (lambda n: filled(b"<html><body>", b"<", b"", n), 12_000_000),
    "text": (lambda n: filled(b"<html><body><p>", b"12,50 ", b"</p>", n), 12_000_000),
    "prices": (lambda n: filled(b"<html><body>", b"<span class='price'>12,50 \xe2\x82\xac</span>", b"", n), 4_000_000),
    "digits": (lambda n: filled(b"<html><body><span class='price'>", b"1", b" EUR</span>", n), 4_000_000),
    "JSON-LD nested deep": (lambda n: filled(_LD, b'{"offers":', _END, n), 4_000_000),
    "JSON-LD of lists": (lambda n: filled(_LD, b"[", _END, n), 4_000_000),
    "JSON-LD of nodes": (
        lambda n: filled(
            _LD + b'{"@graph":[', b'{"@type":"Product","@id":"#a","offers":{"@id":"#a"}},', b"0]}" + _END, n
        ),
        4_000_000,
    ),
    "scripts": (lambda n: filled(b"<html>", _LD + b"{" + _END, b"", n), 4_000_000),
    "state of braces": (lambda n: filled(_STATE, b"{a:", _END, n), 4_000_000),
    "state of open strings": (lambda n: filled(_STATE, b"'\\", _END, n), 4_000_000),
    "states": (lambda n: filled(b"<html>", _STATE + b"{a:{" + _END, b"", n), 4_000_000),
    "a number of digits": (lambda n: filled(_LD + b'{"@type":"Product","sku":', b"9", b"}" + _END, n), 2_000_000),
    "microdata nested": (
        lambda n: filled(b"<html>", b"<p itemscope itemprop=offers itemtype=Product>", b"", n),
        4_000_000,
    ),
    "microdata by reference": (
        lambda n: numbered(
            b"<html><p itemscope itemref='a0 a1 a2 a3'>", b"<p id=a%d itemprop=name itemref=a0>", b"", n
        ),
        4_000_000,
    ),
    "entities": (lambda n: filled(b"<html><body><p>", b"&amp;&#x110000;", b"", n), 4_000_000),
    "NUL": (lambda n: filled(b"<html><body><p>", b"\0", b"", n), 12_000_000),
    "UTF-16": (lambda n: b"\xff\xfe" + "<p a>".encode("utf-16-le") * (n // 10), 8_000_000),
    "a coding of its own": (lambda n: filled(b"<meta charset='utf-7'>", b"+ADw-", b"", n), 4_000_000),
}
