"""Per cents that take nothing off the price: those for who buys several pieces, those of what the thing is made of."""

from __future__ import annotations

import pytest

from common.reading.visible.discounts.shares import shares_of
from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page, stored_of

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


OF_THE_THING = (
    ("80% cotton, 20% polyester", "en", "co.uk", "£{}", "Matching belt", "In stock", "Add to basket"),
    ("Made of 80% recycled material", "en", "co.uk", "£{}", "Matching belt", "In stock", "Add to basket"),
    ("80% of customers recommend this", "en", "co.uk", "£{}", "Matching belt", "In stock", "Add to basket"),
    ("Kakao: mind. 80 %", "de", "de", "{} €", "Kleine Tafel", "Auf Lager", "In den Warenkorb"),
    ("80 % Wolle", "de", "de", "{} €", "Passender Gürtel", "Auf Lager", "In den Warenkorb"),
    ("80 % vol, 70 cl", "fr", "fr", "{} €", "Verre assorti", "En stock", "Ajouter au panier"),
    ("80% algodón", "es", "es", "{} €", "Cinturón a juego", "En stock", "Añadir al carrito"),
    ("80% bawełna", "pl", "pl", "{} zł", "Pasek do kompletu", "Dostępny", "Do koszyka"),
)


@pytest.mark.parametrize(("said", "lang", "ending", "amount", "other", "stock", "buy"), OF_THE_THING)
def test_a_per_cent_of_the_thing_makes_no_other_amount_the_price(
    said: str, lang: str, ending: str, amount: str, other: str, stock: str, buy: str
) -> None:
    whole, part = amount.format("50.00"), amount.format("10.00")
    body = f"<p>{whole}</p><p>{said}</p><p>{other}</p><p>{part}</p><p>{stock}</p><button>{buy}</button>"
    url = f"https://www.pine-house.{ending}/p/vorra-blue-cup"
    answer = read_page(f"<h1>{NAME}</h1>{body}", url=url, title=NAME, lang=lang)
    assert stored_of(answer) in {None, "50.00"}


@pytest.mark.parametrize(
    ("lines", "shares"),
    [
        (["-20 %"], {20}),
        (["£50", "20%"], {20}),
        (["Save £12 (25%)"], {25}),
        (["Sie sparen 25 %"], {25}),
        (["%20 indirim"], {20}),
        (["（20%OFF）"], {20}),
        (["20%引き"], {20}),
        (["15% zľava"], {15}),
        (["Black Friday 20%"], {20}),
        (["20% billiger"], {20}),
        (["Prissänkt 20%"], {20}),
        (["20% less sugar"], set()),
        (["Outlet -30%"], {30}),
        (["80% cotton, save 20%"], {20}),
        (["Wool", "80%", "Size"], set()),
        (["Alcohol: 40%"], set()),
        (["綿80%"], set()),
        (["98% positive reviews"], set()),
    ],
)
def test_which_per_cents_are_taken_off(lines: list[str], shares: set[int]) -> None:
    assert shares_of(lines) == shares


@pytest.mark.parametrize(
    "said",
    [
        "20% off all accessories",
        "Save 20% when you trade in",
        "20 % Rabatt auf Zubehör",
        "20 % Neukundenrabatt",
        "20 % de remise sur les accessoires",
        "20 % de descuento en accesorios",
        "Sconto 20% sugli accessori",
        "20% korting op accessoires",
        "20% zniżki na akcesoria",
        "20% rabatu na pierwsze zakupy",
        "20% rabatt på tillbehör",
        "20% rabat på tilbehør",
        "Sleva 20 % na příslušenství",
        "20% de desconto em acessórios",
        "20 % alennus lisätarvikkeista",
        "20 % alennus ensimmäisestä tilauksesta",
    ],
)
def test_a_per_cent_for_other_things_or_not_for_everybody_takes_nothing_off(said: str) -> None:
    assert shares_of(["£50.00", said, "£40.00"]) == frozenset()
