"""A schema.org node answers for its properties however the page wrote them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from common.offer import Availability
from common.reading.declared.offer_price import price_of
from common.reading.declared.offers import of_several
from common.reading.declared.schema_node import SchemaNode
from common.reading.declared.schema_org import found
from common.reading.parsed.document import parse_text


def test_names_are_read_in_any_case_and_the_exact_one_wins() -> None:
    node = SchemaNode({"LowPrice": "3", "sku": "A", "SKU": "B"})
    assert node.value("lowPrice") == "3"
    assert node.text("SKU") == "B"
    assert node.text("absent") is None


@pytest.mark.parametrize(
    ("kind", "types"),
    [
        ("Product", {"product"}),
        ("https://schema.org/Product", {"product"}),
        (["schema:Product", "http://schema.org/Car/"], {"product", "car"}),
        (None, set()),
        ([7, {}], set()),
    ],
)
def test_types_lose_their_vocabulary(kind: Any, types: set[str]) -> None:
    assert SchemaNode({"@type": kind}).types() == types


@pytest.mark.parametrize(
    "brand", ["Aster", ["Aster", "Other"], {"name": "Aster"}, {"@value": "Aster"}, [None, "", {"value": "Aster"}]]
)
def test_a_text_is_found_in_lists_and_nodes(brand: Any) -> None:
    assert SchemaNode({"brand": brand}).text("brand") == "Aster"


def test_text_is_one_line_and_stated_is_as_written() -> None:
    node = SchemaNode({"name": " Blue  mug\n"})
    assert node.text("name") == "Blue mug"
    assert node.stated("name") == "Blue  mug"


def test_a_reference_gives_the_node_it_points_at() -> None:
    offer = {"@id": "#offer", "price": "9.50", "priceCurrency": "EUR"}
    node = SchemaNode({"offers": {"@id": "#offer"}, "brand": {"@id": "#elsewhere"}}, {"#offer": offer})
    assert node.first("offers") == offer
    assert [one.text("price") for one in node.every("offers")] == ["9.50"]
    assert node.first("brand") == {"@id": "#elsewhere"}  # names nothing on this page: stays what it is


def test_a_node_that_says_more_than_its_name_is_no_reference() -> None:
    own = {"@id": "#a", "@type": "Offer", "price": "1"}
    node = SchemaNode({"offers": own}, {"#a": {"@id": "#a", "@type": "Offer", "price": "2", "sku": "X"}})
    assert node.every("offers")[0].text("price") == "1"


def test_values_that_are_no_nodes_are_left_out() -> None:
    assert [one.text("name") for one in SchemaNode({"offers": ["x", {"name": "y"}, 3]}).every("offers")] == ["y"]


def test_the_first_gtin_with_a_right_check_digit_is_taken() -> None:
    assert SchemaNode({"gtin13": "4006381333932", "ean": ["", "4006381333931"]}).gtin() == "4006381333931"
    assert SchemaNode({"gtin": "123"}).gtin() is None


def test_an_offers_specifications_give_list_price_and_leave_prices_per_unit_out() -> None:
    offer = SchemaNode(
        {
            "priceSpecification": [
                {"price": "5.00", "priceCurrency": "EUR", "referenceQuantity": {"value": 1}},
                {"price": "80", "priceType": "https://schema.org/ListPrice"},
                {"price": "64"},
            ]
        }
    )
    stated = price_of(offer)
    assert (stated.price, stated.list_price, stated.currency) == (Decimal(64), Decimal(80), "EUR")


@pytest.mark.parametrize(
    ("states", "together"),
    [
        ("OUT_OF_STOCK IN_STOCK", Availability.IN_STOCK),
        ("OUT_OF_STOCK BACKORDER", Availability.BACKORDER),
        ("UNKNOWN OUT_OF_STOCK", Availability.OUT_OF_STOCK),
        ("UNKNOWN", Availability.UNKNOWN),
    ],
)
def test_of_several_offers_the_one_that_can_be_bought_counts(states: str, together: Availability) -> None:
    assert of_several(Availability[state] for state in states.split()) is together


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Tin cup &amp; saucer", "Tin cup & saucer"),
        ("Tin cup 12&quot; &#8211; blue &#x2122;", 'Tin cup 12" – blue ™'),
        ("AT&T cup, R&D;", "AT&T cup, R&D;"),
    ],
)
def test_entities_in_a_nodes_text_are_the_marks_they_stand_for(written: str, meant: str) -> None:
    node = SchemaNode({"name": written, "brand": {"name": written}})
    assert (node.stated("name"), node.text("name"), node.text("brand")) == (meant, meant, meant)


def test_an_address_keeps_its_parameters() -> None:
    assert SchemaNode({"url": "/p?a=1&copy=2&amp;lang=en"}).text("url") == "/p?a=1&copy=2&lang=en"


@pytest.mark.parametrize(
    "brand", [["", {"name": "Aster"}], [{"name": ["Aster"]}], [{}, [{"name": {"@value": "Aster"}}]]]
)
def test_the_first_of_several_that_says_something_is_the_brand(brand: Any) -> None:
    document = parse_text("<html><body></body></html>", "https://shop.example/p/x")
    assert found(SchemaNode({"name": "Cup", "brand": brand}), document, "json-ld").brand == "Aster"


def test_a_price_that_is_stated_twice_has_the_currency_that_either_names() -> None:
    stated = price_of(SchemaNode({"price": ["24.50", "24,50 €"]}))
    assert (stated.price, stated.currency) == (Decimal("24.50"), "EUR")
