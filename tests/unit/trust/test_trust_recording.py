"""What of a volunteer's report reaches a product's row: beside the price, only what two say or what is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from common.details.kinds import Condition, Details
from common.offer import Availability, Offer, Variant, Verdict, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.trust.agreement import seen
from common.trust.recording import recorded, shared_words

URL = "https://shopee.tw/product/1/2"
WHOLE = Offer(
    "Blue teapot",
    500,
    "TWD",
    item_id="2",
    availability=Availability.IN_STOCK,
    stock=7,
    brand="Ming",
    seller="Tea house",
    gtin="4006381333931",
    mpn="T-1",
    coupon_price_minor=450,
    url=URL,
    image_url="https://cdn.shopee.tw/a.jpg",
    images=("https://cdn.shopee.tw/a.jpg", "https://cdn.shopee.tw/b.jpg"),
    variants=(Variant("red"), Variant("blue")),
    details=Details(rating_hundredths=450, condition=Condition.NEW, description="A teapot."),
)
NEVER_ALONE: dict[str, Any] = {
    "gtin": None,
    "mpn": None,
    "coupon_price_minor": None,
    "url": None,
    "images": (),
    "variants": (),
    "details": Details(),
}


def result(**changed: Any) -> CrawlResult:
    offer = replace(WHOLE, **changed)
    return CrawlResult("{}", "hash", offer, Verdict(VerdictStatus.OK), URL, "shopee", "tw", URL, None)


def test_one_person_alone_names_a_new_product_and_says_no_more_of_it() -> None:
    shown = recorded(result(), known=None, other=None, checked=False)
    assert shown.offer == replace(WHOLE, **NEVER_ALONE)
    assert shown.content_hash == "hash"


def test_who_repeats_what_is_known_changes_nothing_beside_it() -> None:
    known = seen(result())
    lie = result(gtin="9780201379624", image_url="https://cdn.shopee.tw/lie.jpg", details=Details(description="spam"))
    shown = recorded(lie, known=known, other=None, checked=False).offer
    assert shown is not None
    assert (shown.title, shown.brand, shown.seller, shown.stock) == ("Blue teapot", "Ming", "Tea house", 7)
    assert (shown.gtin, shown.image_url, shown.images, shown.details) == (None, None, (), Details())


def test_two_who_say_the_same_one_after_the_other_are_believed() -> None:
    shown = recorded(result(), known=seen(result()), other=WHOLE, checked=False)
    assert shown.offer == WHOLE


@pytest.mark.parametrize("first_lies", [True, False])
def test_of_two_looks_only_what_both_say_is_recorded(first_lies: bool) -> None:
    lie = {
        "title": "Blue teapot buy at evil.example now",
        "brand": "Fake",
        "seller": "Thief",
        "gtin": "9780201379624",
        "image_url": "https://cdn.shopee.tw/lie.jpg",
        "images": ("https://cdn.shopee.tw/lie.jpg", "https://cdn.shopee.tw/b.jpg"),
        "variants": (Variant("red"), Variant("gold")),
        "details": replace(WHOLE.details, description="spam"),
    }
    honest, liar = result(), result(**lie)
    first, second = (liar, honest) if first_lies else (honest, liar)
    shown = recorded(second, known=None, other=first.offer, checked=True).offer
    assert shown is not None
    assert (shown.title, shown.brand, shown.seller, shown.gtin, shown.image_url) == ("Blue teapot", *(None,) * 4)
    assert (shown.images, shown.variants) == (("https://cdn.shopee.tw/b.jpg",), (Variant("red"),))
    assert shown.details == Details(rating_hundredths=450, condition=Condition.NEW)
    assert (shown.price_minor, shown.mpn) == (500, "T-1")


def test_what_stands_beside_a_price_that_two_saw_is_what_both_saw() -> None:
    honest = replace(WHOLE, list_price_minor=900, price_min_minor=500, price_max_minor=800)
    lie = result(list_price_minor=99_000, price_min_minor=500, price_max_minor=None)
    shown = recorded(lie, known=seen(result()), other=honest, checked=True).offer
    assert shown is not None
    assert (shown.price_minor, shown.list_price_minor) == (500, None)
    assert (shown.price_min_minor, shown.price_max_minor) == (500, None)


def test_a_second_look_may_say_what_is_known() -> None:
    first = replace(WHOLE, title="Blue teapot!", brand=None)
    shown = recorded(result(), known=seen(result()), other=first, checked=True).offer
    assert shown is not None and (shown.title, shown.brand) == ("Blue teapot", "Ming")


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("Mug, 1,234 sold", "Mug, 1,250 sold", "Mug, sold"),
        ("藍色茶壺 100件", "藍色茶壺 102件", "藍色茶壺 件"),
        ("Ёлка кот", "Ёлка кит", "Ёлка"),
        ("a", "b", None),
        (None, "b", None),
    ],
)
def test_the_words_that_two_names_share(one: str | None, other: str | None, both: str | None) -> None:
    assert shared_words(one, other) == both
