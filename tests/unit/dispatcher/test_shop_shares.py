"""What Prometheus is told of each shop's pages: of how many shops, and of which."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prometheus_client import REGISTRY

from common.store import ShopWindow
from dispatcher import metrics
from dispatcher.shop_shares import MOST_SHOPS, ShopShares


@pytest.fixture
def shares() -> Iterator[ShopShares]:
    for gauge in (metrics.failing_share, metrics.yield_share):
        gauge.clear()  # of what other tests of this process told
    made = ShopShares()
    yield made
    made.take_back()


def full(shop: str, *, failed: int = 10) -> ShopWindow:
    return ShopWindow(shop, 1, 0, 1, 50, failed, 0, 40)


def told() -> dict[str, float]:
    return {
        sample.labels["shop"]: sample.value
        for metric in REGISTRY.collect()
        for sample in metric.samples
        if sample.name == "crawlfleet_shop_failing_share"
    }


def test_the_last_window_of_a_shop_is_told(shares: ShopShares) -> None:
    shares.tell([full("shopee"), full("other/oak.example", failed=20)])
    shares.tell([full("shopee", failed=0)])
    assert told() == {"shopee": 0, "other/oak.example": 0.4}


def test_thousands_of_shops_make_no_thousands_of_series(shares: ShopShares) -> None:
    shares.tell([full("shopee"), full("other/first.example"), full("other/second.example")])
    shares.tell(full(f"other/shop{number}.example") for number in range(MOST_SHOPS - 2))
    shares.tell([full("shopee")])
    assert len(told()) == MOST_SHOPS
    assert "other/first.example" not in told(), "its window filled the longest ago"
    assert {"shopee", "other/second.example"} <= told().keys()
    shares.tell([full("other/new.example")])
    assert "shopee" in told(), "another of its windows filled since"


def test_nothing_is_told_once_the_lead_is_lost(shares: ShopShares) -> None:
    shares.tell([full("shopee")])
    shares.take_back()
    assert told() == {}
    shares.tell([full("shopee")])
    assert told() == {"shopee": 0.2}
