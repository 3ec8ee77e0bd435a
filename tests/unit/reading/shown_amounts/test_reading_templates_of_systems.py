"""What the templates of shop systems put around a price: a price by measure behind a label, a box named by a script's
template, the price before a discount named with tax, a way to pay in an element of its own."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra sensor S1"
BUY = {
    "hu": "Kosárba", "ro": "Adauga in cos", "es": "Agregar al carrito", "pt": "Adicionar ao carrinho",
    "el": "Προσθήκη στο Καλάθι", "de": "In den Warenkorb", "en": "Add to cart", "pl": "Do koszyka",
}  # fmt: skip
NONE_STORED = {"NO_PRICE", "UNCONFIRMED_PRICE", "AMBIGUOUS_PRICE"}


def read(body: str, ending: str, lang: str) -> str:
    """The price that is stored of a page with this between heading and button; else why none is."""
    body = f"<h1>{NAME}</h1><p>SKU: VR-1063</p><p class='stock in-stock'>1</p>{body}<button>{BUY[lang]}</button>"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/vorra-s1", title=NAME, lang=lang)
    verdict = answer.get("verdict", {})
    return str(answer["offer"]["price"] if verdict.get("status") == "ok" else verdict.get("reason"))


@pytest.mark.parametrize(
    ("body", "ending", "lang", "price"),
    [
        (
            "<div class='price-base'><span>Bruttó:</span> <b>1 590 Ft</b></div>"
            "<div class='price-unit'>Egységár: <span>31 800 Ft/kg</span></div>",
            "hu", "hu", "1590.00",
        ),
        ("<div><b>1 590 Ft</b></div><div>Egységár: <span>31 800 Ft/kg</span></div>", "hu", "hu", "1590.00"),
        ("<div><b>12,90 €</b></div><div>Preis: <span>25,80 €/kg</span></div>", "de", "de", "12.90"),
        ("<div class='price'>£12.90</div><div>Price: <span>£25.80/kg</span></div>", "co.uk", "en", "12.90"),
        ("<div class='price'>12,90 zł</div><div>Cena: <span>25,80 zł/kg</span></div>", "pl", "pl", "12.90"),
    ],
)  # fmt: skip
def test_a_price_by_measure_behind_a_label_is_not_taken(body: str, ending: str, lang: str, price: str) -> None:
    assert read(body, ending, lang) == price


@pytest.mark.parametrize(
    "body",
    [
        "<div class='price-before'><span class='detail-price box-final-price'>84,50 Lei</span>"
        "<span>PRP: <span>99,00 Lei</span></span><span>TVA inclus</span></div>",
        "<div class='shippingPriceTemplate'><span class='final-price'>84,50 Lei</span></div>",
        "<div class='__shippingPriceTemplate'><div class='price-before'><span class='-g-product-final-price-7'>"
        "84,50 Lei</span><s class='full-price'>99,00 Lei</s></div></div>",
        "<div class='before'><span class='special-price'>84,50 Lei</span></div>",
    ],
)
def test_a_box_named_by_a_template_is_the_prices(body: str) -> None:
    assert read(body, "ro", "ro") == "84.50"


@pytest.mark.parametrize(
    "body",
    [
        "<div class='old-price'><span class='price-container price-final_price'>99,00 Lei</span></div>",
        "<div class='price-before-discount'><span class='final-price'>99,00 Lei</span></div>",
        "<div class='price-before'><span class='price'>99,00 Lei</span></div>",
        "<div class='was-price before'><span class='final-price'>99,00 Lei</span></div>",
        "<div class='price-before'><span class='old-price'>99,00 Lei</span></div>",
        "<div class='price-before'><del class='final-price'>99,00 Lei</del></div>",
        "<div class='price_before'><span class='final-price'>99,00 Lei</span></div>",
        "<div class='price-before price-original'><span class='current-price'>99,00 Lei</span></div>",
        "<div class='regular-price'><span class='price-final'>99,00 Lei</span></div>",
        "<div class='before-price'><span class='final-price'>99,00 Lei</span></div>",
    ],
)
def test_what_is_named_old_stays_so(body: str) -> None:
    stored = read(f"{body}<div class='new'><span class='price'>84,50 Lei</span></div>", "ro", "ro")
    assert stored in {"84.50", *NONE_STORED}


@pytest.mark.parametrize(
    "body",
    [
        "<div class='shipping-price'>15,00 Lei</div>",
        "<div class='shipping-price-template'><div class='shipping-price'>15,00 Lei</div></div>",
        "<div class='shipping-template'><span class='price'>15,00 Lei</span></div>",
        "<div class='memberPriceTemplate'><span class='price'>15,00 Lei</span></div>",
        "<div class='installmentPriceTemplate'><span class='price'>15,00 Lei</span></div>",
        "<div class='price-template shipping'>15,00 Lei</div>",
        "<div class='member-price template'>15,00 Lei</div>",
    ],
)
def test_a_template_of_something_else_stays_so(body: str) -> None:
    assert read(body, "ro", "ro") in NONE_STORED


def joomla(base: str, before: str, now: str, net: str, labels: tuple[str, str, str, str]) -> str:
    """A box of prices as a shop system for Joomla draws it."""
    names = ("PricebasePrice", "PricebasePriceWithTax", "PricesalesPrice", "PricepriceWithoutTax")
    rows = zip(names, labels, (base, before, now, net), strict=True)
    return "<div class='product-price'>" + "".join(
        f"<div class='{name}'>{label} <span class='{name}'>{amount}</span></div>" for name, label, amount in rows
    ) + "</div>"  # fmt: skip


GREEK = ("Βασική τιμή:", "Τιμή πώλησης χωρίς έκπτωση:", "Τελική τιμή:", "Τιμή χωρίς ΦΠΑ:")
ENGLISH = ("Base price:", "Base price with tax:", "Sales price:", "Sales price without tax:")
GERMAN = ("Basispreis:", "Basispreis mit Steuer:", "Verkaufspreis:", "Nettoverkaufspreis:")
POLISH = ("Cena podstawowa:", "Cena podstawowa z podatkiem:", "Cena sprzedaży:", "Cena sprzedaży bez podatku:")


@pytest.mark.parametrize(
    ("body", "ending", "lang"),
    [
        (joomla("24,31 €", "29,90 €", "24,90 €", "20,24 €", GREEK), "gr", "el"),
        (joomla("£25.00", "£30.00", "£24.90", "£20.75", ENGLISH), "co.uk", "en"),
        (joomla("25,13 €", "29,90 €", "24,90 €", "20,92 €", GERMAN), "de", "de"),
        (joomla("24,31 zł", "29,90 zł", "24,90 zł", "20,24 zł", POLISH), "pl", "pl"),
    ],
)
def test_the_price_before_a_discount_is_no_price_with_tax(body: str, ending: str, lang: str) -> None:
    assert read(body, ending, lang) == "24.90"


@pytest.mark.parametrize(
    ("body", "price"),
    [
        ("<div class='PricebasePriceWithTax'>29,90 €</div>", "29.90"),
        (joomla("24,31 €", "29,90 €", "29,90 €", "24,31 €", GREEK), "29.90"),
        ("<p class='old-price'><span class='price-including-tax'>100,00 €</span></p>"
         "<p class='special-price'><span class='price'>80,65 €</span></p>", "80.65"),
        ("<p><span class='price-excluding-tax'>80,65 €</span></p>"
         "<p><span class='price-including-tax'>100,00 €</span></p>", "100.00"),
        ("<p class='regular-price'><span class='price-including-tax'>100,00 €</span></p>"
         "<p><span class='price-excluding-tax'>80,65 €</span></p>", "100.00"),
    ],
)  # fmt: skip
def test_the_price_with_tax_is_told_from_the_one_before(body: str, price: str) -> None:
    assert read(body, "gr", "el") == price


@pytest.mark.parametrize(
    ("body", "ending", "lang"),
    [
        (
            "<b>$98.500,00</b><div>$88.650,00 con <strong>Transferencia o depósito bancario</strong></div>",
            "com.ar",
            "es",
        ),
        ("<b>$98.500,00</b><div>$88.650,00 pagando con <strong>transferencia</strong></div>", "com.ar", "es"),
        ("<b>R$ 98.500,00</b><div>R$ 88.650,00 com <strong>Pix</strong></div>", "com.br", "pt"),
        ("<b>R$ 98.500,00</b><div>R$ 88.650,00 no <strong>boleto</strong></div>", "com.br", "pt"),
    ],
)
def test_a_way_to_pay_may_stand_in_an_element_of_its_own(body: str, ending: str, lang: str) -> None:
    assert read(body, ending, lang) == "98500.00"


@pytest.mark.parametrize(
    "body",
    [
        "<b>$98.500,00</b><div>$88.650,00 con <strong>estuche</strong></div>",
        "<b>$98.500,00</b><div>$88.650,00 con <strong>2 fundas</strong></div>",
        "<b>$98.500,00</b><div>$88.650,00</div><strong>Marca Pampa</strong>",
        "<b>$98.500,00</b><div>$88.650,00 con <strong>Color rojo</strong></div>",
        "<b>$98.500,00</b><div>$120.000,00 con <strong>estuche</strong></div>",
        "<b>$98.500,00</b><div>$88.650,00 con</div><p>$77.000,00</p>",
    ],
)
def test_other_words_behind_it_leave_the_doubt(body: str) -> None:
    assert read(body, "com.ar", "es") in NONE_STORED


PIX = "<p>ou <strong>R$ 325,41</strong> à vista com <em>7% de desconto</em> no Pix</p>"


@pytest.mark.parametrize(
    ("body", "ending", "lang", "price"),
    [
        (f"<p>De <s>R$ 399,90</s></p><p><span>Por</span> <span>R$ 349,90</span></p>{PIX}", "com.br", "pt", "349.90"),
        (f"<p><span>R$ 349,90</span></p>{PIX}", "com.br", "pt", "349.90"),
        (
            "<p><b>$100.000,00</b></p><p>o <b>$93.000,00</b> con <i>7% de descuento</i> por transferencia</p>",
            "com.ar", "es", "100000.00",
        ),
        # Of these nothing is said of one way to pay.
        ("<p><span>12,90 €</span> <small>inkl. MwSt.</small> <small>zzgl.</small> <a href=/v>Versand</a></p>",
         "de", "de", "12.90"),
        ("<p><s>20,00 €</s> <b>18,60 €</b> <i>7% Rabatt</i> <small>zzgl. Versand</small></p>", "de", "de", "18.60"),
    ],
)  # fmt: skip
def test_words_of_a_way_to_pay_may_be_drawn_in_pieces(body: str, ending: str, lang: str, price: str) -> None:
    assert read(body, ending, lang) == price
