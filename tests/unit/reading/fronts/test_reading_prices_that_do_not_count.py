"""Amounts in a page's state that are not what everybody pays now for the page's product, and products that are not its
own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Lambswool throw"
EURO = {"currencyCode": "EUR"}
CENTS = EURO | {"centAmount": 6450, "fractionDigits": 2}
ENDS = {"minVariantPrice": EURO | {"amount": "64.5"}, "maxVariantPrice": EURO | {"amount": "64.5"}}
SHOPIFY = {"title": NAME, "vendor": "Pinewood", "availableForSale": True, "priceRange": ENDS}


def kept(
    state: dict[str, Any], body: str = "<div id='root'></div>", path: str = "p/throw", **page: str
) -> dict[str, Any]:
    script = f"<script>window.__STATE__={json.dumps(state)};</script>"
    url = f"https://{page.get('host', 'shop.example.ie')}/{path}"
    return read_page(body + script, url=url, title=page.get("title", f"{NAME} | Example"), lang=page.get("lang", ""))


def stored(product: dict[str, Any], **page: str) -> str | None:
    answer = kept({"product": {"name": NAME, "inStock": True} | product}, **page)
    is_stored = answer.get("verdict", {}).get("status") == "ok"
    return answer["offer"]["price"] if is_stored else None


def variant(**said: Any) -> dict[str, Any]:
    return {"variants": [{"sku": "T-1", "inStock": True} | said]}


def medusa(**said: Any) -> dict[str, Any]:
    return variant(calculated_price={"calculated_amount": 64.5, "currency_code": "eur"} | said)


def vtex(**said: Any) -> dict[str, Any]:
    offer = {"Price": 64.5, "AvailableQuantity": 3} | said
    return {
        "brand": "Pinewood",
        "items": [{"name": "S", "sellers": [{"sellerDefault": True, "commertialOffer": offer}]}],
    }


def shopware(**said: Any) -> dict[str, Any]:
    return {"calculatedPrice": {"unitPrice": 64.5, "totalPrice": 64.5}} | said


@pytest.mark.parametrize(
    "product",
    [variant(price={"value": CENTS}), medusa(), vtex(), shopware(), {"price": 64.5, "currency": "EUR"}],
    ids=["commercetools", "medusa", "vtex", "shopware", "plain"],
)
def test_what_everybody_pays_is_stored(product: dict[str, Any]) -> None:
    assert stored(product) == "64.50"


@pytest.mark.parametrize(
    "product",
    [
        variant(price={"value": CENTS, "customerGroup": {"id": "g"}}),
        variant(price={"value": CENTS, "recurrencePolicy": {"id": "monthly"}}),
        variant(price={"value": CENTS, "discounted": {"value": CENTS, "discount": {"obj": {"isActive": False}}}}),
        variant(price={"value": CENTS, "taxRate": {"includedInPrice": False}}),
        variant(price=EURO | {"amount": 64.5}, salePrice=EURO | {"amount": 50}),
        variant(price=EURO | {"amount": 6450}),
        medusa(is_calculated_price_tax_inclusive=False),
        vtex(Tax=12.3),
        vtex(Price=9999876),
        shopware(calculatedPrices=[{"unitPrice": 60}]),
        shopware(calculatedCheapestPrice={"unitPrice": 50}),
        shopware(
            calculatedPrice={
                "unitPrice": 64.5,
                "totalPrice": 64.5,
                "calculatedTaxes": [{"tax": 12.26, "taxRate": 19, "price": 64.5}],
            }
        ),
        variant(price=EURO | {"amount": 64.5}, published=False),
        variant(price=EURO | {"amount": 64.5}, status="draft"),
        variant(price=EURO | {"amount": 64.5}, grossPrice=EURO | {"amount": 78}),
        variant(price=EURO | {"amount": 64.5, "taxIncluded": False}),
        variant(price=EURO | {"amount": 64.5, "per": "100 g"}),
        {"variants": [{"inStock": True, "price": EURO | {"amount": amount}} for amount in (64.5, 89.9)]},
        SHOPIFY | {"isGiftCard": True},
        SHOPIFY | {"requiresSellingPlan": True},
        {"__typename": "GroupedProduct", "price_range": {"minimum_price": {"final_price": EURO | {"value": 64.5}}}},
        {"price": {"value": 64.5, "currencyIso": "EUR", "priceType": "RENT"}},
        {"price": {"value": 64.5, "currencyIso": "EUR", "netPrice": True}},
        {"price": 64.5, "currency": "EUR", "productPromotions": [{"promotionalPrice": 50}]},
        {"priceRange": ENDS | {"maxVariantPrice": EURO | {"amount": "450.0"}}},
    ],
    ids=[
        "group", "subscription", "past discount", "net", "reduced beside", "may be hundredths", "medusa net",
        "vtex net", "vtex without", "tiers", "cheaper variant", "shopware net", "hidden", "draft", "gross beside",
        "without tax", "by measure", "of no known system", "gift card", "by plan", "of several",
        "hire", "sap net", "promotion", "wide range",
    ],
)  # fmt: skip
def test_what_some_pay_or_may_be_something_else_is_not(product: dict[str, Any]) -> None:
    assert stored(product) is None


def test_what_is_asked_now_goes_before_what_is_named_gross() -> None:
    assert stored({"price": {"gross": 80, "sale": 64.5}, "currency": "EUR"}) == "64.50"


def test_money_of_high_precision_counts_minor_units_all_the_same() -> None:
    value = EURO | {"type": "highPrecision", "centAmount": 6450, "preciseAmount": 645000, "fractionDigits": 4}
    assert stored(variant(price={"value": value})) == "64.50"


def test_a_field_with_two_answers_says_nothing() -> None:
    assert stored({'price({"country":"IE"})': 64.5, 'price({"country":"US"})': 70.5, "currency": "EUR"}) is None


@pytest.mark.parametrize(
    ("page", "beside", "currency"),
    [
        ({"host": "shop.example.com", "lang": "en-GB"}, {}, None),
        ({"host": "shop.example.com", "lang": "en-GB"}, {"context": {"currency": {"isoCode": "EUR"}}}, "EUR"),
        ({"host": "shop.example.pe"}, {"culture": {"currency": "USD"}}, "USD"),
        ({"host": "shop.example.ie"}, {}, "EUR"),
        ({"host": "shop.example.com"}, {"settings": {"currencyCode": "EUR"}}, "EUR"),
        ({"host": "shop.example.ie"}, {"paypal": {"currency": "USD"}}, None),
        ({"host": "shop.example.com"}, {"markets": [{"currency": {"isoCode": "SEK"}}]}, None),
    ],
    ids=[
        "the language alone",
        "the front's own",
        "not the address's",
        "the address's",
        "by code",
        "for payment",
        "market",
    ],
)
def test_the_currency_of_a_product_that_names_none(
    page: dict[str, str], beside: dict[str, Any], currency: str | None
) -> None:
    answer = kept({"product": {"name": NAME, "inStock": True} | shopware()} | beside, **page)
    is_stored = answer["verdict"]["status"] == "ok"
    assert (answer["offer"]["currency"] if is_stored else None) == currency


SOLD = "<p>€159.00</p><button>Add to basket</button>"


def test_a_name_that_the_heading_only_holds_may_be_another_products() -> None:
    other = SHOPIFY | {"variants": {"nodes": [{"sku": "T-1", "availableForSale": False}]}}
    body = f"<h1>{NAME} set of two</h1>{SOLD}"
    offer = kept({"pair": other}, body, title=f"{NAME} set of two | Example")["offer"]
    assert (offer["price"], offer["availability"], offer["sku"], offer["brand"]) == ("159.00", "IN_STOCK", None, None)


@pytest.mark.parametrize(
    "named",
    [{"brand": "Nordglut"}, {"slug": "nordglut-lambswool-throw"}],
    ids=["behind its brand", "at the page's address"],
)
def test_a_name_that_the_heading_holds_with_more_beside_it_is_the_products_own(named: dict[str, str]) -> None:
    product = {"name": NAME, "inStock": False, "price": 64.5, "currency": "EUR"} | named
    body = f"<h1>Nordglut {NAME}</h1><p>€64.50</p><button>Add to basket</button>"
    page = {"path": "p/nordglut-lambswool-throw", "title": f"Nordglut {NAME} | Example"}
    assert kept({"item": product}, body, **page)["offer"]["availability"] == "OUT_OF_STOCK"


def test_words_of_something_else_that_is_gone_refuse_no_product_that_can_be_had() -> None:
    body = f"<h1>{NAME}</h1><p>The previous model is no longer available.</p>"
    assert kept({"product": SHOPIFY}, body)["offer"]["price"] == "64.50"


def test_of_two_of_the_same_name_the_one_at_the_pages_address_is_its_own() -> None:
    red, blue = ({"handle": f"throw-{colour}", "variants": [{"sku": colour.upper()}]} for colour in ("red", "blue"))
    state = {"products": [SHOPIFY | red, SHOPIFY | blue]}
    assert kept(state, path="p/throw-blue")["offer"]["sku"] == "BLUE"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("blog/lambswool-throw", "<article><h1>Lambswool throw</h1><p>Why we love it.</p></article>"),
        ("", "<h1>Lambswool throw</h1><p>The product of the day.</p>"),
    ],
    ids=["article", "front"],
)
def test_a_page_that_calls_itself_something_else_is_no_product_by_its_state(path: str, body: str) -> None:
    assert kept({"product": SHOPIFY}, body, path).get("offer") is None


@pytest.mark.parametrize("said", ["This product is no longer available.", "Sold out"])
def test_stock_that_the_page_denies_waits(said: str) -> None:
    answer = kept({"product": SHOPIFY}, f"<h1>{NAME}</h1><p>{said}</p>")
    assert answer["verdict"]["reason"] == "AMBIGUOUS_AVAILABILITY"


def test_a_script_with_a_status_and_a_body_of_its_own_is_no_answer() -> None:
    product = {"name": NAME, "status": "published", "body": "Woven.", "price": 64.5, "currency": "EUR", "inStock": True}
    script = f'<script type="application/json">{json.dumps(product)}</script>'
    answer = read_page(script, url="https://shop.example.ie/p/throw", title=NAME)
    assert answer["offer"]["price"] == "64.50"


def test_an_answer_that_failed_says_nothing() -> None:
    failed = {"status": 404, "statusText": "Not found", "body": json.dumps({"name": NAME, "price": 64.5})}
    script = f'<script type="application/json">{json.dumps(failed)}</script>'
    assert read_page(script, url="https://shop.example.ie/p/throw", title=NAME).get("offer") is None


def test_what_is_printed_by_measure_only_contradicts_nothing() -> None:
    body = f"<h1>{NAME}</h1><p>€224.75</p><p>€64.50 / m²</p><button>Add to basket</button>"
    answer = kept({"product": SHOPIFY}, body)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("224.75", "ok")


@pytest.mark.parametrize(
    "script",
    [
        'window.__APOLLO_STATE__={"ROOT_QUERY":{},"P:1":{"name":"Lambswool throw","variants":[{"price":'
        '{"__ref":"M:1"}}]},"M:1":{"centAmount":6450,"currencyCode":"EUR","value":{"__ref":"M:1"}}};',
        'window.__STATE__={"product":{"name":"Lambswool throw","price":1e9999999999999999999}};',
    ],
    ids=["a price that holds itself", "an exponent of twenty digits"],
)
def test_hostile_numbers_cost_nothing(script: str) -> None:
    body = f"<h1>{NAME}</h1><p>€79.00</p><button>Add to basket</button><script>{script}</script>"
    assert read_page(body, url="https://shop.example.ie/p/throw", title=NAME)["offer"]["price"] == "79.00"
