"""A bare `itemprop` of a price on terms ("for new customers", "from 12 pieces") above the real one states the price of
the page in no source's eyes but the labels': words around it say whose it is.
"""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
PRICE = "<div class='product-detail-price-container'><p class='product-detail-price'>{}</p></div>"


def verdict(above: str, shown: str, meta: str = "9.90") -> tuple[str | None, str]:
    html = (
        "<html lang='de'><head><meta charset='utf-8'><title>Becher Vorra | Pine</title></head>"
        "<body><h1>Becher Vorra</h1>"
        f"<div class='block-prices'><meta itemprop='price' content='{meta}'>{above}</div>{PRICE.format(shown)}"
        "<p>Sofort lieferbar</p><button>In den Warenkorb</button></body></html>"
    )
    answer = read_saved(html.encode(), "https://www.pine.de/p/becher-vorra", SHOPS)
    return answer["offer"]["price"], answer["verdict"]["status"]


@pytest.mark.parametrize(
    "above",
    [
        "<span>9,90 € mit Vorra Card</span>",
        "<p>Für Neukunden <b>9,90 €</b></p>",
        "<p>ab 12 Stück: <b>9,90 €</b></p>",
        "<p>Bei Abholung <b>9,90 €</b></p>",
        "<p>Mitgliederpreis: <b>9,90 €</b></p>",
    ],
)
def test_a_lower_price_on_terms_in_a_label_gives_way_to_the_shown_one(above: str) -> None:
    assert verdict(above, "12,90 €") == ("12.90", "ok")


@pytest.mark.parametrize(
    ("above", "shown", "meta"),
    [
        ("<span>9,90 € Vorra plus</span>", "12,90 €", "9.90"),  # words that no rule knows
        ("<span>9,90 €</span>", "12,90 €", "9.90"),
        ("<p>9,90 € im Tarif</p>", "129,00 €", "9.90"),  # a part of it, or an accessory's is shown
        ("<p>Mitgliederpreis: <b>9,90 €</b></p><p>9,90 €</p>", "12,90 €", "9.90"),
        ("<p>Bei Abholung <b>15,90 €</b></p>", "12,90 €", "15.90"),
    ],
)
def test_what_nothing_explains_is_a_conflict(above: str, shown: str, meta: str) -> None:
    assert verdict(above, shown, meta)[1] == "quarantine"
