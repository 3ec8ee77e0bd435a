"""robots.txt: honest ones damaged, and files made to fill the memory or to keep a matcher busy."""

from __future__ import annotations

from benchmarks.adversary.case import Sample, Shape, filled, numbered

URL = "https://shop.example/p/cup-100"
SAMPLES = (
    Sample(
        "robots",
        URL,
        b"# a shop\nUser-agent: *\nDisallow: /cart\nDisallow: /*?sort=\nAllow: /p/\nCrawl-delay: 2\n\n"
        b"User-agent: otherbot\nUser-agent: crawlfleet\nDisallow: /private*/x$\nAllow: /\n\nSitemap: https://shop.example/s.xml\n",
    ),
    Sample(
        "robots in disorder", URL, b"disalow /a\nUser agent *\nDisallow /b\r\rAllow:\x00/c\n\xff\xfeallow: /%zz\n" * 20
    ),
    Sample("no robots", URL, b"<!doctype html><html><head><title>Not found</title></head><body>gone</body></html>"),
)
_OURS = b"User-agent: *\n"
SHAPES: dict[str, tuple[Shape, int]] = {
    "a group of agents": (
        lambda n: numbered(b"", b"User-agent: a%d\n", b"", n // 2) + numbered(_OURS, b"Disallow: /%d\n", b"", n // 2),
        600_000,
    ),
    "rules": (lambda n: numbered(_OURS, b"Disallow: /%d\n", b"", n), 600_000),
    "asterisks": (lambda n: filled(_OURS + b"Disallow: /", b"a*", b"b\n", min(n, 1_990)), 2_000),
    "many rules of asterisks": (
        lambda n: numbered(_OURS, b"Disallow: /%d*" + b"a*" * 40 + b"b\n", b"", n),
        500_000,
    ),
    "many rules of asterisks that begin alike": (
        lambda n: numbered(_OURS, b"Disallow: /" + b"a*" * 40 + b"b%d$\n", b"", n),
        500_000,
    ),
    "a long pattern": (lambda n: filled(_OURS + b"Disallow: /", b"a", b"\n", n), 600_000),
    "one line": (lambda n: filled(b"", b"a", b"", n), 600_000),
    "percent signs": (lambda n: filled(_OURS + b"Disallow: /", b"%", b"\n", n), 600_000),
    "groups of one line": (lambda n: filled(b"", b"User-agent:*\nDisallow:/\n", b"", n), 600_000),
    "empty lines": (lambda n: filled(_OURS, b"\r", b"Disallow: /\n", n), 600_000),
    "agents of asterisks": (lambda n: filled(b"User-agent: ", b"*c", b"\nDisallow: /\n", n), 600_000),
    "delays": (lambda n: filled(_OURS, b"Crawl-delay: 1e308\nCrawl-delay: nan\n", b"", n), 600_000),
}
ASKED = (
    URL,
    "https://shop.example/" + "a" * 1_900,
    "https://shop.example/" + "a/" * 900 + "?" + "%61" * 300,
    "https://shop.example/1" + "a" * 1_900 + "b",
)
"""Addresses that the rules are asked about: one of a product, and such as a stranger would post."""
