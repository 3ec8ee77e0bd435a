"""A per cent for who buys several pieces takes nothing off the price of one."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page

NAME = "Vorra blue cup"
CASES = (
    ("Save 10% on 3+", "co.uk", "GBP", "£{}", "Add to basket"),
    ("10% off 3 or more", "co.uk", "GBP", "£{}", "Add to basket"),
    ("-10 % ab 3 Stück", "de", "EUR", "{} €", "In den Warenkorb"),
    ("10 % Rabatt bei 3 oder mehr", "de", "EUR", "{} €", "In den Warenkorb"),
    ("-10 % pour 3 et plus", "fr", "EUR", "{} €", "Ajouter au panier"),
    ("-10 % à partir de 3 pièces", "fr", "EUR", "{} €", "Ajouter au panier"),
    ("10% menos con 3 o más", "es", "EUR", "{} €", "Añadir al carrito"),
    ("-10% da 3 pezzi", "it", "EUR", "{} €", "Aggiungi al carrello"),
    ("10% korting bij 3 of meer", "nl", "EUR", "{} €", "In winkelwagen"),
    ("-10% od 3 szt.", "pl", "PLN", "{} zł", "Dodaj do koszyka"),
    ("-10 % vid 3 eller fler", "se", "SEK", "{} kr", "Lägg i varukorgen"),
)


@pytest.mark.parametrize(("said", "ending", "currency", "amount", "buy"), CASES)
def test_the_lower_amount_beside_it_is_not_the_price(
    said: str, ending: str, currency: str, amount: str, buy: str
) -> None:
    lower = f"<p>{said}: <b class='price'>{amount.format('107.10')}</b></p>"
    body = f"<p class='price'>{amount.format('119.00')}</p>{lower}<button class='add-to-cart'>{buy}</button>"
    offer = read_page(f"<h1>{NAME}</h1>{body}", url=f"https://www.pine-house.{ending}/p/vorra-blue-cup", title=NAME)[
        "offer"
    ]
    assert (offer["price"], offer["currency"]) == ("119.00", currency)


@pytest.mark.parametrize("said", ["Save 10%", "-10 % until Sunday", "10% off, only 3 left"])
def test_a_per_cent_for_everybody_tells_the_price(said: str) -> None:
    shown = f"<p class='price'>£119.00</p><p>{said}</p><p><b>£107.10</b></p><button>Add to basket</button>"
    assert stored_price("Vorra blue cup", shown, "107.10") == "107.10"
