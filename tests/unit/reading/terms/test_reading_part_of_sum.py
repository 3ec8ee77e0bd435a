"""Prices that are a part of what must be paid: one of several payments, a piece of a pack that is sold only whole, what
remains once a gift of money came back, or what is asked beside a higher price for the thing alone. And honest pages
that print the same kinds of amounts beside a whole price, which stay stored.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra Kettle 1200"
BUTTONS = {
    "co.uk": "Add to cart",
    "de": "In den Warenkorb",
    "fr": "Ajouter au panier",
    "es": "Añadir al carrito",
    "com.mx": "Agregar al carrito",
    "com.co": "Comprar",
    "com.br": "Comprar",
    "nl": "In winkelwagen",
    "ru": "В корзину",
    "ua": "Купити",
    "com.tr": "Sepete Ekle",
    "ro": "Adaugă în coș",
    "co.id": "Beli",
    "sa": "أضف إلى السلة",
}


def stored(ending: str, body: str) -> str | None:
    """The price that is stored of a page without markup, with this between heading and button."""
    shown = f"<h1>{NAME}</h1><p>SKU VK-1200</p>{body}<button>{BUTTONS[ending]}</button>"
    answer = read_page(
        f"<nav><a href='/'>Pine House</a></nav><main>{shown}</main>",
        url=f"https://www.pine-house.{ending}/p/vorra-kettle-1200",
        title=NAME,
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("de", "199,00 €", "Preis gilt zusammen mit einer Kanne, einzeln 279,00 €"),
        ("com.tr", "1.439,00 TL", "Sepette %20 indirim: 2 al. Tek ürün fiyatı 1.799,00 TL"),
        ("com.mx", "$6,999.00", "Precio en efectivo. Otros medios de pago: $7,899.00"),
        ("ru", "3 200 ₽", "вместе с чашкой, отдельно 3 900 ₽"),
    ],
)
def test_price_of_the_thing_alone(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div>") is not None
    assert stored(ending, f"<div class=price>{price}</div><p>{words}</p>") is None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("nl", "€ 449,00", "Na € 100,00 cashback van de fabrikant"),
        ("co.uk", "£399.00", "After £50 trade-in"),
        ("de", "399,00 €", "nach 50,00 € Cashback"),
    ],
)
def test_amount_between_the_words_of_a_condition(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div><p>{words}</p>") is None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("de", "1,20 €", "Verkauf nur im 50er-Pack: 60,00 €"),
        ("fr", "9,90 €", "Vendu par carton de 6 : 59,40 €"),
        ("fr", "8,50 €", "la pièce, par carton de 6 uniquement (51,00 €)"),
        ("co.uk", "£1.20", "sold in packs of 50, £60.00 a pack"),
        ("co.id", "Rp145.000", "harga reseller min. 10 pcs, harga eceran Rp180.000"),
        ("ru", "3 200 ₽", "при заказе от 4 шт. Розничная цена 3 900 ₽"),
        ("es", "3,20 €", "mínimo 50 unidades; suelto 3,90 €"),
        ("com.tr", "1.439,00 TL", "2 adet alana. Normal 1.799,00 TL"),
    ],
)
def test_least_quantity(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div><p>{words}</p>") is None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("co.uk", "£32.50", "<span>today</span><p>then 3 further payments of £32.50, every two weeks</p>"),
        ("com.br", "R$ 28,90", "<p>em 12x sem juros. Total R$ 346,80</p>"),
        ("com.co", "$ 39.900", "<p>mensuales a 24 cuotas</p>"),
        ("sa", "124.95 ر.س", "<p>شهريا لمدة 24 شهرا. السعر الكامل 2,999 ر.س</p>"),
        ("co.uk", "£24.00", "<p>Billed every month for half a year. One plant each time.</p>"),
        ("co.uk", "£24.00", "<p>Billed monthly</p>"),
        ("de", "24,00 €", "<p>12 Monatsraten, Summe 288,00 €</p>"),
    ],
)
def test_one_of_several_payments(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div>{words}") is None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("ro", "18,50 Lei/mp", ""),
        ("ua", "12,50 грн", "за 1 капсулу, упаковка 30 шт. 375,00 грн"),
        ("co.uk", "£0.50", "/ capsule"),
        ("es", "12,50 €", "el kilo"),
    ],
)
def test_measures(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div><p>{words}</p>") is None


@pytest.mark.parametrize(
    ("ending", "price", "words"),
    [
        ("co.uk", "£6.90", "<p>Case of 6: £39.00</p>"),
        ("com.br", "R$ 346,80", "<p>em até 12x de R$ 28,90 sem juros</p>"),
        ("co.uk", "£58.00", "<p>or 3 payments of £19.33</p>"),
        ("co.uk", "£58.00", "<p>Free delivery on orders over £80.00</p>"),
        ("nl", "€ 449,00", "<p>Ontvang € 50,00 cashback</p>"),
        ("de", "12,00 €", "<p>Packung mit 50 Stück</p>"),
        ("co.uk", "£58.00", "<p>Pack of 6</p>"),
    ],
)
def test_whole_prices_beside_the_same_amounts(ending: str, price: str, words: str) -> None:
    assert stored(ending, f"<div class=price>{price}</div>{words}") is not None
