"""An offer that goes into the database is never larger than its row should be, whatever the child answered."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from decimal import Decimal

import pytest

from common.details.kinds import Details, PackSize, Shipping, UnitPrice
from common.details.limits import MAX_DESCRIPTION_CHARS, MAX_STEP_CHARS
from common.details.written import MAX_IMAGES
from common.offer import Availability, Offer, PriceCandidate, Variant
from common.outcome.judge import judge
from common.page import Page
from common.settings import ShopSettings, ShopsSettings
from common.shops.bounded import BEYOND_ANY_NUMBER, MAX_TITLE_CHARS, MAX_VARIANTS, bounded
from common.shops.reading import read_apart
from common.shops.registry import Shops
from tests.parsing_here import ParsingHere

URL = "https://www.site.example/p/1"
SHOPS = Shops(ShopsSettings(other=ShopSettings(domains=("site.example",))))


def read(name: str, price: str, currency: str) -> Offer:
    body = f"""<html><head><title>{name}</title><script type="application/ld+json">
        {{"@type": "Product", "name": "{name}", "offers": {{"@type": "Offer", "price": {price},
          "priceCurrency": "{currency}", "availability": "https://schema.org/InStock"}}}}
        </script></head><body><h1>{name}</h1></body></html>"""
    page = Page(URL, body.encode(), 200, "text/html", URL)
    offer = asyncio.run(read_apart(ParsingHere(), SHOPS.for_platform("other"), page, SHOPS.link(URL)))
    assert isinstance(offer, Offer)
    return offer


def test_a_title_of_megabytes_is_cut() -> None:
    assert read("N" * 1_000_000, "10", "EUR").title == "N" * MAX_TITLE_CHARS


def test_a_price_that_no_database_can_hold_is_not_stated() -> None:
    assert read("Widget deluxe", "9999999999999999", "KWD").price_minor is None


@pytest.mark.parametrize(
    ("grounds", "kept"),
    [
        ({"markup": 3, "rivals": -1}, {"markup": 3, "rivals": -1}),
        ({"markup": 3, "rivals": -2}, {}),
        ({"markup": 3, "rivals": -1, "\x1b[31m": 0}, {}),
    ],
)
def test_grounds_for_a_price_are_kept_when_all_are_known_and_add_up(
    grounds: dict[str, int], kept: dict[str, int]
) -> None:
    assert bounded(Offer(title="Cup", price_strength=2, price_grounds=grounds)).price_grounds == kept


def test_every_field_is_bounded() -> None:
    long, huge = "x" * 100_000, 10**30
    offer = bounded(
        Offer(
            title=long,
            price_kind=long,
            brand=long,
            sku=long,
            gtin=long,
            mpn=long,
            item_id=long,
            shop_id=long,
            seller=long,
            seller_id=long,
            image_url=long,
            url=long,
            currency=long,
            price_minor=huge,
            list_price_minor=huge,
            price_min_minor=huge,
            price_max_minor=huge,
            coupon_price_minor=huge,
            stock=huge,
            adapter_version=huge,
            images=(long, *("https://img.example/1",) * 1_000),
            variants=(Variant(long, long, huge, Availability.IN_STOCK, -huge),) * 10_000,
            adapter=long,
            came_from={f"{number}{long}": long for number in range(200)},
            conflicts=(long,) * 200,
        )
    )
    assert len(repr(offer)) < 300_000
    assert (offer.sku, offer.item_id, offer.url, offer.currency, offer.stock) == (None,) * 5
    assert len(offer.images) < MAX_IMAGES
    assert len(offer.variants) == MAX_VARIANTS


@pytest.mark.parametrize("stock", [0, 7, BEYOND_ANY_NUMBER - 1])
def test_an_offer_within_the_bounds_stays_as_it_is(stock: int) -> None:
    offer = Offer(
        title="T", price_minor=int(Decimal(10) * 100), currency="EUR", stock=stock, images=("https://a.example",)
    )
    assert bounded(offer) == offer


def test_control_characters_part_words_of_a_name_and_make_no_id() -> None:
    offer = bounded(
        Offer(title="A\x00mug\u200f\x1b[31m", sku="A6\x00b", url="https://a.example/\n", seller="S", currency="EUR")
    )
    assert (offer.title, offer.sku, offer.url, offer.seller) == ("A mug\u200f [31m", None, None, "S")


@pytest.mark.parametrize("code", ["eur", "\u202eUS", "<b>", "€€€", "   ", "XAU", "EURO"])
def test_what_is_no_countrys_money_is_no_currency(code: str) -> None:
    """Nobody knows how many digits its amounts have, and a stranger's machine may report any three characters."""
    offer = bounded(Offer(title="T", price_minor=500, currency=code, candidates=(PriceCandidate(500, code),)))
    assert (offer.currency, offer.candidates[0].currency) == (None, None)
    assert judge(replace(offer, availability=Availability.IN_STOCK)).reason == "NO_CURRENCY"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://a.example/p/mug.jpg?w=1&u=a@b", "https://a.example/p/mug.jpg?w=1&u=a@b"),
        ("https://u:p@a.example/p/mug.jpg", "https://a.example/p/mug.jpg"),
        ("https://u:p\n@a.exa\tmple/p/mug.jpg", "https://a.example/p/mug.jpg"),
        ("https://u:p@x@a.example:8443/u:p@x", "https://a.example:8443/u:p@x"),
        ("https://a.example/\x1b[31mmug.jpg", "https://a.example/%1B[31mmug.jpg"),
        (
            "https://a.example/\x00\x7f\x9b\u202e\u2028m\ud800ug.jpg",
            "https://a.example/%00%7F%C2%9B%E2%80%AE%E2%80%A8mug.jpg",
        ),
        ("https://a.example/b\u00fcrste \u58f6.jpg", "https://a.example/b\u00fcrste \u58f6.jpg"),
        ("https://[a.example/mug.jpg", None),
        ("file:///etc/passwd", None),
        ("javascript:alert(1)", None),
        ("data:image/svg+xml,<svg onload=alert(1)>", None),
        ("//a.example/mug.jpg", None),
        ("https:/mug.jpg", None),
        ("https://u:p@/mug.jpg", None),
        ("HTTPS://a.example/mug.jpg", "HTTPS://a.example/mug.jpg"),
        ("https://a.example/" + "\x1b" * 3_900, None),
    ],
)
def test_a_pictures_address_shows_nothing_hidden_and_no_password(written: str, kept: str | None) -> None:
    offer = bounded(Offer(title="Mug", image_url=written, images=("https://a.example/1", written)))
    assert offer.image_url == kept
    assert offer.images == ("https://a.example/1", *([kept] if kept else []))


def test_pictures_of_a_page_are_kept_so() -> None:
    node = {
        "@type": "Product",
        "name": "Mug",
        "image": ["https://u:p@a.example/\x1b[31m1.jpg", "/2.jpg"],
        "offers": {"@type": "Offer", "price": "10.00", "priceCurrency": "EUR", "availability": "InStock"},
    }
    body = f'<title>Mug</title><script type="application/ld+json">{json.dumps(node)}</script><h1>Mug</h1>'
    page = Page(URL, body.encode(), 200, "text/html", URL)
    offer = asyncio.run(read_apart(ParsingHere(), SHOPS.for_platform("other"), page, SHOPS.link(URL)))
    assert isinstance(offer, Offer)
    assert offer.image_url == "https://a.example/%1B[31m1.jpg"
    assert offer.images == ("https://a.example/%1B[31m1.jpg", "https://www.site.example/2.jpg")


def test_candidates_are_few_and_their_words_short() -> None:
    many = tuple(PriceCandidate(price, "EUR", ("x" * 100,) * 30, ("y" * 100,) * 30) for price in range(1, 40))
    kept = bounded(Offer(candidates=(PriceCandidate(BEYOND_ANY_NUMBER), *many))).candidates
    assert len(kept) <= 8
    assert all(len(one.sources) <= 8 and len(one.sources[0]) <= 40 and one.price_minor < 40 for one in kept)


def test_details_are_bounded() -> None:
    long, huge = "x" * 100_000, 10**30
    details = Details(
        rating_hundredths=501,
        rating_count=huge,
        review_count=-1,
        category=(f"{long}\x1b[2J", "", "Mugs\x00") * 50,
        unit_price=UnitPrice(huge, "EUR", "kg"),
        pack_size=PackSize(1, long),
        shipping=Shipping(1, "EUR", long),
        description=f"\x1b[31mred{long}",
    )
    kept = bounded(Offer(title="Mug", gtin="4006381333932", details=details))
    assert kept.gtin is None
    assert kept.details == Details(
        category=("x" * MAX_STEP_CHARS, "Mugs", "x" * MAX_STEP_CHARS, "Mugs") * 2,
        description=f"[31mred{long}"[:MAX_DESCRIPTION_CHARS],
    )


@pytest.mark.parametrize(
    "details",
    [
        Details(unit_price=UnitPrice(0, "EUR", "kg")),
        Details(unit_price=UnitPrice(1, "eur", "kg")),
        Details(unit_price=UnitPrice(1, "EUR", "mile")),
        Details(pack_size=PackSize(0, "g")),
        Details(pack_size=PackSize(1, "g", 0)),
        Details(shipping=Shipping(-1, "EUR")),
        Details(shipping=Shipping(1, "EUR", "Germany")),
    ],
)
def test_a_detail_that_cannot_be_one_is_not_stated(details: Details) -> None:
    assert bounded(Offer(title="Mug", details=details)).details == Details()


def test_details_within_their_bounds_stay() -> None:
    details = Details(
        450, 3, 2, ("Mugs",), None, UnitPrice(1, "EUR", "kg"), PackSize(1, "g"), Shipping(0, "EUR", "DE"), "A mug."
    )
    assert bounded(Offer(title="Mug", gtin="4006381333931", details=details)).details == details
