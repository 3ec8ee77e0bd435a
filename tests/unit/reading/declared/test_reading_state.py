"""Pages whose product stands in their scripts only: analytics, framework state, Shopify, WooCommerce."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest

from common.reading.state.objects.js_object import loads_object
from tests.invented.plain_page import read_page

FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
CUP = {"name": "Blue cup", "sku": "CUP-100", "brand": "Pinewood", "price": 12.5, "currency": "EUR", "inStock": True}


def read(
    script: str, *, body: str = "<h1>Blue cup</h1>", kind: str = "", url: str = "https://shop.example/p/x"
) -> dict[str, Any]:
    return read_page(f"{body}{FILLER}<script{kind}>{script}</script>", url=url, title="Blue cup")


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (json.dumps({"props": {"pageProps": {"product": CUP}}}), ' id="__NEXT_DATA__" type="application/json"'),
        (f"window.__NUXT__={json.dumps({'state': {'detail': [CUP]}})};", ""),
        (f"window.__INITIAL_STATE__ = JSON.parse({json.dumps(json.dumps({'p': CUP}))});", ""),
        ("var page = {item: {name: 'Blue cup', sku: 'CUP-100', brand: {name: 'Pinewood'}, price: {value: 12.5, "
         "currency: 'EUR'}, soldOut: !1, extra: undefined}};", ""),
        ("dataLayer.push({'event': 'x', 'ecommerce': {'currencyCode': 'EUR', 'detail': {'products': [{'name': "
         "'Blue cup (2 l)', 'id': 'c1', 'sku': 'CUP-100', 'price': '12.50', 'brand': 'Pinewood', "
         "'available': true}]}}});", ""),
        ("app.model.set('PRODUCT', [{\"name\": \"Blue cup\", \"reference\": \"CUP-100\", \"brand\": \"Pinewood\", "
         "\"canAddToBasket\": true, \"prices\": {\"current\": \"12.50\"}, \"currency\": \"EUR\"}]);", ""),
    ],
)  # fmt: skip
def test_the_pages_own_product(script: str, kind: str) -> None:
    answer = read(script, kind=kind)
    found = answer["offer"]
    assert (found["price"], found["currency"], found["availability"]) == ("12.50", "EUR", "IN_STOCK")
    assert (found["sku"], found["brand"]) == ("CUP-100", "Pinewood")
    assert found["came_from"]["price_minor"] == "embedded-state"
    assert answer["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    "state",
    [
        {"recommendations": [CUP]},
        {"product": {**CUP, "name": "Red pot"}},
        {"list": [{**CUP, "name": f"Cup {n}", "sku": f"CUP-{n}"} for n in range(9)]},
        {"cart": {"items": [CUP]}},
    ],
)
def test_other_products_in_the_state_are_not_the_pages(state: dict[str, Any]) -> None:
    assert read(f"window.__STATE__ = {json.dumps(state)};")["reason"] == "NOT_A_PRODUCT"


def test_a_code_in_the_address_names_the_product() -> None:
    script = f"window.__STATE__ = {json.dumps({'p': {**CUP, 'name': 'Tasse, blau'}})};"
    assert read(script, url="https://shop.example/p/CUP-100.html")["offer"]["price"] == "12.50"


def test_nodes_that_disagree_about_the_price_give_none() -> None:
    answer = read(f"window.__STATE__ = {json.dumps([CUP, {**CUP, 'price': 13}])};")
    assert (answer["offer"]["price_minor"], answer["verdict"]["reason"]) == (None, "NO_PRICE")


def test_a_price_that_the_page_does_not_print_is_not_taken() -> None:
    body = "<h1>Blue cup</h1><p>Sets of four: <b>3,00 €</b></p>"
    answer = read(f"window.__STATE__ = {json.dumps(CUP)};", body=body)
    assert (answer["offer"]["price_minor"], answer["verdict"]["status"]) != (1250, "ok")


def test_a_price_that_the_page_does_not_print_waits_where_it_prints_those_of_others_alone() -> None:
    body = "<h1>Blue cup</h1><div class='related'><b>3,00 €</b></div>"
    answer = read(f"window.__STATE__ = {json.dumps(CUP)};", body=body)
    assert (answer["offer"]["price_minor"], answer["verdict"]["reason"]) == (1250, "UNCONFIRMED_PRICE")


def test_a_state_that_contradicts_the_page_is_quarantined() -> None:
    body = "<h1>Blue cup</h1><b class='price'>14,00 €</b><button>In den Warenkorb</button><i>12,50 €</i>"
    answer = read(f"window.__STATE__ = {json.dumps(CUP)};", body=body)
    assert answer["verdict"] == {"status": "quarantine", "reason": "AMBIGUOUS_PRICE"}


def test_shopify_counts_hundredths() -> None:
    product = {
        "title": "Blue cup", "vendor": "Pinewood", "price_varies": True, "compare_at_price": None,
        "variants": [
            {"title": "Small", "sku": "S", "price": 1250, "available": True},
            {"title": "Large", "sku": "L", "price": 1900, "available": False},
        ],
    }  # fmt: skip
    body = "<h1>Blue cup</h1><b class='price'>€12,50</b>"
    answer = read(json.dumps(product), kind=' type="application/json" id="ProductJson"', body=body)
    found = answer["offer"]
    assert (found["price"], found["price_max_minor"], found["availability"]) == ("12.50", 1900, "IN_STOCK")
    assert [(one["name"], one["availability"]) for one in found["variants"]] == [
        ("Small", "IN_STOCK"), ("Large", "OUT_OF_STOCK"),
    ]  # fmt: skip


def test_shopify_hands_the_product_to_its_choosers_beside_the_name_of_a_function() -> None:
    product = {
        "title": "Blue cup", "vendor": "Pinewood", "price_varies": False,
        "variants": [{"title": "Default Title", "sku": "BC-1", "price": 1250, "available": True}],
    }  # fmt: skip
    script = f"new Shopify.OptionSelectors('cup', {{ product: {json.dumps(product)}, onVariantSelected: select }});"
    body = "<h1>Blue cup</h1><b class='price'>€12,50</b>"
    assert read(script, body=body)["offer"]["sku"] == "BC-1"


def test_a_shopify_product_of_another_name_is_not_the_pages() -> None:
    product = {
        "title": "Red pot",
        "vendor": "P",
        "price_varies": False,
        "variants": [{"price": 999, "available": True}],
    }
    assert read(json.dumps(product), kind=' type="application/json"')["reason"] == "NOT_A_PRODUCT"


def test_woocommerce_variations() -> None:
    variations = [
        {"attributes": {"attribute_size": "S"}, "display_price": 12.5, "is_in_stock": False, "sku": "S-1"},
        {"attributes": {"attribute_size": "L"}, "display_price": 19, "is_in_stock": False, "sku": "L-1"},
    ]
    form = f"<form class='variations_form' data-product_variations='{escape(json.dumps(variations))}'></form>"
    body = f"<h1>Blue cup</h1><p class='price'>12,50 € – 19,00 €</p>{form}"
    found = read("", body=body)["offer"]
    assert (found["availability"], found["price_min_minor"], found["price_max_minor"]) == ("OUT_OF_STOCK", 1250, 1900)
    assert [one["sku"] for one in found["variants"]] == ["S-1", "L-1"]


SIZES = [
    {
        "attributes": {"attribute_size": size},
        "display_price": price,
        "is_in_stock": True,
        "sku": size,
        "variation_id": number,
    }
    for size, price, number in (("S", 12.5, 7), ("M", 15, 8), ("L", 19, 9))
]


def of_form(fields: str, *, declared: bool) -> dict[str, Any]:
    """A page that prints a range, with these fields in its form of variations; `declared`: in JSON-LD, too."""
    form = f"<form data-product_variations='{escape(json.dumps(SIZES))}'>{fields}<button>Add to cart</button></form>"
    offers = {"@type": "AggregateOffer", "lowPrice": 12.5, "highPrice": 19, "priceCurrency": "EUR"}
    markup = json.dumps({"@type": "Product", "name": "Blue cup", "offers": offers})
    script = f"<script type='application/ld+json'>{markup}</script>" if declared else ""
    body = f"<h1>Blue cup</h1><p class='price'>12,50 € – 19,00 €</p>{form}{script}"
    return dict(read("", body=body)["offer"])


def field(chosen: str | None, name: str = "attribute_size") -> str:
    options = "".join(f"<option value='{one}'{' selected' * (one == chosen)}>{one}</option>" for one in ("", *"SML"))
    return f"<select name='{name}'>{options}</select>"


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("fields", [field("M"), field(None) + "<input type='hidden' name='variation_id' value='8'>"])
def test_the_variation_that_is_chosen_when_the_page_opens_tells_the_price(fields: str, *, declared: bool) -> None:
    found = of_form(fields, declared=declared)
    assert (found["price"], found["price_kind"], found["sku"]) == ("15.00", "regular", "M")
    assert (found["price_min_minor"], found["price_max_minor"]) == (1250, 1900)


@pytest.mark.parametrize(
    "fields",
    [
        field(None),
        field("M") + field(None, "attribute_color"),
        field("M", "country"),
        "<input name='variation_id' value='0'>",
        field("M").replace("'M' selected", "'XL' selected"),
    ],
    ids=["none", "one of two fields", "another field", "no number", "unknown"],
)
def test_where_none_is_chosen_the_price_is_the_lowest(fields: str) -> None:
    found = of_form(fields, declared=True)
    assert (found["price"], found["price_kind"]) == ("12.50", "from")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: 1, 'b': 'it\\'s', c: undefined, d: !0}", {"a": 1, "b": "it's", "c": None, "d": True}),
        ('{ /* note: x */ a: "http://x.example/y", // end\n b: [1,2,],}', {"a": "http://x.example/y", "b": [1, 2]}),
        ("{a: fetch('x')}", None),
    ],
)
def test_literals(text: str, value: Any) -> None:
    assert loads_object(text) == value


@pytest.mark.parametrize(
    "stated",
    [
        {"price": 15, "salePrice": 12.5},
        {"price": 10.5, "final_price": 12.5},
        {"price": 10.5, "priceInclTax": 12.5},
        {"price": 15, "special_price": 12.5},
        {"price": 15, "promoPrice": 12.5, "finalPrice": None},
        {"price": 12.5, "salePrice": 10, "onSale": False},
        {"price": {"regular": 15, "special": 12.5}},
        {"price": {"centAmount": 1250, "currencyCode": "EUR", "fractionDigits": 2}},
        {"price": {"value": {"centAmount": 1250, "currencyCode": "EUR"}}},
        {"prices": {"price": "1250", "regular_price": "1500", "currency_code": "EUR", "currency_minor_unit": 2}},
    ],
)
def test_what_is_asked_now_and_in_whole_units_is_the_states_price(stated: dict[str, Any]) -> None:
    cup = {key: value for key, value in CUP.items() if key != "price"} | stated
    found = read(f"window.__STATE__ = {json.dumps({'product': cup})};")["offer"]
    assert (found["price"], found["currency"]) == ("12.50", "EUR")


@pytest.mark.parametrize(
    ("stated", "price"),
    [
        ({"price": 15, "special_price": 12.5, "special_to_date": "2024-01-01"}, None),
        ({"price": 15, "special_price": 12.5, "special_to_date": "2024-01-01", "final_price": 15}, "15.00"),
        ({"price": 15, "special_price": 12.5, "special_to_date": None}, "12.50"),
        ({"price": 15, "sale_price": 12.5, "date_on_sale_to": "2024-01-01", "on_sale": True}, "12.50"),
        ({"price": 15, "special_price": None, "special_to_date": "2024-01-01"}, "15.00"),
    ],
)
def test_whether_a_sale_with_a_date_is_still_on_must_be_said(stated: dict[str, Any], price: str | None) -> None:
    found = read(f"window.__STATE__ = {json.dumps({'product': CUP | stated})};")["offer"]
    assert found["price"] == price


def test_no_other_number_of_an_object_in_minor_units_counts_whole_ones() -> None:
    prices = {"price": "", "regular_price": "1500", "sale_price": "1250", "currency_minor_unit": 2}
    cup = {key: value for key, value in CUP.items() if key != "price"} | {"prices": prices}
    assert read(f"window.__STATE__ = {json.dumps({'product': cup})};")["offer"]["price"] is None


def test_a_states_number_that_may_mean_two_amounts_is_no_price() -> None:
    assert read(f"window.__STATE__ = {json.dumps({'product': CUP | {'price': '1.299'}})};")["offer"]["price"] is None


@pytest.mark.parametrize(("price", "minor"), [(1200, 1200), ("1200", 1200), ("12.00", 1200), ("12.50", 1250)])
def test_a_shopify_price_with_a_mark_counts_whole_units(price: Any, minor: int) -> None:
    product = {"title": "Blue cup", "compare_at_price": None, "variants": [{"price": price, "available": True}]}
    found = read(f"var product = {json.dumps(product)}; var shop = {{'currency': 'EUR'}};")["offer"]
    assert found["price_minor"] == minor
