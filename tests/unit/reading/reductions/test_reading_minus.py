"""What comes off a price, told by nothing but a minus, is no price; nor is a negative number that markup states."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Kupferkessel Vorra 1,5 l"


def read(body: str, head: str = "") -> dict[str, Any]:
    top = f"<meta charset='utf-8'><title>{NAME} | Kiefernhaus</title>{head}"
    html = (
        f"<html lang='de'><head>{top}</head><body><h1>{NAME}</h1>{body}<p>Auf Lager</p><button>Kaufen</button></body>"
    )
    return read_saved(html.encode(), "https://kiefernhaus.example/p/kessel", SHOPS)


@pytest.mark.parametrize("badge", ["-10 €", "−10 €", "–10,00 €", "- 10 €", "-€10", "-10,- €", "(-10 €)", "- 10.00 EUR"])
@pytest.mark.parametrize("drawn", ["<span class='badge'>{}</span>", "<p class='price'>{}</p>", "<div>{}</div>"])
def test_a_badge_with_a_minus_is_no_price_and_no_rival(badge: str, drawn: str) -> None:
    alone = read(drawn.format(badge))
    assert (alone["offer"]["price"], alone["verdict"]["reason"]) == (None, "NO_PRICE")
    beside = read(f"{drawn.format(badge)}<p>89,00 €</p>")
    assert (beside["offer"]["price"], beside["verdict"]["status"]) == ("89.00", "ok")


def test_a_dash_between_the_ends_of_a_range_takes_nothing_off() -> None:
    answer = read("<p class='price'><b>10 €</b> <b>– 20 €</b></p>")
    assert answer["offer"]["price"] == "10.00"


@pytest.mark.parametrize("printed", ["-,99 €", "– ,99 €", "—.99 €", "-,99 € statt -,49 €"])
def test_a_dash_for_no_whole_money(printed: str) -> None:
    assert read(f"<div class='price'>{printed}</div>")["offer"]["price"] == "0.99"


@pytest.mark.parametrize("price", ["−5", "–1", "-5", -5, "- 5 €"])
def test_a_negative_price_that_markup_states_is_none(price: object) -> None:
    offer = {"@type": "Offer", "price": price, "priceCurrency": "EUR", "availability": "InStock"}
    node = {"@context": "https://schema.org", "@type": "Product", "name": NAME, "offers": offer}
    labels = f"<meta property='product:price:amount' content='{price}'><meta property='og:type' content='product'>"
    for head in (f"<script type='application/ld+json'>{json.dumps(node)}</script>", labels):
        answer = read("", head)
        assert answer["verdict"]["status"] == "drop"
