"""What a page says of its product beside the price, and what it says of others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.details.kinds import Condition, Details, PackSize, Shipping, UnitPrice
from common.offer import Offer
from common.page import Page
from common.reading.product import read_product

URL = "https://shop.example/kitchen/mugs/blue-mug"


def page(body: str, *nodes: dict[str, Any], head: str = "") -> Offer:
    scripts = "".join(f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes)
    html = f"<html lang=en><head><title>Blue mug</title>{head}{scripts}</head><body>{body}</body></html>"
    offer = read_product(Page(URL, html.encode(), 200, "text/html; charset=utf-8", URL))
    assert isinstance(offer, Offer), offer
    return offer


def product(**more: Any) -> dict[str, Any]:
    offer = {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR", **more.pop("offer", {})}
    return {"@type": "Product", "name": "Blue mug", "sku": "M-1", "offers": offer, **more}


def declared(**more: Any) -> Offer:
    return page("<h1>Blue mug</h1><p>12.00 €</p>", product(**more))


def rated(**rating: Any) -> Details:
    return declared(aggregateRating={"@type": "AggregateRating", **rating}).details


@pytest.mark.parametrize(
    ("rating", "hundredths"),
    [
        ({"ratingValue": "4.5", "reviewCount": 3}, 450),
        ({"ratingValue": "4,5", "reviewCount": 3}, 450),
        ({"ratingValue": 8.7, "bestRating": "10", "ratingCount": 3}, 435),
        ({"ratingValue": "92", "bestRating": 100, "ratingCount": 3}, 460),
        ({"ratingValue": "92%", "ratingCount": 3}, 460),
        ({"ratingValue": "4.2 out of 5 stars", "ratingCount": 3}, 420),
        ({"ratingValue": "8.7", "ratingCount": 3}, None),
        ({"ratingValue": "0", "ratingCount": 3}, None),
        ({"ratingValue": "5", "ratingCount": 0}, None),
        ({"ratingValue": "6", "bestRating": "5", "ratingCount": 3}, None),
        ({"ratingValue": "good", "ratingCount": 3}, None),
        ({"ratingValue": "٤٫٥", "ratingCount": 3}, 450),
        ({"ratingValue": 0.001, "ratingCount": 3}, None),
        ({"ratingValue": 0.005, "ratingCount": 3}, 1),
        ({"ratingValue": 4.999, "ratingCount": 3}, 500),
        ({"ratingValue": 5.001, "ratingCount": 3}, None),
        ({"ratingValue": [4, 5], "ratingCount": 3}, None),
        ({"ratingValue": [4.5, "4.46"], "ratingCount": 3}, 450),
        ({"ratingValue": ["4.5", "4.5 out of 5", ""], "ratingCount": 3}, 450),
        ({"ratingValue": [4, "good"], "ratingCount": 3}, None),
        ({"ratingValue": 4, "bestRating": [5, 10], "ratingCount": 3}, None),
        ({"ratingValue": 4, "bestRating": [10, "10"], "ratingCount": 3}, 200),
    ],
)
def test_a_rating_is_brought_to_five_when_its_scale_is_known(rating: dict[str, Any], hundredths: int | None) -> None:
    assert rated(**rating).rating_hundredths == hundredths


@pytest.mark.parametrize(
    ("count", "found"),
    [
        (12, 12),
        ("1.234", 1234),
        ("1,234 reviews", 1234),
        ("-3", None),
        ("many", None),
        (2.5, None),
        ([1, 2], None),
        ([12, "12 reviews"], 12),
        ([12, ""], 12),
    ],
)
def test_a_count_is_a_whole_number(count: Any, found: int | None) -> None:
    assert rated(ratingValue="4", reviewCount=count).review_count == found


@pytest.mark.parametrize(
    "about",
    [
        {"@type": "Organization", "name": "Blue mug"},
        {"@type": "Store", "name": "Blue mug shop"},
        {"@type": "Product", "name": "Red kettle"},
    ],
)
def test_a_rating_of_something_else_is_not_the_products(about: dict[str, Any]) -> None:
    assert rated(ratingValue="4.9", ratingCount=7, itemReviewed=about) == Details()


def test_a_rating_that_stands_alone_counts_where_it_names_the_product() -> None:
    own = {
        "@type": "AggregateRating",
        "ratingValue": "4.1",
        "ratingCount": 9,
        "itemReviewed": {"@type": "Product", "name": "Blue mug"},
    }
    nameless = {"@type": "AggregateRating", "ratingValue": "2.0", "ratingCount": 9}
    found = page("<h1>Blue mug</h1><p>12.00 €</p>", product(), own)
    assert (found.details.rating_hundredths, found.came_from["rating_count"]) == (410, "json-ld")
    assert page("<h1>Blue mug</h1><p>12.00 €</p>", product(), nameless).details == Details()


def test_ratings_that_contradict_each_other_state_nothing() -> None:
    other = {"@type": "AggregateRating", "ratingCount": 3}
    both = [dict(other, ratingValue="4.8"), dict(other, ratingValue="2.1")]
    assert declared(aggregateRating=both).details.rating_hundredths is None


def test_a_carousels_rating_is_not_the_products() -> None:
    body = """<h1>Blue mug</h1><p>12.00 €</p><div class=related>
        <div itemscope itemtype="https://schema.org/Product"><span itemprop=name>Red kettle</span>
        <div itemprop=aggregateRating itemscope itemtype="https://schema.org/AggregateRating">
        <meta itemprop=ratingValue content="5"><meta itemprop=reviewCount content="80"></div></div></div>"""
    assert page(body, product()).details == Details()


def crumbs(*steps: tuple[str, str | None]) -> dict[str, Any]:
    items = [
        {"@type": "ListItem", "position": place, "name": name, **({"item": address} if address else {})}
        for place, (name, address) in enumerate(steps, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items[::-1]}


def test_a_trail_is_a_path_without_the_front_page_and_the_product() -> None:
    trail = crumbs(
        ("Welcome", "https://shop.example/en/"),
        ("Kitchen &amp; Table", "https://shop.example/kitchen"),
        ("Mugs", "https://shop.example/kitchen/mugs"),
        ("The blue one", URL),
    )
    found = page("<h1>Blue mug</h1><p>12.00 €</p>", product(category="Drinkware"), trail)
    assert found.details.category == ("Kitchen & Table", "Mugs")
    assert found.came_from["category"] == "json-ld"


@pytest.mark.parametrize(
    ("category", "path"),
    [
        ("Kitchen > Mugs", ("Kitchen", "Mugs")),
        (["Kitchen", "Mugs"], ("Kitchen", "Mugs")),
        ("Home / Kitchen / Blue mug", ("Kitchen",)),
        ("499972", ()),
        ("https://catalogue.example/499972", ()),
        ("x" * 500, ()),
    ],
)
def test_a_category_as_text(category: Any, path: tuple[str, ...]) -> None:
    assert declared(category=category).details.category == path


def test_a_visible_trail_is_read_where_none_is_declared() -> None:
    body = """<ul class="Shop-breadcrumbs"><li><a href="/">Startseite</a><li><a href="/k">Küche</a><li>Blue mug</ul>
        <h1>Blue mug</h1><p>12.00 €</p>"""
    found = page(body, product())
    assert (found.details.category, found.came_from["category"]) == (("Küche",), "visible")


def test_a_trail_behind_the_pages_end_is_seen() -> None:
    found = page("<h1>Blue mug</h1><p>12.00 €</p></body></html><ul class=breadcrumb><li><a href=/k>Kitchen</a></ul>")
    assert found.details.category == ("Kitchen",)


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ("https://schema.org/NewCondition", Condition.NEW),
        ("http://schema.org/UsedCondition/", Condition.USED),
        ("RefurbishedCondition", Condition.REFURBISHED),
        ({"@id": "schema:UsedCondition"}, Condition.USED),
        ("certified-refurbished", Condition.REFURBISHED),
        ("https://schema.org/DamagedCondition", None),
        ("newish", None),
        (["NewCondition", "https://schema.org/NewCondition"], Condition.NEW),
        (["NewCondition", "UsedCondition"], None),
        (["NewCondition", "DamagedCondition"], None),
        ([["NewCondition"]], None),
    ],
)
def test_a_condition_is_one_of_three(value: Any, condition: Condition | None) -> None:
    assert declared(offer={"itemCondition": value}).details.condition == condition


def test_offers_in_different_conditions_state_none() -> None:
    offers = [
        {"@type": "Offer", "price": price, "priceCurrency": "EUR", "itemCondition": condition}
        for price, condition in (("12.00", "NewCondition"), ("8.00", "UsedCondition"))
    ]
    assert page("<h1>Blue mug</h1>", {"@type": "Product", "name": "Blue mug", "offers": offers}).details == Details()


def sent(value: Any, country: str = "DE") -> dict[str, Any]:
    return {
        "@type": "OfferShippingDetails",
        "shippingRate": {"@type": "MonetaryAmount", "value": value, "currency": "EUR"},
        "shippingDestination": {"@type": "DefinedRegion", "addressCountry": country},
    }


@pytest.mark.parametrize(
    ("details", "shipping"),
    [
        (sent("4.90"), Shipping(490, "EUR", "DE")),
        (sent(0), Shipping(0, "EUR", "DE")),
        ([sent("4.90"), sent("4.90", "AT")], Shipping(490, "EUR", None)),
        ([sent("4.90"), sent("9.90", "AT")], None),
        (sent("-1"), None),
        ([sent("4.90"), {"doesNotShip": "true", **sent("1")}], Shipping(490, "EUR", "DE")),
    ],
)
def test_shipping_is_the_one_rate_that_is_declared(details: Any, shipping: Shipping | None) -> None:
    assert declared(offer={"shippingDetails": details}).details.shipping == shipping


def test_a_description_is_plain_text_of_at_most_500_characters() -> None:
    found = declared(description="<p>A mug,&nbsp;<b>blue</b>.</p><style>p{}</style><p>Holds tea &amp; more.</p>")
    assert found.details.description == "A mug, blue . Holds tea & more."
    assert len(declared(description="tea " * 1000).details.description or "") == 499


def test_declared_data_comes_before_labels_and_labels_before_metas() -> None:
    head = '<meta property="og:description" content="Of the label"><meta name=description content="Of the meta">'
    body = "<h1>Blue mug</h1><p>12.00 €</p>"
    assert page(body, product(description="Its own"), head=head).came_from["description"] == "json-ld"
    assert page(body, product(), head=head).details.description == "Of the label"
    assert page(body, product(), head=head.partition(">")[2]).came_from["description"] == "meta"


def test_a_printed_gtin_is_taken_when_its_digit_is_right() -> None:
    body = "<h1>Blue mug</h1><p>12.00 €</p><table><tr><th>EAN-Code:</th><td>{}</td></tr></table>"
    found = page(body.format("4006381333931"), product())
    assert (found.gtin, found.came_from["gtin"]) == ("4006381333931", "visible")
    assert page(body.format("4006381333932"), product()).gtin is None


@pytest.mark.parametrize(
    ("gtin", "found"),
    [
        ("96385074", "96385074"),
        ("036000291452", "036000291452"),
        ("4006381333931", "4006381333931"),
        ("10012345678902", "10012345678902"),
        ("0-306-40615-2", "0306406152"),
        ("96385075", None),
        ("036000291453", None),
        ("4006381333932", None),
        ("10012345678903", None),
        ("0306406153", None),
        ("٤٠٠٦٣٨١٣٣٣٩٣١", None),
    ],
)
def test_a_declared_gtin_is_checked_by_its_digit(gtin: str, found: str | None) -> None:
    assert declared(gtin=gtin).gtin == found


def test_a_unit_price_of_a_price_specification() -> None:
    spec = {
        "@type": "UnitPriceSpecification",
        "price": "12.00",
        "priceCurrency": "EUR",
        "referenceQuantity": {"value": "750", "unitCode": "MLT", "valueReference": {"value": 1, "unitCode": "LTR"}},
    }
    found = declared(offer={"priceSpecification": spec})
    assert found.price_minor == 1200
    assert found.details.unit_price == UnitPrice(1600, "EUR", "l")
    assert found.details.pack_size == PackSize(750_000, "ml")
    assert found.came_from["pack_size"] == "json-ld"


def printed(text: str, name: str = "Blue mug", price: str = "4.35 €") -> Offer:
    node = {"@type": "Product", "name": name, "offers": {"@type": "Offer", "price": price[:4], "priceCurrency": "EUR"}}
    html = f"<h1>{name}</h1><p>{price}</p><p>{text}</p><button>Add to cart</button>"
    return page(html, node)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("(8,70 € / kg)", UnitPrice(870, "EUR", "kg")),
        ("0,87 €/100 g", UnitPrice(870, "EUR", "kg")),
        ("Grundpreis: 1 kg = 8,70 €", UnitPrice(870, "EUR", "kg")),
        ("8,70 € je Liter", UnitPrice(870, "EUR", "l")),
        ("1,25 € <span>/ m²</span>", UnitPrice(125, "EUR", "m2")),
        ("0,0123 €/g", UnitPrice(1230, "EUR", "kg")),
        ("$8.70 / kg", None),
        ("8,70 €/kg</p><p>3,10 €/kg", None),
        ("8,70 € per month", None),
        ("8,70 € / Stück", None),
    ],
)
def test_a_printed_unit_price_is_read_and_is_never_the_price(text: str, unit: UnitPrice | None) -> None:
    found = printed(text)
    assert found.details.unit_price == unit
    assert found.price_minor == 435


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("Coffee beans 500 g", PackSize(500_000, "g")),
        ("Coffee beans 0,5 kg", PackSize(500, "kg")),
        ("Coffee beans 250g x 2", PackSize(250_000, "g", 2)),
        ("Coffee 6 x 330 ml", PackSize(330_000, "ml", 6)),
        ("Coffee beans 250 g", None),
        ("Coffee grinder 500 g and 20 g", None),
        ("Rucksack 20 l", None),
    ],
)
def test_the_names_amount_is_in_the_pack_when_the_unit_price_agrees(name: str, pack: PackSize | None) -> None:
    assert printed("8,70 € / kg", name).details.pack_size == pack


def test_every_source_is_named() -> None:
    found = declared(
        description="A mug, blue",
        category="Kitchen",
        aggregateRating={"ratingValue": 4, "ratingCount": 2},
        offer={"itemCondition": "NewCondition", "shippingDetails": sent("1.00")},
    )
    told = {"rating_hundredths", "rating_count", "category", "condition", "shipping", "description"}
    assert told <= found.came_from.keys()
    assert "review_count" not in found.came_from


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        [],
        {},
        [[]],
        {"@id": "#x"},
        10**40,
        "\x00",
        [{"@id": "#x"}] * 3,
        {"value": {}},
        "<" * 9000,
        "1" * 9000,
    ],
)
def test_no_value_breaks_the_reader(value: Any) -> None:
    found = declared(
        description=value,
        category=value,
        netContent=value,
        aggregateRating=value if isinstance(value, (list, dict)) else {"ratingValue": value, "ratingCount": value},
        offer={"itemCondition": value, "shippingDetails": value, "priceSpecification": {"referenceQuantity": value}},
    )
    assert found.price_minor == 1200


@pytest.mark.parametrize("price", [99_999_999_999_999, 24.5])
def test_a_unit_price_of_next_to_nothing_is_none(price: float) -> None:
    """It would fit into no number that is stored."""
    quantity = {"value": 0.000000000001, "unitCode": "MGM"}
    found = declared(offer={"priceSpecification": {"price": price, "referenceQuantity": quantity}})
    assert (found.price_minor, found.details.unit_price) == (1200, None)
