"""What buys on a page is known by its words, else by its names and those of its form, its box and its sign; and a page
that says more of its product is never read as less of one."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())
URL = "https://www.smithlighting.co.uk/lamps/blue-lamp-40cm.html"
FORM = '<form method="post" action="{}">{}</form>'
BUYS = {
    "a submit button of a form that fills the cart": FORM.format("/cart/add", '<input type="submit" value="OK">'),
    "a button named so": '<input type="submit" name="AddToCart" value="Go">',
    "a button of ASP.NET": '<input type="submit" name="ctl00$Main$btnAddToCart" value="Add">',
    "OpenCart's": '<button type="button" id="button-cart">Go</button>',
    "nopCommerce's": '<input type="button" class="button-1 add-to-cart-button" value="Go">',
    "VirtueMart's": '<input type="submit" name="addtocart" class="addtocart-button" value="Go">',
    "Zen Cart's": FORM.format(
        "/index.php?main_page=product_info&action=add_product", '<input type="image" src="i.gif">'
    ),
    "Miva's": FORM.format(
        "/mm5/merchant.mvc", '<input type="hidden" name="Action" value="ADPR"><input type="submit" value="Go">'
    ),
    "PayPal's": FORM.format(
        "https://www.paypal.com/cgi-bin/webscr",
        '<input type="hidden" name="cmd" value="_xclick"><input type="image" src="x.gif">',
    ),
    "PrestaShop's box": '<p id="add_to_cart"><button type="submit"><span>Go</span></button></p>',
    "CS-Cart's": '<button type="submit" name="dispatch[checkout.add..51]">Go</button>',
    "a Yahoo store's": FORM.format(
        "https://order.store.yahoo.net/cgi-bin/wg-order?x", '<input type="image" src="x.gif">'
    ),
    "a script's": '<div class="btn" onclick="cart.add(\'51\')">Go</div>',
    "by an attribute for tests": '<button data-testid="add-to-cart">Go</button>',
    "by its sign": '<button type="submit"><i class="fa fa-shopping-cart"></i></button>',
    "a link that buys": '<a href="/cart.php?action=add&id=4"><img src="b1.gif"></a>',
    "a link with words": '<a href="https://shop.foxycart.com/cart?name=Blue&price=24.50">Go</a>',
    "a count in its words": "<button>Add 1 to cart</button>",
    "a picture by its file": '<input type="image" src="/images/btn_buy_now.gif">',
    "a picture by its file, in German": '<input type="image" src="/img/de/in-den-warenkorb-gross.png">',
    "a picture in a button": '<button><img src="/img/dodaj_do_koszyka.png"></button>',
    "a link drawn as a picture": '<a href="/o.php?4"><img src="/gfx/v_korzinu.gif"></a>',
    "a cart that sends a product": FORM.format(
        "/shop.php", '<input type="hidden" name="artikel_id" value="51"><input type="image" src="/i/warenkorb.gif">'
    ),
    "a link by its address": '<a href="/panier/ajouter/51">OK</a>',
    "a link by its address, without a word": '<a href="/index.php?cart=add&id=51"><img src="/i/k1.png"></a>',
    "a form by its address": FORM.format("/carrello/aggiungi", '<input type="submit" value="OK">'),
}
SELLS = (
    "Contact seller", "Verkäufer kontaktieren", "Contacter le vendeur", "Contactar al vendedor",
    "Contatta il venditore", "Falar com o vendedor", "Contact met verkoper", "Napisz do sprzedającego",
    "Kontaktovat prodejce",
    "Kontakta säljaren", "Ota yhteyttä myyjään", "Написать продавцу", "Satıcıya mesaj gönder", "出品者に質問する",
    "联系卖家", "Email to order", "Telefonisch bestellen", "Commander par téléphone", "Comprar por WhatsApp",
    "Ordina via WhatsApp", "Заказать в WhatsApp", "WhatsApp ile sipariş ver", "Buy the book", "Purchase this item",
    "Buy signed CD", "Hier kaufen", "Direct bestellen", "Koupit zde", "Beställ här", "立即下单",
)  # fmt: skip
"""What buttons of adverts and of small shops say."""
BUYS_NOTHING = {
    "a picture of the cart that leads there": '<a href="/cart"><img src="/img/cart.gif"></a>',
    "the cart's own form": FORM.format(
        "/cart", '<input type="hidden" name="step" value="2"><input type="image" src="/i/warenkorb.gif">'
    ),
    "a picture of something else": '<input type="image" src="/img/border.gif">',
    "a list of wishes": '<a href="/wishlist/add/51">OK</a>',
    "a heading of what lies in the cart": "<p>In your cart</p>",
}
SAYS = (
    "In stock", "Stock: 5", "Only 2 left", "Ships within 24 hours", "12 available", "Available: Yes", "Available",
    "Last one!", "Noch zu haben", "Последний экземпляр", "Delivered in 3 days",
)  # fmt: skip


def page(device: str) -> bytes:
    return f"""<html lang="en"><head><title>Blue Lamp 40cm - Smith Lighting</title></head><body>
    <a href="/">Home</a> <a href="/cart">Cart</a><img src="/p/lamp.jpg"><h1>Blue Lamp 40cm</h1>
    <p>A lamp for the table, made of tin, with a shade of blue linen.</p><p>Price: £24.50</p>{device}
    <p>Contact us, Smith Lighting, 1 Mill Lane, Leeds</p></body></html>""".encode()


def read(device: str) -> dict[str, Any]:
    return read_saved(page(device), URL, SHOPS)


def said_of(device: str) -> tuple[str | None, str, str]:
    """(price, availability, verdict)"""
    answer = read(device)
    return answer["offer"]["price"], answer["offer"]["availability"], answer["verdict"]["status"]


@pytest.mark.parametrize("device", BUYS.values(), ids=BUYS)
def test_what_buys_is_known_by_its_names(device: str) -> None:
    assert said_of(device) == ("24.50", "IN_STOCK", "ok")


@pytest.mark.parametrize(
    ("button", "state"),
    [
        (
            "<button><span>Buy now</span><small>Delivered to your door, or collected at our shop</small></button>",
            "IN_STOCK",
        ),
        ("<button><b>Pre-order</b><small>We send it as soon as it comes from the press</small></button>", "BACKORDER"),
        (
            "<a href='/p/x'><span>Buy now</span><small>Delivered to your door, or collected at our shop</small></a>",
            "UNKNOWN",
        ),
        ("<button><span>Buy</span>ing guide for everybody who looks for a lamp of his own</button>", "UNKNOWN"),
    ],
)
def test_a_button_in_two_lines_does_what_its_first_says(button: str, state: str) -> None:
    assert said_of(button)[1] == state


@pytest.mark.parametrize("said", SELLS)
def test_buttons_of_adverts_and_small_shops_buy(said: str) -> None:
    assert said_of(f"<button>{said}</button>") == ("24.50", "IN_STOCK", "ok")


@pytest.mark.parametrize(
    "line",
    [
        "To order, call 0113 4960 000",
        "Bestellung per Telefon 0421 555 01",
        "Pour commander : 01 23 45 67 89",
        "Для заказа",
    ],
)
def test_a_line_below_the_name_that_says_how_it_is_ordered(line: str) -> None:
    assert said_of(f"<p>{line}</p>") == ("24.50", "IN_STOCK", "ok")
    assert said_of(f"<h2>Our shop</h2><p>{line}</p>")[1] == "UNKNOWN"
    assert said_of(f"<p>Sold out</p><p>{line}</p>")[1] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "paragraph",
    [
        "Ring Anna 0651-000 41 eller skriv till anna@pinehouse.example om du vill köpa.",
        "¿Te interesa? Escríbeme a <a href='mailto:anna@pinehouse.example'>mi correo</a>.",
        "<em>Per ordinare telefonare allo</em> <strong>0322 00 00 18</strong>",
        "Bei Interesse bitte Mail an anna(at)pinehouse.example",
        "Zájemci mohou volat <a href='tel:+420226000111'>sem</a>",
        "Möchten Sie diese Lampe bestellen? <a href='https://wa.me/49421555010'>Schreiben Sie uns</a>",
        "للطلب: 0100 123 4567",
        "ご注文は 03-1234-5678 まで",
    ],
)
def test_a_paragraph_that_speaks_of_ordering_and_names_a_way(paragraph: str) -> None:
    assert said_of(f"<p>{paragraph}</p>") == ("24.50", "IN_STOCK", "ok")
    assert said_of(f"<h2>Our shop</h2><p>{paragraph}</p>")[1] == "UNKNOWN"
    assert said_of(f"<p>Sold out</p><p>{paragraph}</p>")[1] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "paragraph",
    [
        "Questions? Call 0113 4960 000",
        "Do you want to buy more lamps? Come in.",
        "Ask anna@pinehouse.example",
        "Orders placed before 24.12.2026 arrive in time.",
        "We took orders in 2019 - 2024",
        "Bestellungen Mo-Fr 9.00 - 17.00",
        "Order it under ISBN 978-3-16-148410-0 in a shop near you",
        "Rendelés 1 000 000 Ft felett",
    ],
)
def test_a_number_alone_and_a_word_alone_sell_nothing(paragraph: str) -> None:
    assert said_of(f"<p>{paragraph}</p>")[1] == "UNKNOWN"


def test_a_labelled_row_that_says_none_is_left_counts_more_than_a_button() -> None:
    button = '<button type="button" id="button-cart">Add to cart</button>'
    assert said_of(f"<p>Availability: Sold out</p>{button}") == ("24.50", "OUT_OF_STOCK", "ok")
    assert said_of(f"<p>Sold out</p>{button}")[1] == "UNKNOWN"


def test_a_seller_who_may_be_asked_sells_nothing_beside_a_button_that_is_off() -> None:
    assert said_of("<button disabled>Add to cart</button><button>Contact seller</button>")[1] == "UNKNOWN"


@pytest.mark.parametrize("device", BUYS_NOTHING.values(), ids=BUYS_NOTHING)
def test_what_only_leads_to_a_cart_buys_nothing(device: str) -> None:
    assert said_of(device) == ("24.50", "UNKNOWN", "drop")


@pytest.mark.parametrize("said", SAYS)
def test_words_of_stock_below_a_labelled_price_make_a_product(said: str) -> None:
    """A page that says nothing of stock is taken, and waits; one that says more is never refused for it."""
    assert read("")["verdict"]["reason"] == "UNKNOWN_AVAILABILITY"
    assert said_of(f"<p>{said}</p>") == ("24.50", "IN_STOCK", "ok")


@pytest.mark.parametrize(
    "device",
    [
        '<form action="https://www.paypal.com/cgi-bin/webscr"><input type="hidden" name="display" value="1">'
        '<input type="hidden" name="cmd" value="_cart"><input type="image" src="v.gif"></form>',
        '<button class="btn-cart" onclick="setLocation(\'/checkout/onepage/\')">Proceed</button>',
        '<a href="/cart"><i class="icon-cart"></i></a>',
        "<button>Add to wishlist</button>",
    ],
    ids=["the cart shown", "the checkout", "a link to the cart", "a wish"],
)
def test_what_does_not_put_into_the_cart_sells_nothing(device: str) -> None:
    assert said_of(device)[1] == "UNKNOWN"


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ('<a href="/basket/add/5">Buy now</a>', "Blue Lamp 40cm"),
        ('<nav><a href="/shop">Buy now</a></nav>', None),
        ('<a href="/a">Buy now</a><a href="/b">Buy now</a>', None),
    ],
    ids=["one", "a menu's", "two"],
)
def test_a_link_that_buys_tells_the_name_above_it_where_the_title_does_not(link: str, name: str | None) -> None:
    body = f"""<html lang="en"><head><title>Smith Lighting</title></head><body>
    <p><b>Blue Lamp 40cm</b></p><p>Made of tin.</p><p>Price: £24.50</p>{link}</body></html>"""
    answer = read_saved(body.encode(), "https://www.smithlighting.co.uk/p/123", SHOPS)
    # A page that no link makes a product's may still be kept, in quarantine, for whoever looks.
    is_stored = answer["verdict"]["status"] == "ok"
    assert (answer["offer"]["title"] if is_stored else None) == name


@pytest.mark.parametrize(
    ("language", "said", "state"),
    [
        ("de", "Auf Lager: Nein", "OUT_OF_STOCK"),
        ("de", "Auf Lager: Ja", "IN_STOCK"),
        ("de", "Auf Lager: 5 Stück", "IN_STOCK"),
        ("de", "<table><tr><td>Auf Lager</td><td>Nein</td></tr></table>", "OUT_OF_STOCK"),
        ("fr", "En stock : non", "OUT_OF_STOCK"),
        ("cs", "Skladem: ne", "OUT_OF_STOCK"),
        ("ru", "В наличии: нет", "OUT_OF_STOCK"),
        ("en", "In stock: No", "OUT_OF_STOCK"),
        ("en", "In stock: Yes", "IN_STOCK"),
    ],
)
def test_no_behind_a_phrase_of_stock_says_that_none_is_left(language: str, said: str, state: str) -> None:
    body = f"""<html lang="{language}"><head><meta charset="utf-8"><title>Blue Lamp 40cm</title></head><body>
    <h1>Blue Lamp 40cm</h1><p>189,00 €</p><p>{said}</p></body></html>"""
    answer = read_saved(body.encode(), "https://lamps.example/p/123", SHOPS)
    assert answer["offer"]["availability"] == state


REFUSED = {
    "de": (
        "Nicht mehr bestellbar. Fragen? 030 1234567", "Derzeit nehmen wir keine Bestellungen an. Tel. 030 1234567",
        "Fragen zu Ihrer Bestellung? 030 1234567", "Ersatzteile bestellen Sie unter 030 1234567",
    ),
    "en": (
        "We are not taking orders at the moment. Call 0161 496 0123 for news.",
        "Orders are closed until spring. Write to anna@pine-house.example.",
        "Gone to a good home. If you are interested in a similar one, call 0161 496 0123.",
        "Not for sale. Are you interested in prints of it? anna@pine-house.example",
        "To order a catalogue call 0161 496 0123", "To cancel orders mail anna@pine-house.example",
        "No longer available to order. Questions? Call 0161 496 0123.",
    ),
    "es": ("No aceptamos pedidos por ahora. 912 345 678", "Pedidos cerrados hasta marzo: anna@pine-house.example"),
    "fr": ("Nous ne prenons plus de commandes. 01 23 45 67 89", "Une question sur votre commande ? 01 23 45 67 89"),
    "ja": ("現在ご注文を受け付けておりません。03-1234-5678", "ご注文は終了しました。03-1234-5678"),
    "pl": ("Nie przyjmujemy zamówień. Aby kupić podobny: 22 123 45 67",),
    "ru": ("Заказы временно не принимаем. 8 495 123-45-67",),
    "tr": ("Sipariş almıyoruz. 0212 123 45 67",),
}  # fmt: skip
ORDERED = {
    "de": ("Bestellung unter 030 1234567", "Bei Interesse zögern Sie nicht, anzurufen: 030 1234567"),
    "en": ("To order, call 0161 496 0123.", "If you are interested, do not hesitate to call 0161 496 0123"),
    "fr": ("Pour commander : 01 23 45 67 89", "Intéressé ? N'hésitez pas : anna@pine-house.example"),
    "ja": ("ご注文は 03-1234-5678 まで",),
}


def availability_of(said: str, lang: str) -> str | None:
    return (
        read_page(
            f"<h1>Vorra blue cup</h1><p class='price'>€24.50</p><p>{said}</p>",
            url="https://www.pine-house.eu/p/vorra-blue-cup",
            title="Vorra blue cup | Pine House",
            lang=lang,
        ).get("offer")
        or {}
    ).get("availability")


@pytest.mark.parametrize(("lang", "said"), [(lang, one) for lang, several in REFUSED.items() for one in several])
def test_a_paragraph_that_refuses_orders_or_speaks_of_others_says_of_no_way_to_order(lang: str, said: str) -> None:
    assert availability_of(said, lang) in {"UNKNOWN", "OUT_OF_STOCK", None}


@pytest.mark.parametrize(("lang", "said"), [(lang, one) for lang, several in ORDERED.items() for one in several])
def test_a_paragraph_that_tells_how_to_order_says_that_it_can_be_had(lang: str, said: str) -> None:
    assert availability_of(said, lang) == "IN_STOCK"


def test_a_button_that_orders_in_advance_beside_words_that_it_is_expected() -> None:
    said = "</p><p class='stock'>Out of stock. Expected on 14 December</p><form><button>Pre-order</button></form><p>"
    assert availability_of(said, "en") == "BACKORDER"


@pytest.mark.parametrize("said", ["Show out of stock products", "Out of stock"])
def test_a_box_to_tick_says_nothing_of_stock(said: str) -> None:
    shown = "<div class='filter_instock'><label><input type='{}'><span>" + said + "</span></label></div>"
    button = "</p><form><button>Add to cart</button></form>{}<p>"
    assert availability_of(button.format(shown.format("checkbox")), "en") == "IN_STOCK"
