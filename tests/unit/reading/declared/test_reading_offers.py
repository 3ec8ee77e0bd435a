"""The price that declared offers state: their specifications, their currencies, their variants, odd numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://pinehouse.example/p/tin-cup"


def answer(offers: Any, *, url: str = URL, shown: str = "", labels: str = "", **about: Any) -> dict[str, Any]:
    product = {"@type": "Product", "name": "Tin cup blue", "offers": offers, **about}
    html = (
        "<html lang='en'><head><title>Tin cup blue - Pine House</title>"
        f"<script type='application/ld+json'>{json.dumps(product)}</script>{labels}</head>"
        f"<body><h1>Tin cup blue</h1><p class='price'>{shown}</p><button>Add to cart</button></body></html>"
    )
    found = read_saved(html.encode(), url, SHOPS)
    assert found["ok"], found
    return found


def read(offers: Any, **page: Any) -> dict[str, Any]:
    return dict(answer(offers, **page)["offer"])


def stored(offers: Any, **page: Any) -> tuple[int | None, str | None] | None:
    found = answer(offers, **page)
    return price(found["offer"]) if found["verdict"]["status"] == "ok" else None


def offer(**about: Any) -> dict[str, Any]:
    stated = {"@type": "Offer", "price": "24.50", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    return {key: value for key, value in {**stated, **about}.items() if value is not None}


def specified(*specs: dict[str, Any]) -> dict[str, Any]:
    return offer(price=None, priceCurrency=None, priceSpecification=list(specs))


def price(found: dict[str, Any]) -> tuple[int | None, str | None]:
    return found["price_minor"], found["currency"]


EUROS = {"@type": "UnitPriceSpecification", "price": 24.5, "priceCurrency": "EUR"}


@pytest.mark.parametrize(
    "other",
    [
        {"price": 20, "validForMemberTier": {"@type": "MemberProgramTier", "@id": "#gold"}},
        {"price": 30, "priceType": {"@id": "https://schema.org/ListPrice"}},
        {"price": 30, "priceType": "schema:StrikethroughPrice"},
        {"price": 30, "priceType": "https://schema.org/MinimumAdvertisedPrice"},
        {"price": 30, "priceType": "https://schema.org/RegularPrice"},
        {"@type": "DeliveryChargeSpecification", "price": 4.9},
        {"@type": "https://schema.org/PaymentChargeSpecification", "price": 1.9},
        {"price": 20.42, "valueAddedTaxIncluded": False},
        {"price": 20.42, "valueAddedTaxIncluded": "http://schema.org/False"},
        {"price": 2.1, "billingDuration": 12, "unitCode": "MON"},
        {"price": 22, "eligibleQuantity": {"minValue": 10}},
    ],
)
def test_a_specification_that_is_no_buyers_price_is_none_wherever_it_stands(other: dict[str, Any]) -> None:
    before = {"priceCurrency": "EUR", **other}
    assert price(read(specified(before, EUROS))) == price(read(specified(EUROS, before))) == (2450, "EUR")


def test_the_regular_price_is_the_price_where_no_other_is_stated() -> None:
    regular = {**EUROS, "priceType": "https://schema.org/RegularPrice"}
    assert price(read(specified(regular))) == (2450, "EUR")
    both = read(specified({**regular, "price": 30}, EUROS))
    assert (price(both), both["list_price_minor"]) == ((2450, "EUR"), 3000)


def test_each_specification_is_in_its_own_currency() -> None:
    found = read(specified({"price": 30, "priceCurrency": "USD", "priceType": "https://schema.org/ListPrice"}, EUROS))
    assert (price(found), found["list_price_minor"]) == ((2450, "EUR"), None)


@pytest.mark.parametrize(
    ("url", "taken"),
    [(URL, (10000, "EUR")), ("https://pinehouse.co.uk/p/tin-cup", (9000, "GBP"))],
)
def test_of_offers_in_several_currencies_those_in_one_count(url: str, taken: tuple[int, str]) -> None:
    found = read(
        [offer(price=100), offer(price=110, priceCurrency="USD"), offer(price=90, priceCurrency="GBP")], url=url
    )
    assert price(found) == taken
    assert found["price_min_minor"] == found["price_max_minor"] == taken[0]


THREE = [offer(price=100), offer(price=110, priceCurrency="USD"), offer(price=90, priceCurrency="GBP")]
COM = "https://www.pinehouse.com/p/tin-cup"


@pytest.mark.parametrize(
    ("shown", "taken"),
    [
        ("£90.00", (9000, "GBP")),
        ("US$ 110.00", (11000, "USD")),
        ("110,00 $", (11000, "USD")),
        ("100,00 €", (10000, "EUR")),
        ("£90.00 <small>(€100.00)</small>", (9000, "GBP")),
    ],
)
@pytest.mark.parametrize("url", [COM, "https://www.pinehouse.de/p/tin-cup"])
def test_of_offers_in_several_currencies_the_printed_one_is_taken(shown: str, taken: tuple[int, str], url: str) -> None:
    assert stored(THREE, shown=shown, url=url) == taken


def test_where_nothing_tells_the_offers_currency_none_is_stored() -> None:
    assert stored(THREE, url=COM) is None
    assert stored(THREE, url=COM, shown="£85.00") is None
    assert stored([offer(price=100, priceCurrency=code) for code in ("CAD", "AUD")], url=COM, shown="$100.00") is None


def test_the_labels_tell_it_where_nothing_is_printed() -> None:
    labels = (
        "<meta property='product:price:amount' content='110'><meta property='product:price:currency' content='USD'>"
    )
    assert stored(THREE, url=COM, labels=labels) == (11000, "USD")


def variant(number: int, **about: Any) -> dict[str, Any]:
    return {"@type": "Product", "name": f"Tin cup blue {number}", "sku": f"V-{number}", **about}


def test_variants_that_all_stand_at_the_pages_address_are_none_of_them_the_one_shown() -> None:
    several = [variant(1, url=URL, offers=offer(price=14)), variant(2, url=URL, offers=offer(price=10))]
    group: dict[str, Any] = {"@type": "ProductGroup", "hasVariant": several}
    found = read(None, **group)
    assert (price(found), found["price_kind"], found["price_max_minor"]) == ((1000, "EUR"), "from", 1400)
    assert found["sku"] is None


def test_a_group_whose_variants_have_no_offers_has_its_own() -> None:
    group: dict[str, Any] = {"@type": "ProductGroup", "hasVariant": [variant(1, url=f"{URL}-small")]}
    found = read(offer(), **group)
    assert price(found) == (2450, "EUR")


@pytest.mark.parametrize(
    ("stated", "currency", "minor"),
    [
        ("150.000", "VND", 150_000),
        ("39.990", "CLP", 39_990),
        ("3.980", "JPY", 3_980),
        ("150.000", "IDR", 15_000_000),
        ("25,000", "IQD", 25_000_000),
        ("25.000", "IQD", 25_000_000),
        ("25,000.000", "IQD", 25_000_000),
        ("1500.0000", "JPY", 1_500),
        ("12.500", "KWD", 12_500),
        ("1,250", "KWD", 1_250_000),
        ("1.299", "EUR", None),
        (1.299, "EUR", None),
        ("0.125", "EUR", 13),
        ("16.5289", "EUR", 1653),
        (["30.00", "24.50"], "EUR", None),
        (["24.5", "24.50"], "EUR", 2450),
        (9_500_000_000_000_000, "KWD", None),
        ("2 x 12.25", "EUR", None),
        ("12x R$ 2,04", "BRL", None),
        ("<del>30,00 €</del> <ins>24,50 €</ins>", "EUR", None),
        ("30,00 € 24,50 €", "EUR", None),
        ("24,50 € (24,50 €)", "EUR", 2450),
        ("24,50 € inkl. 19 % MwSt.", "EUR", 2450),
        ("24.50 - 30.00", "EUR", 2450),
        ("1 299,00 €", "EUR", 129_900),
        ("24.50&nbsp;&#8364;", "EUR", 2450),
        ("<span>24,50</span>&nbsp;€", "EUR", 2450),
        ("-,99 €", "EUR", 99),
    ],
)
def test_numbers_that_may_mean_another_amount(stated: Any, currency: str, minor: int | None) -> None:
    assert read(offer(price=stated, priceCurrency=currency))["price_minor"] == minor


def test_what_is_shown_decides_where_a_declared_number_may_mean_two() -> None:
    assert read(offer(price="1.299"), shown="1.299 €")["price_minor"] == 129_900


@pytest.mark.parametrize(
    "stated", ["schema:InStock", {"@value": "https://schema.org/InStock"}, "http://schema.org#InStock", ["InStock"]]
)
def test_availability_in_any_form_of_its_word(stated: Any) -> None:
    assert read(offer(availability=stated))["availability"] == "IN_STOCK"


HEAD = "<meta property='og:type' content='product'><meta property='og:title' content='Tin cup blue'>"


def labelled(*metas: tuple[str, str]) -> dict[str, Any]:
    written = "".join(f"<meta property='{name}' content='{content}'>" for name, content in metas)
    html = (
        f"<html lang='en'><head><title>Tin cup blue - Pine House</title>{HEAD}{written}</head>"
        "<body><h1>Tin cup blue</h1><button>Add to cart</button></body></html>"
    )
    answer = read_saved(html.encode(), URL, SHOPS)
    assert answer["ok"], answer
    return dict(answer["offer"])


EUR = ("product:price:currency", "EUR")


@pytest.mark.parametrize(
    ("metas", "minor"),
    [
        ([("product:price:amount", "24.5"), ("product:price:amount", "24.50"), EUR], 2450),
        ([("product:price:amount", "24.50"), ("product:price:amount", "9.00"), EUR], None),
        ([("product:price:amount", "-24.50"), EUR], None),
        ([("product:price:amount", "1.299"), EUR], None),
        ([("twitter:label1", "Price"), ("twitter:data1", "€24.50")], 2450),
        ([("twitter:label1", "Stock"), ("twitter:label2", "Preis"), ("twitter:data2", "24,50 €")], 2450),
        ([("twitter:data1", "€24.50")], 2450),
        ([("twitter:label1", "Voucher"), ("twitter:data1", "€5 off")], None),
        ([("twitter:label1", "Reading time"), ("twitter:data1", "5 minutes"), EUR], None),
    ],
)  # fmt: skip
def test_a_labels_price_is_one_amount_that_is_called_a_price(metas: list[tuple[str, str]], minor: int | None) -> None:
    assert labelled(*metas)["price_minor"] == minor


GOODRELATIONS = "http://purl.org/goodrelations/v1#"


@pytest.mark.parametrize(
    "terms",
    [
        {"eligibleQuantity": {"minValue": 10}},
        {"eligibleCustomerType": f"{GOODRELATIONS}Business"},
        {"businessFunction": f"{GOODRELATIONS}LeaseOut"},
        {"validForMemberTier": {"@id": "#gold"}},
        {"itemOffered": {"@type": "Service", "name": "Engraving"}},
        {"@type": "Demand"},
        {"name": "Deposit"},
    ],
)
def test_an_offer_that_is_not_everybodys_does_not_count_beside_another(terms: dict[str, Any]) -> None:
    usual = offer(
        eligibleQuantity={"minValue": 1},
        eligibleCustomerType=[f"{GOODRELATIONS}Enduser", f"{GOODRELATIONS}Business"],
        businessFunction={"@id": f"{GOODRELATIONS}Sell"},
    )
    found = read([offer(price="5.00", **terms), usual], shown="€24.50")
    assert (price(found), found["price_max_minor"]) == ((2450, "EUR"), 2450)


def test_what_was_asked_before_belongs_to_its_own_offer() -> None:
    before = {"price": 40, "priceCurrency": "EUR", "priceType": "https://schema.org/ListPrice"}
    assert read([offer(), offer(price="30.00", priceSpecification=before)])["list_price_minor"] is None


def test_a_range_over_what_is_sold_out_gives_way_to_the_offers_in_it() -> None:
    several = [offer(price="10.00", availability="OutOfStock"), offer(price="30.00")]
    whole = {"@type": "AggregateOffer", "lowPrice": 10, "highPrice": 30, "priceCurrency": "EUR", "offers": several}
    assert price(read(whole)) == (3000, "EUR")


@pytest.mark.parametrize(
    ("stated", "own"),
    [
        ("http://pinehouse.example/p/tin-cup?c=blue", f"{URL}?c=blue"),
        (f"{URL}?c=blue", f"{URL}?utm_source=feed&c=blue#top"),
        (f"{URL}?c=blue&size=2", f"{URL}?size=2&c=blue"),
    ],
)
def test_the_offer_at_the_pages_own_address_counts_alone_however_it_is_written(stated: str, own: str) -> None:
    found = read([offer(price=10, url=f"{URL}?c=red"), offer(url=stated)], url=own)
    assert (price(found), found["price_max_minor"]) == ((2450, "EUR"), 2450)


@pytest.mark.parametrize(
    ("url", "stated", "price"),
    [
        ("https://pinehouse.de/p/tin-cup", {}, None),
        ("https://pinehouse.vn/p/tin-cup", {}, "1299"),
        (URL, {"priceSpecification": {"@type": "UnitPriceSpecification", "priceCurrency": "EUR"}}, None),
        (URL, {"priceSpecification": {"@type": "UnitPriceSpecification", "priceCurrency": "VND"}}, "1299"),
    ],
    ids=["of a place with cents", "of a place without", "of a specification with cents", "of one without"],
)
def test_a_number_that_may_mean_two_is_read_in_the_currency_that_only_another_place_names(
    url: str, stated: dict[str, Any], price: str | None
) -> None:
    one = {"@type": "Offer", "price": "1.299", "availability": "https://schema.org/InStock", **stated}
    assert read(one, url=url)["price"] == price


def test_such_a_number_in_an_element_named_a_price_is_none_either() -> None:
    html = (
        "<html lang='de'><head><title>Tin cup blue - Pine House</title></head><body><h1>Tin cup blue</h1>"
        "<span class='price' itemprop='price' content='1.299'>Preis</span><button>Kaufen</button></body></html>"
    )
    answer = read_saved(html.encode(), "https://pinehouse.de/p/tin-cup", SHOPS)
    assert (answer["offer"] or {}).get("price") is None


def test_an_offer_at_the_pages_address_goes_before_one_that_names_none() -> None:
    asked = f"{URL}?size=l"
    assert read([offer(price="10.00"), offer(price="20.00", url=asked)], url=asked)["price"] == "20.00"


@pytest.mark.parametrize("kind", ["Book", "https://schema.org/Audiobook"])
def test_a_book_that_is_offered_is_a_product(kind: str) -> None:
    at = {"@type": kind, "isbn": "9781861972712"}
    assert stored(offer(), shown="24,50 €", **at) == (2450, "EUR")
    assert answer(offer(), shown="24,50 €", **at)["offer"]["gtin"] == "9781861972712"


def test_a_book_that_is_not_offered_is_only_named() -> None:
    named = {"@type": "Book", "name": "Tin cup blue"}
    head = f"<script type='application/ld+json'>{json.dumps(named)}</script>"
    html = f"<html lang='en'><head><title>Tin cup blue</title>{head}</head><body><h1>Tin cup blue</h1><p>Read it.</p>"
    assert not read_saved(html.encode(), URL, SHOPS)["ok"]
