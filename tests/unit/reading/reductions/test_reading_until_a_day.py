"""Until when an amount is asked, in words beside it: everybody pays it now, so it is what the usual price was reduced
to. A number that is no day's leaves the words unknown.
"""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page

SHOPS_OF = {
    "en-GB": ("co.uk", "Add to basket"),
    "de": ("de", "In den Warenkorb"),
    "fr": ("fr", "Ajouter au panier"),
    "es": ("es", "Añadir al carrito"),
    "pl": ("pl", "Do koszyka"),
}


def stored(shown: str, language: str, declared: str | None = None) -> str | None:
    place, button = SHOPS_OF[language]
    node = {"@type": "Product", "name": "Vorra 27", "offers": {"price": declared, "priceCurrency": "EUR"}}
    head = f"<script type='application/ld+json'>{json.dumps(node)}</script>" if declared else ""
    answer = read_page(
        f"<h1>Vorra 27</h1><div>{shown}</div><button>{button}</button>",
        url=f"https://www.pine.{place}/p/vorra-27",
        title="Vorra 27 | Pine",
        lang=language,
        head=head,
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


DAYS = [
    ("en-GB", "until Sunday"),
    ("en-GB", "Offer ends 30th November 2026"),
    ("de", "bis Sonntag"),
    ("de", "nur bis zum 30.11."),
    ("fr", "jusqu’au 30 novembre"),
    ("es", "hasta el 30 de noviembre"),
    ("pl", "do niedzieli"),
]
NO_DAYS = [
    ("en-GB", "until you cancel"),
    ("de", "bis 30 Stück"),
    ("es", "hasta 12 meses"),
    ("en-GB", "until Sunday on the app"),
]


@pytest.mark.parametrize(("language", "said"), DAYS)
def test_an_amount_until_a_day_is_the_price_beside_the_usual_one(language: str, said: str) -> None:
    usual = "<span class='price price--regular'>119,00 EUR</span>"
    assert stored(f"{usual} <span class='price'>107,10 EUR <small>{said}</small></span>", language) == "107.10"
    before = f"<p>119,00 EUR</p><p>107,10 EUR <span>{said}</span></p>"
    assert stored(before, language, declared="107.10") == "107.10"


@pytest.mark.parametrize(("language", "said"), NO_DAYS)
def test_other_words_leave_it_open(language: str, said: str) -> None:
    usual = "<span class='price price--regular'>119,00 EUR</span>"
    assert stored(f"{usual} <span class='price'>107,10 EUR <small>{said}</small></span>", language) != "107.10"
