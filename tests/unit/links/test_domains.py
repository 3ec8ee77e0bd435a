"""Registrable domains."""

from __future__ import annotations

from pathlib import Path

import publicsuffixlist
import pytest

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


def test_the_list_is_what_its_own_reader_makes_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path(publicsuffixlist.PSLFILE).read_text("utf-8")
    list_of_ours = tmp_path / "list"
    list_of_ours.write_text(f"{whole}\n// Ärmel\n*.ÄRMEL.example  \n!Öl.ärmel.example said besides\n", "utf-8")
    monkeypatch.setattr(publicsuffixlist, "PSLFILE", str(list_of_ours))
    ours, its_own = domains._suffixes.__wrapped__(), publicsuffixlist.PublicSuffixList()
    assert ours.privatesuffix("a.xn--l-0ga.xn--rmel-koa.example") == "xn--l-0ga.xn--rmel-koa.example"
    assert vars(ours) == vars(its_own)
