"""Registrable domains."""

from __future__ import annotations

import pytest
from publicsuffixlist import PublicSuffixList

from common.links import domains
from common.links.domains import is_at, registrable_domain
from common.settings import ShopsSettings
from common.shops.registry import Shops


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


class _Asked(frozenset[str]):
    """Domains that count what they are asked for, and are never gone through."""

    def __init__(self, _domains: object) -> None:
        self.asked: list[object] = []

    def __contains__(self, name: object) -> bool:
        self.asked.append(name)
        return super().__contains__(name)

    def __iter__(self) -> object:  # type: ignore[override]
        raise AssertionError("all domains were gone through")


def test_a_host_is_looked_up_among_any_number_of_domains() -> None:
    domains = _Asked(f"shop{number}.example" for number in range(2_000))
    assert is_at("www.shop1999.example", domains)
    assert domains.asked == ["www.shop1999.example", "shop1999.example"]
    assert not is_at("a.b.potter.example", domains)
    assert len(domains.asked) == 2 + 4


def test_the_open_webs_domains_are_kept_as_a_set_until_others_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def at(host: str, domains: frozenset[str]) -> bool:
        seen.append(domains)
        return is_at(host, domains)

    monkeypatch.setattr("common.shops.other.shop.is_at", at)
    shops = Shops(ShopsSettings())
    shops.add_domains(["oak.example"])
    assert shops.for_host("oak.example") and not shops.for_host("elm.example")
    assert seen == [frozenset({"oak.example"})] * 2 and seen[0] is seen[1]
    shops.add_domains(["elm.example"])
    assert shops.for_host("www.elm.example") and not shops.for_host("oak.example")


def test_each_ending_is_known_as_the_whole_list_has_it() -> None:
    whole = PublicSuffixList()
    endings = [rule.lstrip("!*.") for rule in whole._publicsuffix]
    assert len(endings) > 5_000
    for name in (name for ending in endings for name in (ending, f"a.{ending}", f"b.a.{ending}")):
        assert registrable_domain.__wrapped__(name) == whole.privatesuffix(name), name


def test_a_name_of_latin_letters_does_not_wait_for_those_of_other_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bool] = []
    suffixes = domains._suffixes

    def noted(*, in_ascii: bool) -> PublicSuffixList:
        read.append(in_ascii)
        return suffixes(in_ascii=in_ascii)

    monkeypatch.setattr(domains, "_suffixes", noted)
    for name in ("a.potter.co.uk", "a.八王子.tokyo.jp", "a.xn--i4xd.jp"):
        assert registrable_domain.__wrapped__(name)
    assert read == [False, False, True]
