"""Small pages of small shops: little text, prices in elements named in the shop's language, choices side by side."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://shop.example/p/blue-cup-of-the-hills"
HEADING = "<h1>Blue cup of the hills</h1>"


def read(body: str, lang: str = "de-DE", url: str = URL) -> dict[str, Any]:
    top = "<meta charset='utf-8'><title>Blue cup of the hills</title>"
    return read_saved(f"<html lang='{lang}'><head>{top}</head><body>{body}</body></html>".encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> tuple[Any, ...]:
    offer = answer["offer"]
    return answer["verdict"]["status"], offer["price"], offer["currency"]


def test_a_short_page_that_prints_an_amount_is_no_shell() -> None:
    page = "<b>Blue cup of the hills</b><p>EUR 38,50</p><form action='korb.php'>{}</form>"
    assert stored(read(page.format("<input type='image' alt='in den Warenkorb'>"))) == ("ok", "38.50", "EUR")
    assert read("<b>Blue cup of the hills</b><p>Loading</p>")["reason"] == "EMPTY_SHELL"


def test_a_picture_of_a_payment_service_buys_whatever_it_says() -> None:
    page = "<h2>Blue cup of the hills</h2><p>Of walnut.</p><p><b>Price: $425.00 + $35 shipping</b></p>{}"
    button = "<form><input type='image' src='https://x.example/btn/{}.gif' alt='Make payments with PayPal'></form>"
    assert stored(read(page.format(button.format("x-click-but22")), lang="en-US")) == ("ok", "425.00", "USD")
    assert read(page.format(button.format("logo")), lang="en-US")["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    ("lang", "body", "price", "currency"),
    [
        ("nl-NL", "<div class='prijs'>34<sup>95</sup></div><button>In winkelmand</button>", "34.95", "EUR"),
        ("nl-NL", "<b class='vanprijs'>€ 44,95</b><b class='prijs'>€ 34,95</b><button>Bestel</button>", "34.95", "EUR"),
        ("fi-FI", "<span class='hinta'>34,95</span><button>Lisää ostoskoriin</button>", "34.95", "EUR"),
        ("hr-HR", "<span class='cijena'>34,95</span><button>Dodaj u košaricu</button>", "34.95", "EUR"),
        ("ro-RO", "<span class='pret'>34,95</span><button>Adaugă în coș</button>", "34.95", "RON"),
        ("de-DE", "<i class='streichpreis'>44 €</i><i class='preis'>34 €</i><button>Kaufen</button>", "34.00", "EUR"),
        (
            "pl-PL",
            "<b class='stara-cena'>44 zł</b><b class='cena'>34 zł</b><button>Do koszyka</button>",
            "34.00",
            "PLN",
        ),
        (
            "tr-TR",
            "<b class='eski-fiyat'>44 TL</b><b class='fiyat'>34 TL</b><button>Sepete Ekle</button>",
            "34.00",
            "TRY",
        ),
    ],
)
def test_names_of_prices_in_the_shop_s_language(lang: str, body: str, price: str, currency: str) -> None:
    assert stored(read(f"{HEADING}{body}", lang=lang)) == ("ok", price, currency)


@pytest.mark.parametrize(
    "other",
    [
        "<p>Selbstabholer: <b>189,00 €</b></p>",
        "<p>Händlerpreis: <b>189,00 €</b></p>",
    ],
)
def test_a_price_for_some_buyers_is_not_the_price(other: str) -> None:
    page = f"{HEADING}{other}<p>Preis: <b>209,00 €</b> inkl. MwSt.</p><p>auf Lager</p><button>Kaufen</button>"
    assert stored(read(page)) == ("ok", "209.00", "EUR")


CHOICES = (
    "<ul><li><label><input type='radio' name='f' {}> 75 cl <span class='prix'>18,50 €</span></label></li>"
    "<li><label><input type='radio' name='f' {}> 150 cl <span class='prix'>39,00 €</span></label></li></ul>"
    "<p>En stock</p><button>Ajouter au panier</button>"
)


def test_of_choices_side_by_side_the_price_is_the_one_chosen_beforehand() -> None:
    assert stored(read(HEADING + CHOICES.format("checked", ""), lang="fr-FR")) == ("ok", "18.50", "EUR")


@pytest.mark.parametrize("checked", [("", ""), ("", "checked")])
def test_where_none_or_another_is_chosen_the_first_is_doubted(checked: tuple[str, str]) -> None:
    answer = read(HEADING + CHOICES.format(*checked), lang="fr-FR")
    assert answer["verdict"]["status"] == "quarantine"
