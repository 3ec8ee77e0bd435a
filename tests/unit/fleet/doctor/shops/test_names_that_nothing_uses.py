"""Domains and currencies that stand in the settings and change nothing: doctor says so."""

from __future__ import annotations

import pytest

from common.settings import Settings, ShopSettings, ShopsSettings
from fleet.doctor.finding import Level
from fleet.doctor.shops.named import check_named


def told(**shops: ShopSettings) -> list[str]:
    findings = list(check_named(Settings(shops=ShopsSettings(**shops))))
    assert all(finding.level is Level.WARNING and finding.next_step for finding in findings)
    return [finding.text for finding in findings]


@pytest.mark.parametrize(("domain", "shop"), [("shopee.tw", "shopee"), ("detail.tmall.com", "taobao")])
def test_a_shop_with_rules_of_its_own_is_no_shop_of_the_open_web(domain: str, shop: str) -> None:
    (text,) = told(other=ShopSettings(domains=("pine.example", domain, "shopee.example")))
    assert text.startswith(f"shops.other.domains names {domain}, which is {shop}'s own: ")


def test_nor_can_it_be_given_domains_or_currencies() -> None:
    (domains,) = told(shopee=ShopSettings(domains=("pine.example",)))
    assert domains == "shops.shopee.domains is used for nothing: shopee knows its own"
    (both,) = told(taobao=ShopSettings(domains=("pine.example",), currencies=("pine.example AUD",)))
    assert both == "shops.taobao.domains and shops.taobao.currencies are used for nothing: taobao knows its own"


def test_shops_of_the_open_web_are_no_news() -> None:
    assert told() == []
    assert told(other=ShopSettings(domains=("pine.example",), currencies=("pine.example AUD",))) == []
