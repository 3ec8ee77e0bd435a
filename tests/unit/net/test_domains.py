"""Registrable domains by the public suffix list's own test cases."""

from __future__ import annotations

import json

import pytest

from common.net.domains import registrable_domain
from tests.places import REPO

CASES = REPO.parent / "shared/data/urls/generic/public_suffix_cases.json"


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.shopee.co.th", "shopee.co.th"),
        ("shopee.tw", "shopee.tw"),
        ("Item.Taobao.COM.", "taobao.com"),
        ("a.b.shopee.com.br", "shopee.com.br"),
        ("shop.github.io", "shop.github.io"),
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


def test_the_lists_own_cases() -> None:
    if not CASES.exists():
        pytest.skip(f"the collection of public cases is not there ({CASES.name})")
    cases = json.loads(CASES.read_text("utf-8"))["cases"]
    wrong = [case for case in cases if registrable_domain(case["host"] or "") != case["registrable_domain"]]
    assert len(cases) > 40
    assert not wrong
