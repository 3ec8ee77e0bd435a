"""Registrable domains."""

from __future__ import annotations

import pytest

from common.links.domains import is_at, registrable_domain


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.shopee.co.th", "shopee.co.th"),
        ("shopee.tw", "shopee.tw"),
        ("Item.Taobao.COM.", "taobao.com"),
        ("a.b.shopee.com.br", "shopee.com.br"),
        ("shop.github.io", "shop.github.io"),
        ("potter.example.co.uk", "example.co.uk"),
        ("potter.com.tw", "potter.com.tw"),
        ("www.potter.kobe.jp", "www.potter.kobe.jp"),
        ("potter.kobe.jp", None),
        ("kobe.jp", None),
        ("www.city.kobe.jp", "city.kobe.jp"),
        ("a.potter.ck", "a.potter.ck"),
        ("potter.ck", None),
        ("a.www.ck", "www.ck"),
        ("shop.xn--rgv13q.xn--55qx5d.cn", "xn--rgv13q.xn--55qx5d.cn"),
        ("xn--55qx5d.cn", None),
        ("potter.no-such-ending", "potter.no-such-ending"),
        (".example.com", None),
        ("co.th", None),
        ("com", None),
        ("", None),
        ("a..b", None),
        ("127.0.0.1", None),
        ("[::1]", None),
        ("2606:4700::1", None),
    ],
)
def test_registrable_domain(host: str, domain: str | None) -> None:
    assert registrable_domain(host) == domain


@pytest.mark.parametrize(
    ("host", "lies"),
    [
        ("shop.example", True),
        ("www.shop.example", True),
        ("a.b.oak.example", True),
        ("evilshop.example", False),
        ("shop.example.evil.example", False),
        ("example", False),
        ("", False),
    ],
)
def test_a_host_lies_at_a_domain_on_a_labels_boundary(host: str, lies: bool) -> None:
    assert is_at(host, ("shop.example", "oak.example")) is lies
