"""An amount that its element alone calls net of tax is the price where no other amount has the tax in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page
from tests.unit.reading.no_product.test_reading_no_single_product import LONG, ld

NAME = "Pine House chair Vorra"


def read(prices: str, declared: str | None = None, currency: str = "EUR", host: str = "www.pine-house.ie") -> Any:
    offer = {"@type": "Offer", "price": declared, "priceCurrency": currency}
    node = ld({"@type": "Product", "name": NAME, "sku": "V-12", "offers": offer}) if declared else ""
    body = f"<h1>{NAME}</h1>{prices}<p>In stock</p><button>Add to cart</button>{LONG}{node}"
    answer = read_page(body, url=f"https://{host}/p/chair-vorra", title=NAME)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else answer["verdict"]["reason"]


STENCIL = "<div class='productView-price'>{}<div class='price-section price-section--withoutTax'>{}</div></div>"
NET = "<span data-product-price-without-tax class='price price--withoutTax'>€79.00</span>"


@pytest.mark.parametrize("declared", [None, "79.00"])
@pytest.mark.parametrize(
    "more",
    [
        "",
        "<div class='price-section--withTax' style='display:none'><span class='price--withTax'></span></div>",
        "<div class='rrp-price--withoutTax'><span>MSRP:</span> <span class='price price--rrp'>€99.00</span></div>",
    ],
)
def test_a_name_alone_makes_no_price_net(more: str, declared: str | None) -> None:
    assert read(STENCIL.format(more, NET), declared) == "79.00"


@pytest.mark.parametrize(
    "gross",
    [
        "<div class='price-section--withTax'><span class='price price--withTax'>€97.17</span></div>",
        "<div><b>€97.17</b> <small>incl. VAT</small></div>",
    ],
)
def test_a_name_makes_it_net_beside_an_amount_with_the_tax(gross: str) -> None:
    assert read(STENCIL.format(gross, NET)) == "97.17"


@pytest.mark.parametrize(("net", "tax"), [("ex", "inc"), ("price-net", "price-gross"), ("ht", "ttc")])
def test_of_a_switch_s_two_amounts_the_hidden_one_with_tax_is_the_price(net: str, tax: str) -> None:
    switch = "<p><button>ex VAT</button><button>inc VAT</button></p>"
    amounts = f"<span class='{net}'>€120.00</span><span class='{tax}' style='display:none'>€147.60</span>"
    assert read(f"{switch}<div class='price'>{amounts}</div>", "120.00") == "147.60"


def test_words_in_brackets_that_begin_a_line_are_said_of_the_amount_before_it() -> None:
    prices = "<p class='price'>8,000円</p><p>（税別）税込 8,800円</p>"
    assert read(prices, "8000", "JPY", "www.pine-house.jp") == "8800"
    prices = "<p class='price'>€100.00</p><p>(excl. VAT) €123.00 incl. VAT</p>"
    assert read(prices, "100.00") == "123.00"


def test_words_before_a_bracket_that_begin_a_line_are_said_of_the_amount_before_it() -> None:
    prices = "<p class='price'>€100.00</p><p>plus 23 % VAT (€123.00 gross)</p>"
    assert read(prices, "100.00") == "123.00"


def test_words_in_brackets_are_of_the_lower_amount_when_they_call_it_net() -> None:
    assert read("<p class='price'>€123.00</p><p>(excl. VAT) €100.00</p>", "123.00") == "123.00"


def test_what_says_itself_that_the_tax_is_in_it_is_not_net_by_its_name() -> None:
    assert read("<div><p class='price net'>€79.00 incl. VAT</p><p>RRP €99.00</p></div>", "79.00") == "79.00"


TWO_DECLARED = (
    ("120", "100", "<p>120,00 €</p><p>100,00 € zzgl. MwSt.</p>", "120.00"),
    ("120", "100", "<p>120,00 € TTC</p><p>100,00 € HT</p>", "120.00"),
    ("121", "100", "<p>121,00 € IVA incluido</p><p>100,00 € sin IVA</p>", "121.00"),
    ("120", "100", "<p><del>120,00 €</del></p><p>100,00 €</p>", "100.00"),
    ("120", "100", "<p>UVP 120,00 €</p><p>110,00 € inkl. MwSt.</p><p>100,00 € zzgl. MwSt.</p>", "110.00"),
    ("120", "100", "<p><del>120,00 € TTC</del> 110,00 € TTC</p><p>100,00 € HT</p>", "110.00"),
    ("122", "100", "<p>Prezzo di listino 122,00 €</p><p>99,00 €</p><p>IVA esclusa 100,00 €</p>", "99.00"),
    ("121", "100", "<p>Adviesprijs 121,00 €</p><p>100,00 € incl. btw</p><p>excl. btw 82,64 €</p>", "100.00"),
    ("119", "100", "<p>Miete 119,00 € pro Tag</p><p>100,00 € netto pro Tag</p>", None),
    ("120", "100", "<p>Members €100.00 ex VAT</p><p>€120.00 deposit</p>", None),
    ("120", "100", "<p>€120.00 / month</p><p>€100.00 / month ex VAT</p>", None),
    ("120", "100", "<p>100,00 € zzgl. MwSt.</p>", None),
)


@pytest.mark.parametrize(("in_markup", "in_labels", "shown", "stored"), TWO_DECLARED)
def test_a_label_that_the_page_calls_net(in_markup: str, in_labels: str, shown: str, stored: str | None) -> None:
    offer = {"price": in_markup, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Vorra lamp 300", "offers": offer})
    answer = read_page(
        f"<h1>Vorra lamp 300</h1>{shown}<form><button>Add to cart</button></form>",
        url="https://www.pine-house.shop/p/300",
        title="Vorra lamp 300 | Pine House",
        head=f"<script type='application/ld+json'>{node}</script><meta property='product:price:currency' content='EUR'>"
        f"<meta property='product:price:amount' content='{in_labels}'>",
    )
    price = answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None
    assert price == stored


@pytest.mark.parametrize(
    ("lines", "ending", "lang", "stock", "button"),
    [
        ("<p>Běžná cena 121 Kč</p><p>100 Kč s DPH</p>", "cz", "cs", "Skladem", "Do košíku"),
        ("<p>Běžná cena: 121 Kč</p><p>Naše cena: 100 Kč s DPH</p>", "cz", "cs", "Skladem", "Do košíku"),
        ("<p>Normalpreis 119 €</p><p>100 € inkl. MwSt.</p>", "de", "de", "Auf Lager", "In den Warenkorb"),
        ("<p>Usual price £120</p><p>£100 incl. VAT</p>", "co.uk", "en-GB", "In stock", "Add to cart"),
    ],
)
def test_a_lower_price_with_the_tax_in_it_is_no_net_of_the_usual_one(
    lines: str, ending: str, lang: str, stock: str, button: str
) -> None:
    """That the two differ by just a tax is chance."""
    name = "Pinewood night lamp"
    body = f"<h1>{name}</h1><p>{stock}</p>{lines}<button>{button}</button>"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/night-lamp", title=name, lang=lang)
    assert answer["verdict"]["status"] != "ok" or answer["offer"]["price"] == "100.00"
