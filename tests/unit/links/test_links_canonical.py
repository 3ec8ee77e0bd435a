"""One spelling per page, and never another page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.links.address import parse
from common.links.canonical import canonical


def canonical_url(url: str) -> str | None:
    parts = parse(url)
    return canonical(parts) if parts else None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.COM:80/a", "http://example.com/a"),
        ("https://example.com", "https://example.com/"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/%7euser/%c3%a9/é", "https://example.com/~user/%C3%A9/%C3%A9"),
        ("https://example.com/a%2Fb", "https://example.com/a%2Fb"),
        ("https://example.com/?b=2&a=1&b=1", "https://example.com/?a=1&b=2&b=1"),
        ("https://example.com/?utm_source=x&id=1&fbclid=y&gclid=z&ref=1", "https://example.com/?id=1&ref=1"),
        ("https://example.com/?fbclid1=x&a=utm_x", "https://example.com/?a=utm_x&fbclid1=x"),
        ("https://example.com/?itm_id=7&itm_source=x&pk_campaign=y&pk_cid=z", "https://example.com/?itm_id=7"),
        ("https://example.com/?pk_id=1&ga_color=red&vn_a_size=m&ga_x=1", "https://example.com/?ga_color=red&pk_id=1&vn_a_size=m"),
        ("https://example.com/?utm_id=1&mtm_cid=2&hsa_net=3&utm_name=4", "https://example.com/"),
        ("https://example.com/?b=1&amp;a=2", "https://example.com/?a=2&b=1"),
        ("https://example.com/?b=1&%61mp;a=2", "https://example.com/?a=2&b=1"),
        ("https://example.com/?z=1&url=https://x.example/?q=1&a=2", "https://example.com/?z=1&url=https://x.example/?q=1&a=2"),
        ("https://example.com/p#reviews", "https://example.com/p"),
        ("https://example.com/#!/p/1", "https://example.com/#!/p/1"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://münchen.example/x", "https://xn--mnchen-3ya.example/x"),
        ("https://example.com//a", "https://example.com//a"),
        ("https://shop.example.co.uk./p", "https://shop.example.co.uk/p"),
        ("https://shop.example.\uff61:443/p", None),
        ("https://m\u00fcnchen.example\u3002/x", "https://xn--mnchen-3ya.example/x"),
        ("https://example.com../p", None),
        ("https://./p", None),
        ("mailto:a@example.com", None),
    ],
)  # fmt: skip
def test_canonical_spelling(url: str, expected: str | None) -> None:
    assert canonical_url(url) == expected


_URLISH = st.text(alphabet=st.sampled_from("aZ09-._~%2fF5eE3A/?#&=;:+!é好 \\[]amp;utm_"), max_size=60)


@given(rest=_URLISH)
def test_canonicalizing_twice_changes_nothing(rest: str) -> None:
    once = canonical_url("https://example.com/" + rest)
    assert once is not None
    assert canonical_url(once) == once


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text(alphabet="12x%", max_size=3)), max_size=6), st.randoms())
def test_the_order_of_different_parameters_does_not_matter(pairs: list[tuple[str, str]], chance: object) -> None:
    by_name = sorted(pairs, key=lambda pair: pair[0])
    one, other = ("https://example.com/?" + "&".join(f"{n}={v}" for n, v in some) for some in (pairs, by_name))
    assert canonical_url(one) == canonical_url(other)
