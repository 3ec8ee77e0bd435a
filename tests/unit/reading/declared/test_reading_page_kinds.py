"""How pages of many shops state a product: nodes that point at others, odd values, what stands around it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://shop.example/p/blue-cup-77120"
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
BUY = "<button>In den Warenkorb</button>"
OFFER = {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
CUP = {"@type": "Product", "name": "Blue cup", "sku": "CUP-1", "offers": OFFER}


def read(body: str, *, head: str = "", title: str = "Blue cup", url: str = URL, lang: str = "de-DE") -> dict[str, Any]:
    return read_page(f"{body}{FILLER}", url=url, title=title, lang=lang, head=head)


def offer(body: str, **about: str) -> dict[str, Any]:
    answer = read(body, **about)
    assert answer["ok"], answer
    return dict(answer["offer"])


def ld(*nodes: Any) -> str:
    return "".join(f"<script type='application/ld+json'>{json.dumps(node)}</script>" for node in nodes)


def state(value: Any) -> str:
    return f"<script>window.__STATE__ = {json.dumps(value)};</script>"


HEADING = "<h1>Blue cup</h1>"


def test_nodes_of_a_graph_point_at_each_other() -> None:
    graph = [
        {"@type": "WebPage", "@id": "#page", "mainEntity": {"@id": "#cup"}},
        {
            "@type": "Product",
            "@id": "#cup",
            "name": "Blue cup",
            "brand": {"@id": "#maker"},
            "offers": {"@id": "#offer"},
        },
        {"@id": "#offer", **OFFER},
        {"@type": "Brand", "@id": "#maker", "name": "Pinewood"},
    ]
    found = offer(HEADING, head=ld({"@context": "https://schema.org", "@graph": graph}))
    assert (found["price"], found["availability"], found["brand"]) == ("12.50", "IN_STOCK", "Pinewood")


@pytest.mark.parametrize(
    "price",
    [
        "12.50",
        "12,50",
        "12,50 €",
        "EUR 12.50",
        12.5,
        ["", "12.50"],
        {"@value": "12.50"},
        {"@type": "PriceSpecification", "price": "12.50"},
        {"sales": {"decimalPrice": "12.50", "currency": "EUR"}, "list": {"decimalPrice": "20.00"}},
    ],
)
def test_declared_prices_of_every_shape(price: Any) -> None:
    assert offer(HEADING, head=ld({**CUP, "offers": {**OFFER, "price": price}}))["price"] == "12.50"


def test_a_declared_product_without_an_offer_takes_the_shown_price() -> None:
    found = offer(f"{HEADING}<b class='price'>12,50 €</b>{BUY}", head=ld({**CUP, "offers": []}))
    assert (found["price"], found["sku"]) == ("12.50", "CUP-1")
    assert (found["came_from"]["sku"], found["came_from"]["price_minor"]) == ("json-ld", "visible")


@pytest.mark.parametrize("amount", ["12.50", "12,50", "12,50 €", "€12.50"])
def test_labels_for_social_networks_with_amounts_of_every_shape(amount: str) -> None:
    head = (
        "<meta property='og:type' content='product'><meta property='og:title' content='Blue cup'>"
        f"<meta property='product:price:amount' content='{amount}'>"
        "<meta property='product:price:currency' content='EUR'>"
    )
    found = offer(HEADING, head=head)
    assert (found["price"], found["currency"]) == ("12.50", "EUR")


def other(name: str, **more: Any) -> dict[str, Any]:
    return {"@type": "Product", "name": name, "offers": {**OFFER, "price": "3.00"}, **more}


@pytest.mark.parametrize(
    ("nodes", "heading", "title", "why"),
    [
        ([other("Red pot"), CUP], "Blue cup", "Blue cup", "its name is the heading"),
        ([other("Red pot"), CUP], "Blue cup, 0.3 l", "Our shop", "the heading begins with its name"),
        ([other("Red pot"), CUP], "Now new", "Buy Blue cup here", "the page's title holds its name"),
        ([other("Red pot", sku="1"), {**CUP, "sku": "77120"}], "New", "Our shop", "its code stands in the address"),
        ([{**CUP, "offers": []}, CUP], "Blue cup", "Blue cup", "of two nodes of one name the one with a price"),
    ],
)
def test_which_of_several_declared_products_is_the_pages(nodes: list[Any], heading: str, title: str, why: str) -> None:
    assert offer(f"<h1>{heading}</h1>", head=ld(*nodes), title=title)["price"] == "12.50", why


def test_a_time_in_markup_is_its_machine_readable_value() -> None:
    body = (
        "<div itemscope itemtype='https://schema.org/Product'><h1 itemprop='name'>Blue cup</h1>"
        "<div itemprop='offers' itemscope itemtype='https://schema.org/Offer'><b itemprop='price'>12,50</b>"
        "<i itemprop='priceCurrency'>EUR</i><time itemprop='priceValidUntil' datetime='2026-12-31'>year's end</time>"
        "<link itemprop='availability' href='https://schema.org/InStock'></div></div>"
    )
    assert offer(body)["price"] == "12.50"


STATE_CUP = {"name": "Blue cup", "sku": "CUP-1", "price": 12.5, "currency": "EUR", "inStock": True}


@pytest.mark.parametrize(
    ("changes", "price", "availability"),
    [
        ({"price": "12,50 €"}, "12.50", "IN_STOCK"),
        ({"price": {"value": 12.5, "currency": "EUR"}}, "12.50", "IN_STOCK"),
        ({"price": {"note": "soon"}, "salePrice": 12.5}, "12.50", "IN_STOCK"),
        ({"inStock": None, "availability": "OutOfStock"}, "12.50", "OUT_OF_STOCK"),
        ({"inStock": None, "availability": "https://schema.org/InStock"}, "12.50", "IN_STOCK"),
        ({"inStock": False}, "12.50", "OUT_OF_STOCK"),
    ],
)
def test_fields_of_state_of_every_shape(changes: dict[str, Any], price: str, availability: str) -> None:
    found = offer(HEADING + state({"product": STATE_CUP | changes}))
    assert (found["price"], found["availability"]) == (price, availability)


def test_a_state_of_another_name_is_the_pages_when_they_share_a_code() -> None:
    named = {**STATE_CUP, "name": "Tasse, blau"}
    found = offer(HEADING + state({"product": named}), head=ld({**CUP, "offers": []}))
    assert found["price"] == "12.50"


@pytest.mark.parametrize(
    "script",
    [
        "dataLayer.push({'event': 'start', 'user': 'x'});",
        "dataLayer.push({'ecommerce': {'currencyCode': 'EUR', 'detail': {'products': ["
        "{'name': 'Red pot', 'price': '3'}, {'name': 'Blue pot', 'price': '4'}]}}});",
        "dataLayer.push({'ecommerce': 'none'});",
    ],
)
def test_events_that_do_not_tell_of_one_product_say_nothing(script: str) -> None:
    assert read(f"{HEADING}<script>{script}</script>")["reason"] == "NOT_A_PRODUCT"


def test_json_scripts_that_hold_no_object_are_passed_over() -> None:
    words = "<script type='application/json'>\"words\"</script><script type='application/json'>17</script>"
    body = f"{HEADING}{words}<script type='application/json'>{json.dumps({'product': STATE_CUP})}</script>"
    assert offer(body)["price"] == "12.50"


def shown(inside: str) -> dict[str, Any]:
    return offer(f"{HEADING}{inside}{BUY}")


PRICE = "<b class='price'>12,50 €</b>"


@pytest.mark.parametrize(
    ("inside", "sku"),
    [
        (f"{PRICE}<p>Model: A-100</p><p>Art.-Nr.: B-200</p><p>SKU: C-300</p>", "B-200"),
        (f"{PRICE}<p>Art.-Nr.: {'x' * 130}</p><p>SKU: C-300</p>", "C-300"),
        (f"{PRICE}<p>{'many words ' * 12}</p><p>77120</p>", None),
    ],
)
def test_which_printed_code_is_the_products(inside: str, sku: str | None) -> None:
    assert shown(inside)["sku"] == sku


def test_a_word_of_the_title_far_above_the_heading_is_no_brand() -> None:
    body = f"<div><div><div><div><div><p>Blue</p></div></div></div></div></div><main><section><div><div>{HEADING}"
    assert offer(f"{body}{PRICE}{BUY}</div></div></section></main>")["brand"] is None
    box = f"<main><div><p>Pinewood</p><h1>Pinewood blue cup</h1></div>{PRICE}{BUY}</main>"
    assert offer(box, title="Pinewood blue cup")["brand"] == "Pinewood"


def test_amounts_far_behind_an_old_price_are_others() -> None:
    far = "".join(f"<p>line {n} of what is told</p>" for n in range(60))
    assert shown(f"<p class='old-price'>20,00 €</p>{BUY}{far}<b class='price'>3,00 €</b>")["price"] == "20.00"


def test_lines_far_below_the_heading_are_not_the_products() -> None:
    far = "".join(f"<p>line {n} of a long story</p>" for n in range(1600))
    assert shown(f"{PRICE}{BUY}{far}<p>SKU: FAR-1</p><p>Marke: Farmer</p>")["sku"] is None


def test_a_label_followed_by_no_amount_is_passed_over() -> None:
    assert shown("<p>Preis:</p><p>bitte</p><p>Farbe</p><p>wählen</p><p>Preis:</p><p>12,50 €</p>")["price"] == "12.50"


def test_three_cards_of_one_kind_are_other_products() -> None:
    cards = "".join(
        f"<div class='card'><a href='/p/{n}'>Pot {n}</a><div><div><b class='price'>{n},00 €</b></div></div></div>"
        for n in range(3, 9)
    )
    assert shown(f"<div class='row'>{cards}</div>{PRICE}")["price"] == "12.50"


def test_a_product_at_an_address_relative_to_the_base_is_the_pages_own() -> None:
    item = (
        "<div itemscope itemtype='https://schema.org/Product'><a itemprop='url' href='p/blue-cup-77120'>Cup</a>"
        "<b itemprop='name'>Cup of stoneware</b><meta itemprop='sku' content='ST-900'></div>"
    )
    found = offer(f"<h1>Our best one</h1>{item}<p class='price'>12,50 €</p>{BUY}", head="<base href='/'>")
    assert (found["title"], found["sku"]) == ("Cup of stoneware", "ST-900")


@pytest.mark.parametrize(
    ("path", "is_own"),
    [("210019/cups", False), ("steelcups", False), ("1001-cups", True), ("c1001.html", True), ("x?id=1001", True)],
)
def test_a_code_inside_a_longer_number_or_word_of_the_address_names_no_product(path: str, is_own: bool) -> None:
    nodes = [{**CUP, "name": f"Cup {sku} blue", "sku": sku} for sku in ("1001", "1002", "elcu")]
    cards = "".join(f"<p><a href='/p/{one['sku']}'>{one['name']}</a> <b>12,50 €</b></p>" for one in nodes)
    answer = read(f"<h1>Cups</h1>{cards}", head=ld(*nodes), title="Cups", url=f"https://shop.example/{path}")
    assert answer["ok"] is is_own


@pytest.mark.parametrize(
    ("names", "prices", "is_own"),
    [
        (("Loafers Oak five", "Loafers Elm six", "Loafers Fir ten"), (12, 14, 19), False),
        (("Loafers Oak five", "Loafers Elm of great width six", "Loafers Fir ten"), (12, 14, 19), False),
        (("Loafers", "Loafers Elm six", "Loafers Fir ten", "Loafers Oak nine"), (12, 14, 19, 21), True),
        (("Loafers - blue", "Loafers - red", "Loafers - green"), (12, 14, 19), True),
        (("Loafers small", "Loafers middle", "Loafers large"), (12, 12, 12), True),
    ],
)
def test_products_called_the_heading_and_more_words_are_entries_of_a_list(
    names: tuple[str, ...], prices: tuple[int, ...], is_own: bool
) -> None:
    nodes = [
        {"@type": "Product", "name": name, "offers": {"price": f"{price}.00", "priceCurrency": "EUR"}}
        for name, price in zip(names, prices, strict=True)
    ]
    cards = "".join(f"<p>{name} <b>{price},00 €</b></p>" for name, price in zip(names, prices, strict=True))
    answer = read(f"<h1>Loafers</h1>{cards}", head=ld(*nodes), title="Loafers", url="https://shop.example/x/")
    assert answer["ok"] is is_own


def metas(**said: str) -> str:
    return "".join(f"<meta property='{name.replace('_', ':')}' content='{value}'>" for name, value in said.items())


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ({"og_type": "our.shop:product", "og_title": "Blue cup"}, True),
        ({"og_type": "our.shop:products", "og_title": "Blue cup"}, False),
        ({"twitter_card": "product", "twitter_label1": "Preis", "twitter_data1": "12,50 €"}, True),
        ({"twitter_card": "product", "twitter_label1": "Farbe", "twitter_data1": "blau"}, False),
        ({"twitter_card": "summary", "twitter_label1": "Preis", "twitter_data1": "12,50 €"}, False),
    ],
)
def test_labels_of_other_sites_call_a_page_a_product_s(said: dict[str, str], ok: bool) -> None:
    assert read("<p>Blue cup</p>", head=metas(**said), url="https://shop.example/x/77120", title="Shop")["ok"] is ok


@pytest.mark.parametrize(
    ("label", "title", "heading", "name"),
    [
        ("Pine House", "Blue cup, large - Pine House", "Blue cup, large", "Blue cup, large"),
        ("Pine House", "Pine House | Blue cup, large", "Blue cup, large", "Blue cup, large"),
        ("Blue cup", "Blue cup - Pine House", "Blue cup", "Blue cup"),
        ("Blue cup", "Blue cup - Pine House", "Pine House", "Blue cup"),
        ("Blue cup", "Pine House", "Cups", "Blue cup"),
    ],
)
def test_a_label_that_holds_the_sites_name_alone_is_no_name(label: str, title: str, heading: str, name: str) -> None:
    code = f"<h1>{heading}</h1><p>Artikelnummer: 11269</p><b>12,50 €</b>{BUY}"
    url = "https://www.pine-house.shop/p/77120"
    assert offer(code, head=metas(og_title=label), title=title, url=url)["title"] == name


def test_a_page_s_title_says_more_than_a_label_with_the_sites_name() -> None:
    body = "<h1>Blue cup, large</h1><p>Artikelnummer: 11269</p>"
    answer = read(body, head=metas(og_title="Pine House"), title="Blue cup, large - Pine House")
    assert (answer["ok"], answer.get("offer", {}).get("sku")) == (True, "11269")
