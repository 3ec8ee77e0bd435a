"""When a shop's reading is switched off, and how the dispatcher does it."""

from __future__ import annotations

import logging

import pytest

from common.store import ShopWindow
from dispatcher.health import is_full, look_after, verdict


def window(failed: int, pages: int = 20, *, shop: str = "shopee", ends_at: int = 2, zero_prices: int = 0) -> ShopWindow:
    return ShopWindow(shop, ends_at - 1, ends_at, pages, failed, zero_prices, pages - failed)


@pytest.mark.parametrize(
    ("windows", "off"),
    [
        ([], False),
        ([window(20)], False),
        ([window(20), window(9)], False),
        ([window(9), window(20)], False),
        ([window(10), window(10)], True),
        ([window(30, 40), window(20)], True),
        ([window(20), window(20), window(0)], True),
    ],
)
def test_two_bad_windows_in_a_row(windows: list[ShopWindow], off: bool) -> None:
    assert (verdict(windows) is not None) == off


def test_the_reason_says_the_figures() -> None:
    told = verdict([window(15, zero_prices=3), window(12)])
    assert told is not None
    assert "12 of 20 and 15 of 20" in told
    assert "3 of them prices of zero" in told


def test_a_window_is_full_at_twenty_pages() -> None:
    assert not is_full(window(0, 19))
    assert is_full(window(0, 20))


class Health:
    """A store's health part that remembers what it was told."""

    def __init__(self, waiting: list[ShopWindow], earlier: list[ShopWindow]) -> None:
        self.waiting = waiting
        self.closed = earlier
        self.off: dict[str, str] = {}

    async def open_windows(self, platforms: object) -> list[ShopWindow]:
        return self.waiting

    async def close_windows(self, windows: list[ShopWindow]) -> None:
        self.closed = sorted([*windows, *self.closed], key=lambda one: (one.shop, -one.ends_at))

    async def last_windows(self, *, each: int) -> list[ShopWindow]:
        shops = dict.fromkeys(one.shop for one in self.closed)
        return [one for shop in shops for one in [w for w in self.closed if w.shop == shop][:each]]

    async def switch_off(self, shop: str, reason: str) -> bool:
        return self.off.setdefault(shop, reason) == reason


async def test_a_shop_gone_bad_is_switched_off_loudly_and_the_others_are_not(caplog: pytest.LogCaptureFixture) -> None:
    health = Health(
        waiting=[window(18, ends_at=9), window(18, shop="taobao", ends_at=9), window(9, 19, shop="other/x", ends_at=9)],
        earlier=[window(16, ends_at=5), window(3, shop="taobao", ends_at=5)],
    )
    with caplog.at_level(logging.ERROR):
        assert await look_after(health) == ["shopee"]  # type: ignore[arg-type]
    assert list(health.off) == ["shopee"]
    assert "crawlfleet jobs resume shopee" in caplog.text


async def test_no_full_window_does_nothing() -> None:
    health = Health(waiting=[window(10, 10)], earlier=[window(20, ends_at=1), window(20, ends_at=0)])
    assert await look_after(health) == []  # type: ignore[arg-type]
