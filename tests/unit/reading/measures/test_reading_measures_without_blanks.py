"""Measures and times behind an amount in scripts without blanks, where the next word follows at once."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAMES = {"ja": "青いカップ 大きめ", "zh-CN": "蓝色杯子 大号", "ko": "파란 컵 큰 것", "th": "ถ้วยสีน้ำเงิน ใหญ่"}
BUYS = {"ja": "カートに入れる", "zh-CN": "加入购物车", "ko": "장바구니 담기", "th": "เพิ่มลงตะกร้า"}


def stored(printed: str, lang: str) -> str | None:
    """The price that would be stored."""
    top = f"<html lang={lang}><meta charset=utf-8><title>{NAMES[lang]}</title>"
    html = f"{top}<body><h1>{NAMES[lang]}</h1><p>{printed}</p><button>{BUYS[lang]}</button></body></html>"
    country = {"ja": "jp", "zh-CN": "cn", "ko": "kr", "th": "co.th"}[lang]
    answer = read_saved(html.encode(), f"https://shop.{country}/p/1", SHOPS)
    return answer["offer"]["price"] if answer["ok"] and answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize(
    ("lang", "printed"),
    [
        ("ja", "300円/100gあたり"),
        ("ja", "1,200円/kgより"),
        ("ja", "1,200円/kg税込"),
        ("zh-CN", "¥35.00/公斤起"),
        ("zh-CN", "¥35.00/kg包邮"),
        ("zh-CN", "35.00元/斤"),
        ("ko", "3,000원/kg당"),
    ],
)
def test_an_amount_by_measure_is_no_price(lang: str, printed: str) -> None:
    assert stored(printed, lang) is None


@pytest.mark.parametrize(
    ("lang", "printed"),
    [
        ("ja", "3,000円/月(税込)"),
        ("ja", "3,000円／月より"),
        ("zh-CN", "¥300.00/月起"),
        ("zh-CN", "¥300.00×12期"),
        ("ko", "30,000원/월부터"),
        ("th", "฿300.00/เดือน"),
    ],
)
def test_an_amount_by_time_is_no_price(lang: str, printed: str) -> None:
    assert stored(printed, lang) is None


@pytest.mark.parametrize(
    ("lang", "printed", "price"),
    [("zh-CN", "¥88.00/月饼", "88.00"), ("zh-CN", "¥199.00/L码", "199.00"), ("ja", "1,200円/個", "1200")],
)
def test_what_only_begins_so_is_a_price(lang: str, printed: str, price: str) -> None:
    assert stored(printed, lang) == price
