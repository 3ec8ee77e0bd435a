"""Pages that say little in words that are known: what may be bought is told by names, fields and times of delivery;
prices above the heading, and beside a lower one that is said to be "from".
"""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
HEADING = "<h1>Blue cup of the hills</h1>"
PRICE = "<p class='price'>12,50 €</p><p>Art.-Nr.: CUP-100</p>"
URL = "https://shop.example/p/blue-cup-of-the-hills"


def read(body: str, lang: str = "de-DE") -> dict[str, Any]:
    top = "<meta charset='utf-8'><title>Blue cup of the hills</title>"
    html = f"<html lang='{lang}'><head>{top}</head><body>{body}{FILLER}</body></html>"
    return read_saved(html.encode(), URL, SHOPS)


@pytest.mark.parametrize(
    ("stock", "state"),
    [
        ("<button class='btn add-to-cart'>Ins Körbchen damit</button>", "IN_STOCK"),
        ("<form action='/cart/add'><button>Her damit</button></form>", "IN_STOCK"),
        ("<form action='/cart/add'><button>Her damit</button><button>Vielleicht</button></form>", "UNKNOWN"),
        ("<button class='btn add-to-cart' disabled>Ins Körbchen damit</button>", "UNKNOWN"),
        ("<button class='btn add-to-cart'>Ausverkauft</button>", "OUT_OF_STOCK"),
        ("<button class='btn add-to-cart'>+</button>", "UNKNOWN"),
        ("<form><label>Menge</label><input type='text' name='qty' value='1'></form>", "IN_STOCK"),
        ("<form><label>Menge</label><input type='text' name='qty' disabled></form>", "UNKNOWN"),
        ("<form><input type='hidden' name='qty' value='1'></form>", "UNKNOWN"),
        ("<form><input name='qty1'><input name='qty2'><input name='qty3'></form>", "UNKNOWN"),
        ("<p>Ausverkauft</p><form><input type='text' name='qty' value='1'></form>", "OUT_OF_STOCK"),
        ("<p>Lieferzeit: 3-5 Werktage</p>", "IN_STOCK"),
        ("<p>Lieferzeit</p><p>ca. 2 Wochen</p>", "IN_STOCK"),
        ("<p>Lieferzeit: auf Anfrage</p>", "UNKNOWN"),
        ("<p>Ausverkauft</p><p>Lieferzeit: 3-5 Werktage</p>", "OUT_OF_STOCK"),
    ],
)
def test_what_tells_that_it_can_be_had_where_no_word_does(stock: str, state: str) -> None:
    assert read(f"{HEADING}{PRICE}{stock}")["offer"]["availability"] == state


def test_what_is_pressed_holds_no_other_products_whatever_its_name() -> None:
    bought = "<button class='related-slider-add'>In den Warenkorb</button>"
    assert read(f"{HEADING}{PRICE}{bought}")["offer"]["availability"] == "IN_STOCK"


ABOVE = "<div><span>12,50 €</span><button>In den Warenkorb</button></div>"


@pytest.mark.parametrize(
    ("body", "price"),
    [
        (f"{ABOVE}{HEADING}", "12.50"),
        (f"<div><span>7,95 €</span><p>Versand</p><p>Ton</p></div>{ABOVE}{HEADING}", "12.50"),
        (f"<div><span>9,50 €</span>{ABOVE}</div>{HEADING}", None),
        (f"{ABOVE}{HEADING}<p>Preis im Laden</p><button>In den Warenkorb</button>", None),
        (f"<span>12,50 €</span><button>Merken</button>{4 * '<p>Ton</p>'}{HEADING}", None),
        (f"<div><p>Preis:</p><span>12,50 €</span><button>In den Warenkorb</button></div>{HEADING}", "12.50"),
        (f"<div><p>Dazu eine Untertasse</p><span>6,00 €</span><button>In den Warenkorb</button></div>{HEADING}", None),
        (f"<div><p>Summe</p><div><span>36,00 €</span><button>Jetzt kaufen</button></div></div>{HEADING}", None),
        (f"<div><span>6,00 €</span><a href='/dish'>?</a><button>In den Warenkorb</button></div>{HEADING}", None),
        (f"<div class='minicart'>{ABOVE}</div>{HEADING}", None),
        (f"<header>{ABOVE}</header>{HEADING}", None),
    ],
)
def test_the_price_of_a_page_that_sells_above_the_name(body: str, price: str | None) -> None:
    answer = read(f"{body}<p>Art.-Nr.: CUP-100</p>")
    assert (answer.get("offer") or {}).get("price") == price


@pytest.mark.parametrize(
    ("amounts", "price"),
    [
        ("<p>-25 %</p><p>alkaen 75,00 €</p><p>100,00 €</p>", "75.00"),
        ("<p>-10 %</p><p>alkaen 75,00 €</p><p>100,00 €</p>", "100.00"),
    ],
)
def test_a_lower_price_from_which_it_is_sold_is_taken_when_the_page_prints_the_discount(
    amounts: str, price: str
) -> None:
    sold = "<p>Art.-Nr.: CUP-100</p><button>In den Warenkorb</button>"
    assert read(f"{HEADING}{amounts}{sold}")["offer"]["price"] == price


def test_what_a_gift_is_worth_is_no_price() -> None:
    given = "<p>Get a free cup</p><p>(A $7.99 value, FREE!)</p><button>Order now</button>"
    assert (read(f"{HEADING}{given}", "en-US").get("offer") or {}).get("price") is None


@pytest.mark.parametrize(
    ("codes", "sku"),
    [
        ("<b class='product-identifier'>904.230.19</b>", "904.230.19"),
        ("<b class='product-identifier'>904.230.19</b><b class='product-identifier'>111.230.19</b>", None),
    ],
)
def test_the_one_element_above_the_heading_that_is_named_a_code(codes: str, sku: str | None) -> None:
    body = f"{codes}{HEADING}<p class='price'>12,50 €</p><button>In den Warenkorb</button>"
    assert read(body)["offer"]["sku"] == sku


def test_letters_that_arabic_pages_write_one_for_the_other() -> None:
    sold = "<p class='price'>99 ر.س</p><button>اشتر الان</button>"
    assert read(f"{HEADING}{sold}", "ar-SA")["offer"]["availability"] == "IN_STOCK"


MORE = "<p>Art.-Nr.: CUP-100</p><p>Auf Lager</p><button>In den Warenkorb</button>"


@pytest.mark.parametrize(
    ("amounts", "price"),
    [
        # By measure, drawn in pieces.
        ("<p class='price'>12,50 €</p><p><b>25,00</b> <b>€</b> <i>/</i> <i>100</i> <i>ml</i></p>", "12.50"),
        # What comes on top.
        ("<p class='price'>12,50 €</p><p>Aufgebaut im Haus für</p><b>35,00 €</b><i>extra</i>", "12.50"),
        # What several cost each.
        ("<p class='price'>12,50 €</p><p>5 oder mehr 11,50 €</p>", "12.50"),
        # What was asked before: the difference is printed as what is saved; a class strikes it out.
        ("<b class='price'>12,50 €</b><b class='price'>14,00 €</b><p>Ersparnis</p><b>1,50 €</b>", "12.50"),
        ("<b class='price line-through'>14,00 €</b><b class='price'>12,50 €</b>", "12.50"),
        ("<p>Preis:</p><b class='line-through'>14,00 €</b><p>Jetzt:</p><b>12,50 €</b>", "12.50"),
        # Without any of these there are two.
        ("<b class='price'>12,50 €</b><b class='price'>14,00 €</b><p>Ersparnis</p><b>1,00 €</b>", None),
    ],
)
def test_amounts_that_are_known_for_something_else_do_not_doubt_the_price(amounts: str, price: str | None) -> None:
    answer = read(f"{HEADING}{amounts}{MORE}")
    stored = answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None
    assert stored == price


@pytest.mark.parametrize(("printed", "price"), [("<del>14,00 €</del>", "12.50"), ("<b>14,00 €</b>", None)])
def test_a_declared_price_that_the_page_strikes_out_doubts_the_shown_one_little(
    printed: str, price: str | None
) -> None:
    node = '{"@type": "Product", "name": "Blue cup of the hills", "offers": {"price": 14, "priceCurrency": "EUR"}}'
    declared = f"<script type='application/ld+json'>{node}</script>"
    answer = read(f"{declared}{HEADING}{printed}<p class='price'>12,50 €</p>{MORE}")
    assert (answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None) == price


def test_a_declared_price_that_is_shown_behind_from_is_not_doubted() -> None:
    label = (
        "<meta property='product:price:amount' content='12.50'><meta property='product:price:currency' content='EUR'>"
    )
    assert read(f"{label}{HEADING}<p>Ab</p><p class='price'>12,50 €</p>{MORE}")["verdict"]["status"] == "ok"


def test_a_row_beside_the_headings_row_is_no_card() -> None:
    """The page's layout is one table, as it was in 2005; the class of a cell says which one is the heading."""
    row = "<tr><td><a href='/p/{0}'>Cup {0}</a><a href='/z/{0}'>larger</a> Insured for 7,95 €.</td></tr>"
    sold = "<tr><td><input type='image' src='b.gif' alt='In den Warenkorb'></td></tr>"
    name = "<tr><td class='pageHeading'>Yellow bowl of the dales</td><td>12,50 €</td></tr>"
    html = "<html lang='de-DE'><head><title>The shop</title></head><body><table>{}</table></body></html>"
    body = f"{name}{row.format(1)}{row.format(2)}<tr><td>{FILLER}</td></tr>{sold}"
    answer = read_saved(html.format(body).encode(), "https://shop.example/product_info.php?products_id=8", SHOPS)
    offer = answer["offer"]
    assert (offer["title"], offer["price"], offer["availability"]) == ("Yellow bowl of the dales", "12.50", "IN_STOCK")


@pytest.mark.parametrize(
    ("name", "more", "brand"),
    [
        ("Drill with hammer", "<a href='/drills'>Drills</a><img src='a.jpg' alt='Drill'>", None),
        ("Pinewood drill", "<a href='/drills'>Drills</a><img src='a.jpg' alt='Pinewood'>", "Pinewood"),
        ("Pinewood drill", "<div class='gallery'><img src='a.jpg' alt='Pinewood'></div>", None),
        ("Pinewood drill", "<img src='a.jpg' alt='Pinewood' width='480'>", None),
        ("Drill", "<a href='/p/oak-bowl'><img src='a.jpg' alt='Oak Bowl'><b>Oak Bowl</b></a>", None),
        ("Drill", "<p>Made in the hills. Brand: Pinewood. Free delivery.</p>", "Pinewood"),
        ("Drill", "<p>Made in the hills. Brand: none of it.</p>", None),
        ("Drill", "<p>Brand: Đang cập nhật</p>", None),
    ],
)
def test_names_of_kinds_and_of_other_products_are_no_brands(name: str, more: str, brand: str | None) -> None:
    html = f"<html lang='en-GB'><head><title>{name}</title></head><body><div><h1>{name}</h1>{more}</div>"
    sold = f"<p class='price'>£12.50</p><p>SKU: CUP-100</p><button>Add to cart</button>{FILLER}</body></html>"
    assert read_saved(f"{html}{sold}".encode(), URL, SHOPS)["offer"]["brand"] == brand


@pytest.mark.parametrize(
    ("code", "sku"),
    [
        ("<p>Art.-Nr.: ZJ-TR-M-GR</p>", "ZJ-TR-M-GR"),
        ("<p>Art.-Nr.: A-B</p>", None),
    ],
)
def test_codes_of_letters_and_hyphens(code: str, sku: str | None) -> None:
    body = f"{HEADING}{code}<p class='price'>12,50 €</p><button>In den Warenkorb</button>"
    assert read(body)["offer"]["sku"] == sku


def test_a_code_in_brackets_that_ends_the_trail_to_the_page() -> None:
    trail = "<a href='/'>Cups</a> <a href='/p'>WM-3181</a>"
    body = "<span>[WM-3181]</span><p class='price'>12,50 €</p><button>In den Warenkorb</button>"
    assert read(f"{trail}{HEADING}{body}")["offer"]["sku"] == "WM-3181"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("ro", "Acest produs nu mai este comercializat."),
        ("it", "Prodotto fuori produzione"),
        ("ko", "단종된 상품입니다"),
    ],
)
def test_a_page_that_says_in_its_language_that_the_product_is_no_longer_sold(lang: str, said: str) -> None:
    cards = "".join(f"<li><a href='/p/{n}'>Cup {n}</a><p>{n}9,00 €</p></li>" for n in range(1, 5))
    top = f"<title>Blue cup of the hills - {said}</title>"
    html = f"<html lang='{lang}'><head>{top}</head><body><h1>{said}</h1><ul>{cards}</ul>{FILLER}</body></html>"
    assert read_saved(html.encode(), URL, SHOPS)["reason"] == "REMOVED"


@pytest.mark.parametrize(
    "amount",
    ["12,50 €/Tag", "12,50 € pro Stunde", "3 x 12,50 €", "10x de 12,50 €", "12,50 € / Nacht", "4 платежа по 12,50 €"],
)
def test_what_is_paid_for_a_day_or_several_times_is_no_price(amount: str) -> None:
    assert read(f"{HEADING}<p>{amount}</p>{MORE}")["offer"]["price"] is None


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("Buy the blue cup of the hills online", "UNKNOWN_AVAILABILITY"),
        ("All that we know of cups: history, blue cup of the hills, care, clay, glaze", "UNCONFIRMED_PRICE"),
    ],
)
def test_a_title_that_holds_the_name(title: str, reason: str) -> None:
    html = f"<html lang='en-GB'><head><title>{title}</title></head><body><h1>Blue cup of the hills</h1>"
    answer = read_saved(f"{html}<p>£12.50</p>{FILLER}</body></html>".encode(), URL, SHOPS)
    assert answer["verdict"]["reason"] == reason


def test_a_count_beside_a_price_in_pounds_is_no_whole_part_of_it() -> None:
    """Nobody writes twelve pounds ninety-nine as 12£99."""
    drawn = "<p class='price'><span>5</span><span>£20</span></p>"
    answer = read(f"{HEADING}{drawn}<p>SKU: CUP-100</p><button>Add to cart</button>", "en-GB")
    assert answer["offer"]["price"] != "5.20" and answer["verdict"]["reason"] == "UNCONFIRMED_PRICE"


def test_the_one_amount_behind_the_button_is_a_price_to_be_doubted() -> None:
    wrapped = "<label>Quantity</label><a href='#'>Add to cart</a><b>A note from us</b><p>Cups come in a box.</p>"
    told = (
        f"<h1>Blue tin cup</h1><p>SKU: 10-100022</p><p>In stock</p>{wrapped}<p>£8.90</p><a href='/compare'>Compare</a>"
    )
    html = f"<html lang='en-GB'><head><title>Blue tin cup</title></head><body>{told}%s</body></html>"
    answer = read_saved((html % "").encode(), "https://shop.example/blue-tin-cup", SHOPS)
    assert (answer["offer"]["price"], answer["verdict"]["reason"]) == ("8.90", "UNCONFIRMED_PRICE")
    two = read_saved((html % "<p>£9.90</p>").encode(), "https://shop.example/blue-tin-cup", SHOPS)
    assert two["offer"]["price"] is None
