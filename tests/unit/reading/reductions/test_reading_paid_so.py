"""A discount for a way of paying makes no price: not everybody pays so."""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS
from tests.unit.reading.no_product.test_reading_no_single_product import LONG

NAME = "Vorra K-100"


def read(said: str, language: str, ending: str, sold: str) -> tuple[Any, ...]:
    stock, button = sold.split("|")
    body = f"<h1>{NAME}</h1>{said}<p>{stock}</p><button>{button}</button>{LONG}"
    title = f"<title>{NAME} | Pine House</title>"
    html = f"<html lang='{language}'><head><meta charset='utf-8'>{title}</head><body>{body}</body></html>"
    answer = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-k-100", SHOPS)
    offer = answer["offer"] or {}
    return answer["verdict"] and answer["verdict"]["status"], offer.get("price"), offer.get("currency")


SHAPES = (
    "<p><span>{whole}</span></p><p><span>{lower}</span></p><p>{words}</p>",
    "<p>{whole}</p><p>{lower} <small>{words}</small></p>",
    "<p>{whole}</p><p>{words}</p><p>{lower}</p>",
    "<p class='price'>{whole}</p><p>{lower} {words}</p>",
)
PLACES = {
    ("en-GB", "co.uk", "In stock|Add to basket", "£{}.00", "GBP"): (
        "(5% discount for bank transfer)",
        "5% off when you pay by bank transfer",
        "5% cash discount",
    ),
    ("de", "de", "Auf Lager|In den Warenkorb", "{},00 €", "EUR"): (
        "(5 % Rabatt bei Vorkasse)",
        "5 % Skonto bei Überweisung",
    ),
    ("fr", "fr", "En stock|Ajouter au panier", "{},00 €", "EUR"): ("(5 % de remise par virement)",),
    ("es", "es", "En stock|Añadir al carrito", "{},00 €", "EUR"): ("(5 % de descuento por transferencia)",),
    ("it", "it", "Disponibile|Aggiungi al carrello", "{},00 €", "EUR"): ("(5% di sconto con bonifico)",),
    ("pt-BR", "com.br", "Em estoque|Comprar", "R$ {},00", "BRL"): ("(5% de desconto no Pix)", "5% OFF no boleto"),
    ("nl", "nl", "Op voorraad|In winkelwagen", "€ {},00", "EUR"): ("(5% korting bij vooruitbetaling)",),
    ("pl", "pl", "Dostępny|Do koszyka", "{},00 zł", "PLN"): ("(5% rabatu za przelew)",),
    ("cs", "cz", "Skladem|Do košíku", "{} Kč", "CZK"): ("(sleva 5 % při platbě převodem)",),
    ("hu", "hu", "Raktáron|Kosárba", "{}00 Ft", "HUF"): ("(5% kedvezmény átutalás esetén)",),
    ("ro", "ro", "În stoc|Adaugă în coș", "{},00 lei", "RON"): ("(5% reducere la plata prin transfer bancar)",),
    ("tr", "com.tr", "Stokta|Sepete ekle", "₺{},00", "TRY"): ("(%5 Havale İndirimi)", "%5 peşin indirimi"),
    ("ru", "ru", "В наличии|В корзину", "{}00 руб.", "RUB"): ("(скидка 5% при оплате наличными)",),
    ("uk", "com.ua", "В наявності|Купити", "{}00 грн", "UAH"): ("(знижка 5% за передоплату)",),
    ("sv", "se", "I lager|Köp", "{}0 kr", "SEK"): ("(5 % rabatt vid förskottsbetalning)",),
    ("da", "dk", "På lager|Læg i kurv", "{},00 kr.", "DKK"): ("(5 % rabat ved bankoverførsel)",),
    ("el", "gr", "Διαθέσιμο|Προσθήκη στο καλάθι", "{},00 €", "EUR"): ("(έκπτωση 5% με τραπεζική κατάθεση)",),
    ("ja", "co.jp", "在庫あり|カートに入れる", "{}00円", "JPY"): ("（銀行振込で5%引き）",),
}
CASES = [(*place, words) for place, several in PLACES.items() for words in several]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("language", "ending", "sold", "written", "currency", "words"), CASES)
def test_what_is_taken_off_for_a_way_of_paying_makes_no_price(
    language: str, ending: str, sold: str, written: str, currency: str, words: str, shape: str
) -> None:
    said = shape.format(whole=written.format(100), lower=written.format(95), words=words)
    status, price, found = read(said, language, ending, sold)
    assert (status, found) == ("ok", currency)
    assert str(price).startswith("100")  # with as many zeros behind it as are written


@pytest.mark.parametrize("words", ["5% off", "Summer sale: 5% off", "You save 5%"])
def test_one_for_everybody_does(words: str) -> None:
    said = f"<p><span>£100.00</span></p><p><span>£95.00</span></p><p>{words}</p><p>Pay by bank transfer or card</p>"
    assert read(said, "en-GB", "co.uk", "In stock|Add to basket") == ("ok", "95.00", "GBP")


BRITISH = ("en-GB", "co.uk", "In stock|Add to basket")
OTHER_MEANINGS = [
    (*BRITISH, "£{}.00", "20% off. Pay by bank transfer"),
    (*BRITISH, "£{}.00", "20% off, or pay in advance by cheque"),
    ("de", "de", "Auf Lager|In den Warenkorb", "{},00 €", "20% auf alles. Vorkasse, PayPal, Rechnung"),
    ("fr", "fr", "En stock|Ajouter au panier", "{},00 €", "-20 % sur toutes les espèces de plantes"),
    ("es", "es", "En stock|Añadir al carrito", "{},00 €", "descuento efectivo del 20 %"),
    ("pt-BR", "com.br", "Em estoque|Comprar", "R$ {},00", "20% OFF ou seu dinheiro de volta"),
    ("pt-BR", "com.br", "Em estoque|Comprar", "R$ {},00", "20% OFF - parcele no boleto ou no Pix"),
    ("pl", "pl", "Dostępny|Do koszyka", "{},00 zł", "-20% na umywalki z przelewem"),
    ("tr", "com.tr", "Stokta|Sepete ekle", "₺{},00", "%20 indirim, peşin fiyatına 6 taksit"),
    ("ru", "ru", "В наличии|В корзину", "{}00 руб.", "-20% на книги с переводом"),
    ("uk", "com.ua", "В наявності|Купити", "{}00 грн", "-20% на книжки з переказом"),
]


@pytest.mark.parametrize(("language", "ending", "sold", "written", "words"), OTHER_MEANINGS)
def test_words_that_do_not_say_what_the_discount_is_for_leave_no_higher_price(
    language: str, ending: str, sold: str, written: str, words: str
) -> None:
    said = f"<p>{written.format(100)}</p><p>{written.format(80)}</p><p>{words}</p>"
    status, price, _ = read(said, language, ending, sold)
    assert status != "ok" or str(price).startswith("80"), "the higher amount was stored"


def test_a_struck_price_is_reduced_beside_a_list_of_ways_to_pay() -> None:
    said = "<p><del>£100.00</del></p><p>£80.00</p><p>20% off. Pay by card, cash or by cheque</p>"
    assert read(said, *BRITISH) == ("ok", "80.00", "GBP")
