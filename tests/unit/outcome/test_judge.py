"""The verdict on an offer, reason by reason."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from common.offer import Availability, Offer, Variant, VerdictStatus
from common.outcome.content_hash import content_hash
from common.outcome.judge import judge

GOOD = Offer(title="Cup", price_minor=199900, currency="TWD", availability=Availability.IN_STOCK)


def test_a_named_priced_available_offer_is_ok() -> None:
    verdict = judge(GOOD)
    assert (verdict.status, verdict.reason) == (VerdictStatus.OK, None)


@pytest.mark.parametrize(
    ("change", "status", "reason"),
    [
        ({"title": None}, "drop", "NO_TITLE"),
        ({"title": "  "}, "drop", "NO_TITLE"),
        ({"availability": Availability.UNKNOWN}, "drop", "UNKNOWN_AVAILABILITY"),
        ({"price_minor": None}, "drop", "NO_PRICE"),
        ({"price_minor": 0}, "drop", "ZERO_PRICE"),
        ({"price_minor": -5}, "drop", "NEGATIVE_PRICE"),
        ({"currency": None}, "drop", "NO_CURRENCY"),
        ({"conflicts": ("price_minor",)}, "quarantine", "AMBIGUOUS_PRICE"),
        ({"conflicts": ("availability",)}, "quarantine", "AMBIGUOUS_AVAILABILITY"),
        ({"price_min_minor": 200000}, "quarantine", "AMBIGUOUS_PRICE"),
        ({"price_max_minor": 100}, "quarantine", "AMBIGUOUS_PRICE"),
        ({"price_minor": None, "availability": Availability.OUT_OF_STOCK}, "ok", None),
        ({"price_minor": None, "availability": Availability.BACKORDER}, "drop", "NO_PRICE"),
        ({"price_minor": 0, "availability": Availability.OUT_OF_STOCK}, "drop", "ZERO_PRICE"),
    ],
)
def test_reasons(change: dict[str, Any], status: str, reason: str | None) -> None:
    verdict = judge(dataclasses.replace(GOOD, **change))
    assert (verdict.status.value, verdict.reason) == (status, reason)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, None),
        ({"price_minor": None}, "NO_PRICE"),
        ({"price_minor": 0}, "ZERO_PRICE"),
        ({"title": None}, "NO_TITLE"),
        ({"conflicts": ("price_minor",), "price_minor": None}, "AMBIGUOUS_PRICE"),
        ({"price_min_minor": 200000}, "AMBIGUOUS_PRICE"),
    ],
)
def test_an_official_answer_needs_no_availability_and_all_the_rest(change: dict[str, Any], reason: str | None) -> None:
    unknown = dataclasses.replace(GOOD, availability=Availability.UNKNOWN)
    assert judge(dataclasses.replace(unknown, **change), from_official=True).reason == reason


def test_an_offer_cannot_say_of_itself_that_it_is_official() -> None:
    claimed = dataclasses.replace(
        GOOD, availability=Availability.UNKNOWN, adapter="shopee-official", price_kind="official"
    )
    assert judge(claimed).reason == "UNKNOWN_AVAILABILITY"


def test_the_hash_is_of_the_meaning() -> None:
    red, blue = Variant("red", price_minor=1), Variant("blue", price_minor=2)
    one = dataclasses.replace(GOOD, variants=(red, blue), image_url="https://a.example/1.jpg", stock=5)
    same = dataclasses.replace(GOOD, variants=(blue, red), came_from={"title": "json-ld"}, stock=4)
    assert content_hash(one) == content_hash(same)
    assert content_hash(one) != content_hash(dataclasses.replace(one, price_minor=199800))
    assert content_hash(one) != content_hash(dataclasses.replace(one, availability=Availability.OUT_OF_STOCK))
