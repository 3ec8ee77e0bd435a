"""A price that is said again in another currency, and what is free on terms beside it, leave the price as it is."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra lamp L1"


def read(body: str, ending: str, lang: str, *, address: str = "") -> str:
    """The price that is stored of a page with this between heading and button; else why none is."""
    body = (
        f"<h1>{NAME}</h1><p>SKU: VR-1063</p><p class='stock in-stock'>1</p>{body}<button>{BUY[lang]}</button>{address}"
    )
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/vorra-l1", title=NAME, lang=lang)
    verdict = answer.get("verdict", {})
    if verdict.get("status") != "ok":
        return str(verdict.get("reason", answer.get("reason")))
    return f"{answer['offer']['price']} {answer['offer']['currency']}"


BUY = {
    "es-AR": "Añadir al carrito",
    "ru": "Купить",
    "en": "Add to cart",
    "en-GB": "Add to cart",
    "de": "In den Warenkorb",
}
LOCAL = "<p class='price'><span class='amount'>$ 32.999,00</span></p>"


def test_the_price_at_home_goes_before_one_for_strangers() -> None:
    assert read(f"{LOCAL}<p>Precio USD 27.50</p>", "com.ar", "es-AR") == "32999.00 ARS"
    assert read(f"{LOCAL}<p>Precio: USD 27.50</p>", "com.ar", "es-AR") == "32999.00 ARS"


@pytest.mark.parametrize(
    "body",
    [
        "<p>Precio USD 27.50</p>",
        "<p>Precio USD 27.50</p><p class='shipping-price'>$ 3.999,00</p>",
        "<p>Precio USD 27.50</p><p class='installment-price'>$ 3.999,00 por mes</p>",
        "<p>Precio USD 27.50</p><div class='related'><h3>Otros</h3><b class='price'>$ 3.999,00</b></div>",
        "<p>Precio USD 27.50</p><p class='old-price'>$ 3.999,00</p>",
        "<p class='old-price'>$ 3.999,00</p><p>Precio USD 27.50</p>",
    ],
)
def test_another_amount_at_home_is_not_taken_for_it(body: str) -> None:
    assert read(body, "com.ar", "es-AR") in {"27.50 USD", "UNCONFIRMED_PRICE", "AMBIGUOUS_CURRENCY"}


TERMS = "<p>При заказе от 3 000 руб доставка по Москве бесплатно, иначе 300 руб.</p>"


def test_what_is_else_free_is_no_other_price() -> None:
    assert read(f"<p class='price'>1 280 руб</p>{TERMS}", "ru", "ru") == "1280.00 RUB"
    free = "<p>Delivery is free on all orders over £30.00 within the mainland, otherwise it costs £4.99.</p>"
    assert read(f"<p class='price'>£3.80</p>{free}", "co.uk", "en-GB") == "3.80 GBP"


@pytest.mark.parametrize(
    "body",
    [
        "<p class='price'>£59.00</p><p>with our card, otherwise £79.00</p>",
        "<p class='price'>£59.00 with our card, otherwise £79.00, free delivery</p>",
        "<p class='price'>£59.00</p><p>for members, else £79.00</p>",
    ],
)
def test_what_others_pay_is(body: str) -> None:
    assert read(body, "co.uk", "en-GB") != "59.00 GBP"


@pytest.mark.parametrize(
    ("line", "price"),
    [
        ("£5.95 per 100g ball", "5.95 GBP"),
        ("£5.95 / 50 g skein", "5.95 GBP"),
    ],
)
def test_a_piece_of_so_much_is_no_measure(line: str, price: str) -> None:
    assert read(f"<p><b>Price:</b> {line}</p>", "co.uk", "en-GB") == price


@pytest.mark.parametrize(
    "line",
    [
        "£5.95 per 100g",
        "£5.95 / 100 g",
        "£5.95 per kg bag",
        "£5.95 / kg",
        "£5.95 per 100g of yarn",
        "£5.95 per metre roll",
        "£5.95 per 100g (ball of 50g)",
        "£5.95 per litre",
        "£5.95 per 100 ml, bottle of 50 ml",
        "£5.95 per month bottle plan",
    ],
)
def test_a_measure_stays_one(line: str) -> None:
    assert read(f"<p><b>Price:</b> {line}</p>", "co.uk", "en-GB") != "5.95 GBP"


@pytest.mark.parametrize(
    ("address", "price"),
    [
        ("Pine House, New York, NY. We build for people.", "19.95 USD"),
        ("Made with care in Chicago, IL", "19.95 USD"),
        ("Shipped from Portland, OR", "19.95 USD"),
    ],
)
def test_a_city_and_its_state_tell_whose_dollar_it_is(address: str, price: str) -> None:
    assert read("<p class='price'>$19.95</p>", "com", "en", address=f"<footer>{address}</footer>") == price


@pytest.mark.parametrize(
    "address",
    [
        "Made in London, ON",
        "Sydney, NSW",
        "Perth, WA",
        "A copy of the New York Times",
        "Our shop in Georgia, GE",
        "New York, NY. We ship from Toronto, Canada",
        "New York, NY and Melbourne VIC 3000",
        "Cambridge, UK",
        "Birmingham, West Midlands",
        "Made in Texas style, TX-5 model",
    ],
)
def test_other_places_do_not(address: str) -> None:
    answer = read("<p class='price'>$19.95</p>", "com", "en", address=f"<footer>{address}</footer>")
    assert answer in {"AMBIGUOUS_CURRENCY", "NO_CURRENCY"} or answer.endswith(("CAD", "AUD"))
