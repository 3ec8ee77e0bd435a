"""Prices that do not buy the thing: its hire, an entry to a draw, a place on a trip, what the shop pays for it, what it
fetched. And pages of shops that offer some of that beside a normal product, which stay stored.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

BUTTONS = {
    "en": "Add to cart",
    "de": "In den Warenkorb",
    "fr": "Ajouter au panier",
    "es": "Añadir al carrito",
    "it": "Aggiungi al carrello",
    "pt": "Adicionar ao carrinho",
    "nl": "In winkelwagen",
    "pl": "Do koszyka",
    "cs": "Do košíku",
    "sv": "Lägg i varukorgen",
    "da": "Læg i kurv",
    "fi": "Lisää ostoskoriin",
    "hu": "Kosárba",
    "ru": "В корзину",
    "tr": "Sepete Ekle",
}


def read(language: str, body: str, price: str = "45.00", *, is_sold: bool = True) -> dict[str, Any]:
    """The page of a product with this body and the button that puts it into the cart: behind it, or where it says
    BUTTON. Without one where it is not sold.
    """
    offer = {"price": price, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Vorra T60", "offers": offer})
    button = f"<form method=post action='/cart/add'><button type=submit>{BUTTONS[language]}</button></form>"
    shown = body.replace("BUTTON", button) if "BUTTON" in body else body + button * is_sold
    return read_page(
        f"<main><h1>Vorra T60</h1>{shown}</main>",
        url="https://www.pine-house.shop/vorra-t60",
        title="Vorra T60 | Pine House",
        lang=language,
        head=f"<script type='application/ld+json'>{node}</script>",
    )


def verdict(answer: dict[str, Any]) -> str:
    told = answer["verdict"]
    return str(told.get("reason") or told["status"])


PRICE = "<p class=price>€45.00</p>"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "4-day hire · RRP €650"),
        ("en", "per person. Boats leave at ten."),
        ("en", "per entry"),
        ("en", "Tickets sold: 412 / 1999"),
        ("en", "Your gift supports Luna for one year. You receive a certificate."),
        ("de", "Tagespreis, ab 5 Tagen 39,00 €"),
        ("de", "pro Tag zzgl. MwSt."),
        ("de", "1 Los – Ziehung am 24.12."),
        ("de", "Kaltmiete · 58 m²"),
        ("fr", "la journée"),
        ("fr", "par personne"),
        ("es", "por participación. Sorteo: 30/11"),
        ("es", "Alquiler por día"),
        ("it", "a persona, partenza ore 9"),
        ("it", "al giorno"),
        ("pt", "por pessoa. Saída às 9h do cais."),
        ("nl", "premie per maand"),
        ("pl", "za dobę"),
        ("pl", "za los. Losowanie 12 grudnia"),
        ("cs", "za 24 hodin, vratná kauce 20 €"),
        ("sv", "per dygn"),
        ("da", "pr. dag"),
        ("fi", "vuorokausi"),
        ("hu", "naponta"),
        ("ru", "за сутки"),
        ("tr", "Günlük kiralama ücreti"),
    ],
)
def test_words_right_behind_the_price_say_that_it_does_not_buy_the_thing(language: str, said: str) -> None:
    assert verdict(read(language, f"{PRICE}<p>{said}</p>")) == "UNCONFIRMED_PRICE"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "We pay you"),
        ("en", "Price realised"),
        ("en", "Price when reviewed"),
        ("en", "Current value (new)"),
        ("de", "Wir zahlen"),
        ("de", "Preis zum Testzeitpunkt"),
        ("fr", "Prix moyen constaté"),
        ("fr", "Prix adjugé"),
        ("it", "Prezzo al momento del test"),
        ("pl", "Cena skupu"),
    ],
)
def test_so_do_words_right_before_it(language: str, said: str) -> None:
    assert verdict(read(language, f"<p>{said}</p>{PRICE}")) == "UNCONFIRMED_PRICE"
    assert verdict(read(language, f"<p>{said}: €45.00</p>")) == "UNCONFIRMED_PRICE"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Rental period <select><option>4 days</option></select>"),
        ("de", "Mietdauer: <select><option>1 Tag</option></select>"),
        ("fr", "Durée de location : 1 jour"),
        ("fr", "Caution : 2 500 €"),
        ("es", "Fianza: 150 €"),
        ("pl", "Kaucja zwrotna: 500 €"),
    ],
)
def test_a_time_of_hire_or_a_security_above_the_price_tell_of_hire(language: str, said: str) -> None:
    assert verdict(read(language, f"{PRICE}<p>Vorra</p><p>{said}</p>")) == "UNCONFIRMED_PRICE"


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("en", f"{PRICE}<p>In stock</p>BUTTON<p>Rent instead from €9 for 4 days</p><a href='/rent'>Rent this</a>"),
        ("en", f"{PRICE}<p>Serves 4 people. Dispatched within 24 hours</p>BUTTON"),
        ("en", f"{PRICE}<p>10% of your purchase supports local forests.</p>BUTTON"),
        ("en", f"{PRICE}BUTTON<button>Sell yours</button><p>Trade-in value up to €20.00</p>"),
        ("en", f"{PRICE}<p>Buy a gift card</p>BUTTON<a href='/appointment'>Book an appointment</a>"),
        ("en", f"{PRICE}<p>Refundable deposit: €0.50</p>BUTTON"),
        ("de", f"{PRICE}<p>Leasing ab 3,90 € im Monat</p>BUTTON<h3>Aus derselben Serie</h3>"),
        ("de", f"{PRICE}<p>für 2 Personen</p>BUTTON<p>Mietkauf möglich</p>"),
        ("de", f"<p>Kaufpreis</p>{PRICE}<p>Mietpreis pro Tag</p><p>€9.00</p>BUTTON"),
        ("de", f"{PRICE}<p>inkl. MwSt.</p>BUTTON<a href='/merkzettel'>Auf den Merkzettel</a>"),
        ("fr", f"{PRICE}<p>En stock</p>BUTTON<p>Location longue durée dès 5 € par mois</p>"),
        ("fr", f"{PRICE}<p>pour 4 personnes</p>BUTTON<a href='/rdv'>Prendre rendez-vous</a>"),
        ("es", f"{PRICE}<p>En stock</p>BUTTON<p>Alquiler desde 9 € al día</p>"),
        ("it", f"{PRICE}<p>Disponibile</p>BUTTON<button>Prenota in negozio</button>"),
        ("pt", f"{PRICE}<p>Em estoque</p>BUTTON<button>Adicionar à minha adega</button>"),
        ("nl", f"{PRICE}<p>Op voorraad</p>BUTTON<a href='/vergelijken'>Vergelijken</a>"),
        ("pl", f"{PRICE}<p>Dostępny</p>BUTTON<p>Leasing od 9,00 €</p>"),
        ("cs", f"{PRICE}<p>Skladem</p>BUTTON<p>Půjčovné 15 € za den</p>"),
        ("sv", f"{PRICE}<p>I lager</p>BUTTON<button>Jämför</button>"),
        ("hu", f"{PRICE}<p>Raktáron</p>BUTTON<p>Bérlés: 3 € naponta</p>"),
        ("ru", f"{PRICE}<p>В наличии</p>BUTTON<p>Рассрочка от 4 € в месяц</p>"),
        ("tr", f"{PRICE}<p>Stokta var</p>BUTTON<p>1 yorum</p>"),
    ],
)
def test_what_a_shop_offers_beside_the_product_says_nothing_of_its_price(language: str, body: str) -> None:
    answer = read(language, body)
    assert (verdict(answer), answer["offer"]["price"]) == ("ok", "45.00")


@pytest.mark.parametrize(
    "said", ["Bid now", "Jetzt bieten", "Enchérir", "Pujar", "Licytuj", "Сделать ставку", "入札する"]
)
def test_what_a_button_bids_for_has_no_price_unless_another_buys_it(said: str) -> None:
    assert verdict(read("en", f"{PRICE}<p>6 left</p><button>{said}</button>", is_sold=False)) == "UNCONFIRMED_PRICE"
    assert verdict(read("en", f"{PRICE}<p>In stock</p>BUTTON<button>{said}</button>")) == "ok"


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Reserve yours for"),
        ("en", "Opening bid"),
        ("en", "Guide price"),
        ("en", "Sell to us"),
        ("de", "Reservieren für"),
        ("de", "Limitpreis"),
        ("fr", "Réserver pour"),
        ("es", "Resérvalo por"),
        ("es", "Paga hoy"),
        ("it", "Prenota con"),
        ("it", "Aggiudicato"),
        ("pt", "Reserve por"),
        ("nl", "Reserveer voor"),
        ("nl", "Vandaag te betalen"),
        ("pl", "Zarezerwuj za"),
        ("cs", "Rezervovat za"),
        ("sv", "Reservera för"),
        ("da", "Reservér for"),
        ("fi", "Varaa hintaan"),
        ("hu", "Foglalja le"),
        ("ru", "Забронировать за"),
        ("tr", "Açılış fiyatı"),
    ],
)
def test_a_label_of_what_reserves_it_or_was_bid_for_it(language: str, label: str) -> None:
    assert verdict(read(language, f"<p class=price>{label} €45.00</p>")) != "ok"
    assert verdict(read(language, f"<p>{label}</p><p class=price>€45.00</p>")) != "ok"


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("en", "<p class=price>€45.00</p><p>Reserve yours in the shop</p>"),
        ("de", "<p class=price>€45.00</p><p>Reservieren für Abholung im Laden</p>"),
        ("nl", "<p class=price>€45.00</p><p>Reserveer in de winkel</p>"),
    ],
)
def test_words_of_reserving_that_name_no_amount(language: str, body: str) -> None:
    assert verdict(read(language, body)) == "ok"
