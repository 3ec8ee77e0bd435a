"""Names of products on pages without a heading for them: what is taken for one, and what never is."""

from __future__ import annotations

from tests.invented.plain_page import read_page

NAME = "Wall mounted heat pump QIRA 3.5 kW"
TITLE = f"{NAME} - Pine House"
URL = "https://www.pine-house.co.uk/product/heat-pump-qira/"
TRAIL = (
    f'<p id="breadcrumbs"><a href="/">Home</a> » <span class="breadcrumb_last" aria-current="page">{NAME}</span></p>'
)
FORM = (
    f'<form class="cart" method="post"><label class="screen-reader-text" for="quantity_1">{NAME} quantity</label>'
    '<input type="number" id="quantity_1" name="quantity" value="1">'
    '<button type="submit" name="add-to-cart" value="417">Add to basket</button></form>'
)


def test_the_label_of_a_field_is_no_name_and_the_breadcrumb_says_it() -> None:
    body = f'{TRAIL}<p class="price">£560.00</p><ul><li>5 years guarantee</li></ul>{FORM}<p>In stock</p>'
    answer = read_page(body, url=URL, title=TITLE, lang="en-GB")
    assert (answer["offer"]["title"], answer["offer"]["price"]) == (NAME, "560.00")


def test_a_breadcrumb_names_nothing_where_no_form_sells() -> None:
    body = f'{TRAIL}<p class="price">£560.00</p><p>Some words about pumps.</p>'
    answer = read_page(body, url="https://www.pine-house.co.uk/guides/pumps", title=TITLE, lang="en-GB")
    assert answer.get("verdict", {}).get("status") != "ok"


def test_neither_a_list_of_brands_nor_by_whom_is_the_name() -> None:
    body = (
        "<table><tr><td><b>Our Brands</b><br><a href='b.asp?b=1'>Aldermoor</a><br><a href='b.asp?b=2'>Denwick</a></td>"
        "<td><p class='crumb'><a href='/'>Home</a> &gt; <a href='list.asp?c=14'>Jugs</a></p>"
        "<p class='head'>Large pitcher in classic clay</p><p class='by'>by Stella Parrish</p>"
        "<img src='items/1907.jpg'><p class='price'>Our Price: £34.00</p>"
        "<form action='basket.asp' method='post'><input type='image' src='add.gif' alt='Add to Basket'></form>"
        "</td></tr></table>"
    )
    answer = read_page(body, url="http://www.pine-house.co.uk/item.asp?ItemID=1907", title="Pine House", lang="en-GB")
    assert answer["offer"]["title"] == "Large pitcher in classic clay"


def test_a_logos_words_begin_with_a_label_and_a_colon() -> None:
    logo = '<a href="/aldermoor" class="pd-manufacturer-link"><img class="pd-manufacturer-logo" src="/m/9.png"'
    body = (
        f'<div class="pd-manufacturer">{logo} alt="Bilder für Hersteller: Aldermoor"></a></div>'
        "<h1>Teichpumpe eco 45</h1>"
        '<p class="price">149,00 €</p><p>Auf Lager</p><button>In den Warenkorb</button>'
    )
    answer = read_page(body, url="https://www.teich-nord.de/teichpumpe-eco-45", title="Teichpumpe eco 45", lang="de")
    assert answer["offer"]["brand"] == "Aldermoor"
