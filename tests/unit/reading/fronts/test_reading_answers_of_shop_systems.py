"""Products as the shop systems answer them that stand behind fronts of their own, kept in a page's state."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Lambswool throw"
EURO = {"currencyCode": "EUR"}


def kept(product: dict[str, Any], body: str = "<div id='root'></div>") -> dict[str, Any]:
    """What is read of a page that scripts draw from this product."""
    script = f"<script>window.__STATE__={json.dumps({'product': product})};</script>"
    return read_page(body + script, url="https://shop.example.ie/p/throw", title=f"{NAME} | Example")


def shopify(low: str, high: str, *, is_left: bool = True, **more: Any) -> dict[str, Any]:
    variants = [{"sku": "T-1", "availableForSale": is_left, "price": EURO | {"amount": low}}]
    ends = {"minVariantPrice": EURO | {"amount": low}, "maxVariantPrice": EURO | {"amount": high}}
    return {"title": NAME, "vendor": "Pinewood", "priceRange": ends, "variants": {"nodes": variants}} | more


def saleor(low: float, high: float) -> dict[str, Any]:
    start, stop = ({"gross": {"amount": amount, "currency": "EUR"}} for amount in (low, high))
    variant = {"sku": "T-1", "quantityAvailable": 4, "pricing": {"price": start}}
    return {"name": NAME, "pricing": {"priceRange": {"start": start, "stop": stop}}, "variants": [variant]}


def commercetools(cents: int, **price: Any) -> dict[str, Any]:
    value = EURO | {"type": "centPrecision", "centAmount": cents, "fractionDigits": 2}
    first = {"sku": "T-1", "price": {"value": value} | price, "availability": {"isOnStock": True}}
    return {"name": {"en": NAME}, "masterVariant": first, "variants": []}


def medusa(amount: float, left: int, **price: Any) -> dict[str, Any]:
    stated = {"calculated_amount": amount, "currency_code": "eur"} | price
    return {
        "title": NAME,
        "variants": [
            {"sku": "T-1", "manage_inventory": True, "inventory_quantity": left, "calculated_price": stated},
        ],
    }


def vtex(price: float, left: int) -> dict[str, Any]:
    offers = [
        {"sellerDefault": False, "commertialOffer": {"Price": 1.0, "AvailableQuantity": left}},
        {"sellerDefault": True, "commertialOffer": {"Price": price, "ListPrice": 99.0, "AvailableQuantity": left}},
    ]
    return {"productName": NAME, "brand": "Pinewood", "items": [{"name": "One size", "sellers": offers}]}


def magento(price: float) -> dict[str, Any]:
    ends = {
        "minimum_price": {"regular_price": EURO | {"value": 99}, "final_price": {"value": price, "currency": "EUR"}}
    }
    return {"name": NAME, "sku": "T-1", "stock_status": "IN_STOCK", "price_range": ends}


def shopware(price: float) -> dict[str, Any]:
    stated = {"unitPrice": price, "quantity": 1, "totalPrice": price, "calculatedTaxes": []}
    maker = {"translated": {"name": "Pinewood"}}
    named = {"name": None, "translated": {"name": NAME}, "productNumber": "T-1", "manufacturer": maker}
    return named | {"available": True, "calculatedPrice": stated}


@pytest.mark.parametrize(
    "product",
    [
        shopify("64.5", "64.5"),
        saleor(64.5, 64.5),
        commercetools(6450),
        medusa(64.5, 4),
        medusa(52.44, 4, calculated_amount_with_tax=64.5),
        vtex(64.5, 4),
        magento(64.5),
        shopware(64.5),
    ],
    ids=["shopify", "saleor", "commercetools", "medusa", "medusa with tax", "vtex", "magento", "shopware"],
)
def test_of_a_page_that_scripts_draw(product: dict[str, Any]) -> None:
    answer = kept(product)
    offer = answer["offer"]
    assert (offer["price"], offer["currency"], offer["availability"]) == ("64.50", "EUR", "IN_STOCK")
    assert (offer["sku"] or "T-1", offer["brand"] or "Pinewood") == ("T-1", "Pinewood")
    assert answer["verdict"]["status"] == "ok"


def test_the_code_of_the_only_variant_and_shopifys_vendor() -> None:
    offer = kept(shopify("64.5", "64.5"))["offer"]
    assert (offer["sku"], offer["brand"]) == ("T-1", "Pinewood")
    assert kept({"name": NAME, "price": 3, "vendor": "Some seller", "inStock": True})["offer"]["brand"] is None


def test_a_reduced_price_goes_before_the_one_of_before() -> None:
    reduced = {"value": EURO | {"centAmount": 5000, "fractionDigits": 2}}
    assert kept(commercetools(6450, discounted=reduced))["offer"]["price"] == "50.00"


def test_a_range_of_variants() -> None:
    offer = kept(shopify("64.5", "89.9"))["offer"]
    assert (offer["price"], offer["price_min_minor"], offer["price_max_minor"]) == ("64.50", 6450, 8990)
    assert offer["price_kind"] == "from"


def test_the_variant_that_is_chosen() -> None:
    chosen = {"sku": "T-2", "price": EURO | {"amount": "89.9"}}
    assert kept(shopify("64.5", "89.9", selectedOrFirstAvailableVariant=chosen))["offer"]["price"] == "89.90"


@pytest.mark.parametrize(
    "product",
    [shopify("64.5", "64.5", is_left=False), medusa(64.5, 0), vtex(64.5, 0)],
    ids=["shopify", "medusa", "vtex"],
)
def test_none_of_any_variant_is_left(product: dict[str, Any]) -> None:
    assert kept(product)["offer"]["availability"] == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "stock",
    [
        {"inventory": {"orderable": True, "stockLevel": 5}},
        {"inventory": {"isInStock": True}, "availabilityV2": {"status": "Available"}},
        {"stock": {"stockLevelStatus": "inStock", "stockLevel": 3}},
    ],
    ids=["salesforce", "bigcommerce", "sap"],
)
def test_stock_in_an_object_of_its_own(stock: dict[str, Any]) -> None:
    offer = kept({"name": NAME, "price": 64.5, "currency": "EUR"} | stock)["offer"]
    assert (offer["price"], offer["availability"]) == ("64.50", "IN_STOCK")


def test_a_product_and_variants_that_contradict_each_other_say_nothing_of_stock() -> None:
    answer = kept(shopify("64.5", "64.5", is_left=False, availableForSale=True))
    assert answer["offer"]["availability"] == "UNKNOWN"


@pytest.mark.parametrize(
    "product",
    [
        {"title": NAME, "variants": [{"sku": "T-1", "price": 6450, "inStock": True}]},
        {"title": NAME, "variants": [{"sku": "T-1", "prices": [{"currency_code": "eur", "amount": 6450}]}]},
        {"title": NAME, "variants": [{"sku": "T-1", "calculated_price": 6450, "inventory_quantity": 3}]},
        {"name": NAME, "pricing": {"displayGrossPrices": False, **saleor(64.5, 64.5)["pricing"]}},
        {"name": NAME, "masterVariant": {"prices": [{"value": EURO | {"centAmount": cents}} for cents in (6450, 1)]}},
    ],
    ids=["bare number", "medusa 1", "medusa 1 calculated", "saleor net", "prices of several countries"],
)
def test_an_amount_that_does_not_say_what_it_is_states_no_price(product: dict[str, Any]) -> None:
    assert (kept(product).get("offer") or {}).get("price") is None


def test_a_printed_price_wins_over_what_is_kept() -> None:
    body = f"<h1>{NAME}</h1><p>€70.00</p><button>Add to basket</button>"
    assert kept(shopify("64.5", "64.5"), body)["offer"]["price"] == "70.00"


OTHERS = "<h2>You may also like</h2><a href='/p/rug'><p>Wool rug</p><span>€24.50</span></a>"


@pytest.mark.parametrize(
    ("body", "price", "status"),
    [
        (f"<h1>{NAME}</h1><p>Woven by hand.</p>", "64.50", "ok"),
        (f"<h1>{NAME}</h1><p>Woven by hand.</p>{'<p>Soft.</p>' * 60}{OTHERS}", "64.50", "quarantine"),
        (f"<h1>{NAME}</h1><p>Free delivery from €49</p><p>Woven by hand.</p>", "64.50", "quarantine"),
        (f"<h1>{NAME}</h1><p>€24.50</p><button>Add to basket</button>", "24.50", "ok"),
    ],
    ids=["no amount", "others far below", "free delivery near the name", "a plain amount near the name"],
)
def test_a_price_that_the_page_does_not_print(body: str, price: str | None, status: str) -> None:
    answer = kept(shopify("64.5", "64.5"), body)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == (price, status)


def test_hydrogen_asks_for_the_chosen_variant_alone() -> None:
    chosen = {"sku": "T-2", "availableForSale": True, "price": EURO | {"amount": "64.5"}}
    product = {"title": NAME, "vendor": "Pinewood", "handle": "throw", "selectedOrFirstAvailableVariant": chosen}
    offer = kept(product)["offer"]
    assert (offer["price"], offer["sku"], offer["brand"], offer["availability"]) == (
        "64.50",
        "T-2",
        "Pinewood",
        "IN_STOCK",
    )


@pytest.mark.parametrize(
    "product",
    [
        {"bezeichnung": NAME, "preis": 64.5, "waehrung": "EUR", "marke": "Pinewood", "artikelnummer": "T-1"},
        {"nome": NAME, "preco": 64.5, "moeda": "EUR", "marca": {"nome": "Pinewood"}, "reference": "T-1"},
        {"ad": NAME, "fiyat": "64.50", "para_birimi": "EUR", "marka": {"ad": "Pinewood"}, "stok_kodu": "T-1"},
        {"name": NAME, "price": 64.5, "currency": "eur", "brand": "Pinewood", "sku": "T-1"},
    ],
    ids=["german", "portuguese", "turkish", "small letters"],
)
def test_keys_in_the_language_of_whoever_wrote_the_front(product: dict[str, Any]) -> None:
    offer = kept(product | {"inStock": True})["offer"]
    assert (offer["price"], offer["currency"], offer["brand"], offer["sku"]) == ("64.50", "EUR", "Pinewood", "T-1")


def test_the_end_of_the_address_names_the_product_where_nothing_else_does() -> None:
    product = {"name": NAME, "slug": "lambswool-throw-blue", "price": 64.5, "currency": "EUR", "inStock": True}
    script = f"<script>window.__STATE__={json.dumps({'item': product})};</script>"
    answer = read_page(f"<div id='root'></div>{script}", url="https://shop.ie/p/lambswool-throw-blue", title="Example")
    assert answer["offer"]["price"] == "64.50"


def test_vtex_keeps_its_state_in_a_template_and_calls_the_name_a_brand() -> None:
    cache = {"ROOT_QUERY": {}, "Product:1": vtex(64.5, 4) | {"brand": "Ferro", "productReference": "F-5"}}
    state = f'<template data-varname="__STATE__"><script>{json.dumps(cache)}</script></template>'
    body = f"<h1 class='name'><span class='vtex-productBrand'>{NAME}</span></h1><p>€64.50</p>{state}"
    offer = read_page(body, url="https://shop.example.ie/p/throw", title=f"{NAME} | Example")["offer"]
    assert (offer["brand"], offer["sku"], offer["price_grounds"]["state"]) == ("Ferro", "F-5", 1)


def test_vtex_names_its_fields_with_their_arguments() -> None:
    product = vtex(64.5, 4)
    product['items({"filter":"ALL"})'] = product.pop("items")
    assert kept(product)["offer"]["price"] == "64.50"
