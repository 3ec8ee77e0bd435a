"""Amounts beside a price that are so many per cent of it, or a part that a law adds: none is the price."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())

PAGE = (
    '<html lang="{lang}"><head><title>{name}</title></head><body><h1>{name}</h1>{shown}<button>{button}</button>'
    "</body></html>"
)


def status(lang: str, name: str, shown: str, button: str, url: str) -> tuple[str | None, str]:
    said = read_saved(PAGE.format(lang=lang, name=name, shown=shown, button=button).encode(), url, SHOPS)
    return said["offer"]["price"], said["verdict"]["status"]


@pytest.mark.parametrize(("points", "verdict"), [("980원 (1%)", "ok"), ("9,800원 (1%)", "quarantine")])
def test_points_that_are_a_share_of_the_price_are_no_rival(points: str, verdict: str) -> None:
    shown = (
        "<table><tr><th>판매가</th><td>98,000원</td></tr>"
        f"<tr><th>적립</th><td><span><span>무통장 결제</span> {points}</span></td></tr></table>"
    )
    url = "https://camp.example.co.kr/product/detail.html?product_no=412"
    assert status("ko", "알파인 포트 와이드", shown, "장바구니 담기", url) == ("98000", verdict)


@pytest.mark.parametrize(
    "part",
    [
        "dont 0,02 € d'éco-participation - soit 23,25 € HT",
        "dont 0,02 € d’éco-contribution",
        "dont 1,20 € de DEEE",
    ],
)
def test_what_a_law_adds_is_a_part_of_the_price(part: str) -> None:
    shown = f"<p>Notre prix : 27,90 €</p><p>{part}</p>"
    url = "https://mercerie.example.fr/ciseaux-de-couture-21-cm"
    assert status("fr", "Ciseaux de couture 21 cm", shown, "Ajouter au panier", url) == ("27.90", "ok")
