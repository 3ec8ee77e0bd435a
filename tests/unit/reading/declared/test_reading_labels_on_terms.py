"""A bare `itemprop` of a price on terms ("for new customers", "from 12 pieces") above the real one states the price of
the page in no source's eyes but the labels': words around it say whose it is.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

PRICE = "<div class='product-detail-price-container'><p class='product-detail-price'>{}</p></div>"


def verdict(above: str, shown: str, meta: str = "9.90") -> tuple[str | None, str]:
    prices = f"<div class='block-prices'><meta itemprop='price' content='{meta}'>{above}</div>{PRICE.format(shown)}"
    body = f"<h1>Becher Vorra</h1>{prices}<p>Sofort lieferbar</p><button>In den Warenkorb</button>"
    answer = read_page(body, url="https://www.pine.de/p/becher-vorra", title="Becher Vorra | Pine", lang="de")
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
