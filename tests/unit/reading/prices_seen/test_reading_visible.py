"""Pages without structured data: what a reader sees near the main heading, in the languages of the shops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page


def read(
    body: str, *, url: str = "https://shop.example/p/blue-cup", title: str = "Blue cup", lang: str = "de-DE"
) -> dict[str, Any]:
    return read_page(body, url=url, title=title, lang=lang)


def offer(body: str, **about: str) -> dict[str, Any]:
    answer = read(body, **about)
    assert answer["ok"], answer
    return dict(answer["offer"])


BUY = "<button>In den Warenkorb</button>"
PRICE = "<span class='price'>12,50 €</span>"


def test_a_page_of_plain_elements() -> None:
    found = offer(f"<h1>Blue cup</h1>{PRICE}<p>Art.-Nr.: <b>CUP-100</b></p><p>Marke: <a>Pinewood</a></p>{BUY}")
    assert (found["price"], found["currency"], found["availability"]) == ("12.50", "EUR", "IN_STOCK")
    assert (found["sku"], found["brand"]) == ("CUP-100", "Pinewood")
    assert set(found["came_from"].values()) == {"visible"}


@pytest.mark.parametrize(
    ("heading", "why"),
    [
        (
            "<p>" + 40 * "Earthenware from the hills. " + "</p><div class='nm'>Blue cup</div>",
            "no h1 at all: the text that the title repeats",
        ),
        ("<h1>Our winter sale</h1><h1>Blue cup</h1>", "of two h1 the one the title repeats"),
        (
            "<h2>Blue cup</h2>",
            "many h1 in a list are not headings",
        ),
    ],
)
def test_the_heading_is_what_the_title_repeats(heading: str, why: str) -> None:
    listed = "".join(
        f"<li><a href='/p/{n}'><h1>Red pot {n}</h1><b class='price'>{n}9,00 €</b></a></li>" for n in range(1, 6)
    )
    found = offer(f"{heading}{PRICE}{BUY}<ul>{listed if 'h2' in heading else ''}</ul>")
    assert found["price"] == "12.50", why


@pytest.mark.parametrize(
    "other",
    [
        "<del class='price'>19,00 €</del>",
        "<span class='price-old'>19,00 €</span>",
        "<span class='unit-price price'>1,25 € / 100 ml</span>",
        "<span class='price'><span class='rrp'>19,00 €</span></span>",
        "<div class='related-products'><span class='price'>3,00 €</span></div>",
        "<span class='price' style='display:none'>7,00 €</span>",
        "<div class='shipping-price'>4,90 €</div>",
    ],
)
def test_other_prices_before_it_are_passed_over(other: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{other}{PRICE}{BUY}")["price"] == "12.50"


def test_a_single_price_called_old_is_the_price() -> None:
    assert offer(f"<h1>Blue cup</h1><span class='price-old-live'>12,50 €</span>{BUY}")["price"] == "12.50"


def test_a_price_without_a_name_counts_when_it_is_the_only_one_before_the_button() -> None:
    assert offer(f"<h1>Blue cup</h1><div>12,50 €</div>{BUY}<div>99,00 €</div>")["price"] == "12.50"
    either = read(f"<h1>Blue cup</h1><div>12,50 €</div><div>14,50 €</div>{BUY}")
    assert (either["offer"]["price"], either["verdict"]["reason"]) == ("12.50", "UNCONFIRMED_PRICE")


def test_a_list_of_products_is_no_product() -> None:
    cards = "".join(
        f"<li class='card'><a href='/p/{n}'>Cup {n}</a><span class='price'>{n},50 €</span>"
        "<button>In den Warenkorb</button></li>"
        for n in range(1, 9)
    )
    assert read(f"<h1>Cups</h1><ul>{cards}</ul>", title="Cups")["reason"] == "LISTING"


@pytest.mark.parametrize(
    "head",
    [
        "<meta property='og:type' content='product.group'>",
        '<script type="application/ld+json">{"@type": "CollectionPage", "name": "Cups"}</script>',
        '<script type="application/ld+json">{"@graph": [{"@type": "ItemList", "itemListElement": []}]}</script>',
    ],
)
def test_what_calls_itself_a_list_is_a_listing(head: str) -> None:
    assert read(f"{head}<h1>Cups</h1><p>{40 * 'Earthenware from the hills. '}</p>", title="Cups")["reason"] == "LISTING"


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("<p class='availability'>Auf Lager</p>", "IN_STOCK"),
        ("<table><tr><th>Razpoložljivost:</th><td>Dobavljivo</td></tr></table>", "IN_STOCK"),
        ("<p>Availability: In stock</p>", "IN_STOCK"),
        ("<p>Plus de 10 disponibles</p>", "IN_STOCK"),
        ("<div>立即購買</div>", "IN_STOCK"),
        ("<input type='submit' value='Achat immédiat'>", "IN_STOCK"),
        ("<a class='btn'>Kupi</a>", "IN_STOCK"),
        ("<button>바로구매</button>", "IN_STOCK"),
        ("<div id='availability'><span>Derzeit nicht verfügbar.</span></div>", "OUT_OF_STOCK"),
        ("<p>สินค้าหมด</p>", "OUT_OF_STOCK"),
        ("<button>Notify me when available</button>", "OUT_OF_STOCK"),
        ("<span class='stock'>0 left</span>", "OUT_OF_STOCK"),
        ("<button>Pre-order</button>", "BACKORDER"),
    ],
)
def test_stock_in_the_words_of_the_shop(words: str, state: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{PRICE}<p>SKU: CUP-100</p>{words}")["availability"] == state


@pytest.mark.parametrize(
    "words",
    [
        "<button disabled>In den Warenkorb</button>",
        "<a href='/cart'>Zum Warenkorb</a>",
        "<a>View cart</a>",
        "<div class='recommendations'><button>Add to cart</button></div>",
        "<p class='stock'>Ausverkauft</p><button>Add to cart</button>",
    ],
)
def test_what_settles_nothing_about_stock(words: str) -> None:
    answer = read(f"<h1>Blue cup</h1>{PRICE}<p>SKU: CUP-100</p>{words}")
    assert answer["offer"]["availability"] == "UNKNOWN"
    assert answer["verdict"] == {"status": "drop", "reason": "UNKNOWN_AVAILABILITY"}


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("<p>SKU: 2024-A77</p>", "2024-A77"),
        ("<tr><th>ASIN</th><td>B00XK12Z9Q</td></tr>", "B00XK12Z9Q"),
        ("<li><b>Product Code -</b> 39139301</li>", "39139301"),
        ("<div>商品編號</div><div>TW-5520</div>", "TW-5520"),
        ("<span>Код товара: 01245</span>", "01245"),
        ("<p>Nr ref. 82514129</p>", "82514129"),
        ("<p>Cod produs: 5099873388655</p>", "5099873388655"),
    ],
)
def test_a_printed_code_is_the_sku_whatever_the_markup_says(label: str, code: str) -> None:
    markup = (
        '<script type="application/ld+json">{"@type":"Product","name":"Blue cup","sku":"999000111","offers":'
        '{"@type":"Offer","price":"12.50","priceCurrency":"EUR","availability":"InStock"}}</script>'
    )
    found = offer(f"{markup}<h1>Blue cup</h1><table>{label}</table>{BUY}")
    assert (found["sku"], found["came_from"]["sku"]) == (code, "visible")


@pytest.mark.parametrize("label", ["<p>Product dimensions: 12 x 14</p>", "<p>SKU: 12.11.2026</p>", "<p>Item: new</p>"])
def test_what_is_no_code(label: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{PRICE}{label}{BUY}")["sku"] is None


def test_the_number_of_an_advert_counts_when_the_address_ends_with_it() -> None:
    body = f"<h1>Blue cup</h1>{PRICE}<p>Anzeige: <b>278526196</b></p>{BUY}"
    assert offer(body, url="https://ads.example/x/c7200a278526196/cup.html")["sku"] == "278526196"
    assert offer(body, url="https://ads.example/x/cup.html")["sku"] is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>Brand: Pinewood</p>",
        "<tr><td>Значка</td></tr><dl><dt>Производитель</dt><dd>Pinewood</dd></dl>",
        "<a class='product-brand' href='/x'>Pinewood</a>",
        "<a href='/brands/pinewood'>Pinewood</a>",
        "<a id='by'>Besuchen Sie den Pinewood-Store</a>",
    ],
)
def test_brand(body: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{body}{PRICE}{BUY}")["brand"] == "Pinewood"


def test_a_sold_out_page_without_a_price_is_a_product() -> None:
    answer = read(
        "<h1>Blue cup</h1><p>Marke: Pinewood</p><div id='availability'>Derzeit nicht verfügbar.</div>",
    )
    assert (answer["offer"]["availability"], answer["offer"]["price_minor"]) == ("OUT_OF_STOCK", None)
    assert answer["verdict"]["status"] == "ok"


@pytest.mark.parametrize("sign", ["$", "¥", "￥"])
def test_a_sign_of_several_countries_is_a_price_without_a_currency(sign: str) -> None:
    answer = read(f"<h1>Blue cup</h1><b class='price'>{sign}12.50</b><button>Add to cart</button>", lang="en")
    assert (answer["offer"]["price_minor"], answer["offer"]["currency"]) == (1250, None)
    assert answer["verdict"]["reason"] == "NO_CURRENCY"


@pytest.mark.parametrize(
    ("script", "currency"),
    [
        ("var shop = {currencyCode: 'CAD'};", "CAD"),
        ('{"currency":"AUD"}', "AUD"),
        ('{"currency":"AUD","other":{"currency":"USD"}}', None),
        ('{"currency":"EUR"}', None),
    ],
)
def test_the_currency_that_the_pages_scripts_name_says_which_dollar(script: str, currency: str | None) -> None:
    body = f"<script>{script}</script><h1>Blue cup</h1><b class='price'>$12.50</b><button>Add to cart</button>"
    assert read(body, lang="en")["offer"]["currency"] == currency


@pytest.mark.parametrize(
    ("markup", "price"),
    [
        ("<p class='product-price'>173<sup>34</sup> <span>€</span></p>", "173.34"),
        ("<div class='price'>€229<span class='end'>99</span></div>", "229.99"),
        ("<div class='price'>1.299<sup>00</sup> €</div>", "1299.00"),
        ("<div class='price'><span>€</span><span>450</span></div>", "450.00"),
        ("<span class='price-container tax weee'><span class='price'>71,91 €</span></span>", "71.91"),
        (
            "<div><i class='price'>71,91 €</i></div><div class='old-price'><i class='price'>79,90 €</i></div>",
            "71.91",
        ),
        ("<span class='x9'>−15 %</span><span class='x7'>38,15 €</span><span class='x7'>44,95 €</span>", "38.15"),
        ("<b>UVP</b><span class='price'>149,99 €</span><span class='price'>119,01 €</span>", "119.01"),
        ("<span class='price'>99 ر.س</span>", "99.00"),
    ],
)
def test_prices_as_shops_draw_them(markup: str, price: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{markup}{BUY}")["price"] == price


def test_a_price_inside_or_right_before_the_heading() -> None:
    assert offer(f"<h1>Blue cup - 12,50 € (Bonn)</h1>{BUY}")["price"] == "12.50"
    assert offer(f"<section><span>12,50 €</span><h1>Blue cup</h1></section>{BUY}")["price"] == "12.50"


def test_a_number_in_the_heading_is_a_size() -> None:
    body = f"<div class='price-package'><h1>Blue cup 235x100 cm</h1><b><i>€</i><i>450</i></b></div>{BUY}"
    assert offer(body, title="Blue cup 235x100 cm")["price"] == "450.00"


def test_the_brand_above_the_heading_when_the_title_says_it_too() -> None:
    body = f"<div><h2>Pinewood</h2><h1>Blue cup</h1></div>{PRICE}{BUY}"
    assert offer(body, title="Pinewood Blue cup | Shop")["brand"] == "Pinewood"
    assert offer(body, title="Blue cup | Shop")["brand"] is None


@pytest.mark.parametrize(
    "words",
    [
        "<button>In den Warenkorb</button><p>Not available for store pickup</p>",
        "<button>In den Warenkorb</button><p class='delivery-note'>Nicht verfügbar</p>",
        "<button>In den Warenkorb</button><a>4 sold</a>",
        "<div id='availability'><script>x('not available')</script>Auf Lager</div>",
    ],
)
def test_a_way_to_get_it_that_is_missing_says_nothing_of_the_product(words: str) -> None:
    assert offer(f"<h1>Blue cup</h1>{PRICE}{words}")["availability"] == "IN_STOCK"


def test_a_list_that_marks_up_its_first_entry_only() -> None:
    entry = (
        '<script type="application/ld+json">{"@type":"Product","name":"Red pot","url":"https://shop.example/p/red-pot",'
        '"offers":{"@type":"Offer","price":"9.00","priceCurrency":"EUR","availability":"InStock"}}</script>'
    )
    assert read(f"{entry}<h1>Kitchen</h1>", url="https://shop.example/kitchen", title="Kitchen")["reason"] == "LISTING"
    assert (
        offer(f"{entry}<h1>Red pot</h1>", url="https://shop.example/p/red-pot?x=1", title="Red pot")["price"] == "9.00"
    )


@pytest.mark.parametrize(
    "body",
    [
        "<h1>How to choose a cup</h1><p>Cups cost from 5 € to 50 €.</p><p>Read more</p>",
        "<h1>Your basket</h1><p>Total</p><b class='price'>12,50 €</b><a>Zur Kasse</a>",
        "<h1>Blue cups</h1><p>128 products</p><a href='/p/1'>Blue cup</a>",
    ],
)
def test_pages_that_only_speak_of_products(body: str) -> None:
    answer = read(body + "<p>" + 40 * "Earthenware from the hills. " + "</p>", title="Cups")
    assert answer["reason"] in {"NOT_A_PRODUCT", "LISTING"}


def test_prices_of_a_list_below_a_sold_out_product_are_not_its_own() -> None:
    cards = "".join(f"<li><a href='/p/{n}'>Cup {n}</a><b class='price'>{n},50 €</b></li>" for n in range(1, 5))
    body = f"<h1>Blue cup</h1><p>Marke: Pinewood</p><p id='availability'>Ausverkauft</p><ul>{cards}</ul>"
    assert (offer(body)["price_minor"], offer(body)["availability"]) == (None, "OUT_OF_STOCK")
