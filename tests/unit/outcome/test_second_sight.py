"""What is recorded at first sight, what waits for a second one, and what becomes of it: the whole table."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from common.offer import Availability, Offer, Verdict, VerdictReason, VerdictStatus
from common.outcome.crawl_result import CrawlResult
from common.outcome.identity import Identity
from common.outcome.second_sight import (
    MOST_SIGHTS,
    Doubt,
    Sight,
    Waiting,
    Weight,
    doubt_of,
    sight_of,
    stray,
    unstable,
    weigh,
)
from common.outcome.sight_rules import Factors, SightRules
from common.ways.way import Way

FACTORS = Factors()
OK, DROP = Verdict(VerdictStatus.OK), Verdict(VerdictStatus.DROP, VerdictReason.NO_PRICE)
DOUBTFUL = Verdict(VerdictStatus.QUARANTINE, VerdictReason.AMBIGUOUS_PRICE)
GTIN = "4006381333931"
MUG, LAMP = "Blue oak mug", "Pine desk lamp"


def seen(price_minor: int | None = 1000, title: str = MUG, verdict: Verdict = OK, **more: Any) -> CrawlResult:
    fields: dict[str, Any] = {"currency": "EUR", "availability": Availability.IN_STOCK, "price_kind": "regular"} | more
    offer = Offer(title=title, price_minor=price_minor, **fields)
    return CrawlResult("{}", None, offer, verdict, "u", "other", "any", "u", 1)


def known(price_minor: int | None = 1000, title: str = MUG, **more: Any) -> Sight:
    return sight_of(seen(price_minor, title, **more))


def waits(result: CrawlResult, seen_at: int = 5) -> Waiting:
    doubt = doubt_of(sight_of(result), known(), FACTORS)
    assert doubt is not None
    return Waiting(sight_of(result), seen_at, doubt, result.product_key)


@pytest.mark.parametrize(
    ("result", "recorded", "doubt"),
    [
        (seen(1000), known(1000), None),
        (seen(2000), known(1000), None),
        (seen(2001), known(1000), Doubt.PRICE_JUMPED),
        (seen(400), known(1000), None),
        (seen(399), known(1000), Doubt.PRICE_JUMPED),
        (seen(1000, currency="SEK"), known(1000), Doubt.CURRENCY_CHANGED),
        (seen(1000, price_kind="member"), known(1000), Doubt.PRICE_KIND_CHANGED),
        (seen(1000, price_kind=None), known(1000), None),
        (seen(1000, price_kind="from"), known(1000, price_kind=None), Doubt.PRICE_KIND_CHANGED),
        (seen(1000, LAMP), known(1000), Doubt.ANOTHER_PRODUCT),
        (seen(None, LAMP, gtin=GTIN), known(1000), Doubt.ANOTHER_PRODUCT),
        (seen(9000), known(None), None),
        (seen(None, availability=Availability.OUT_OF_STOCK), known(1000), None),
    ],
)
def test_what_is_doubted_at_first_sight(result: CrawlResult, recorded: Sight, doubt: Doubt | None) -> None:
    weighed = weigh(result, recorded, (), FACTORS)
    assert weighed.doubt is doubt
    assert weighed.move is (Weight.WAIT if doubt else Weight.RECORD)
    assert not weighed.ends_wait


def test_what_was_never_recorded_is_recorded_at_first_sight() -> None:
    assert weigh(seen(9999), None, (), FACTORS).move is Weight.RECORD


def test_a_page_that_is_quarantined_or_empty_says_nothing_of_what_waits() -> None:
    for result in (seen(9000, verdict=DOUBTFUL), CrawlResult("{}", None, None, OK, "u", "other", "any", "u", 1)):
        weighed = weigh(result, known(), (waits(seen(9000)),), FACTORS)
        assert (weighed.move, weighed.ends_wait) == (Weight.RECORD, False)


def test_a_second_sight_that_agrees_is_recorded_with_the_first_ones_time() -> None:
    weighed = weigh(seen(9000), known(), (waits(seen(9000), 77),), FACTORS)
    assert weighed.move is Weight.RECORD
    assert weighed.confirms is not None and weighed.confirms.seen_at == 77
    assert (weighed.anew, weighed.ends_wait, weighed.flickered) == (False, True, False)


@pytest.mark.parametrize(
    "second",
    [
        seen(9001),
        seen(9000, currency="SEK"),
        seen(9000, price_kind="from"),
        seen(9000, availability=Availability.OUT_OF_STOCK),
        seen(9000, LAMP),
    ],
)
def test_a_different_value_begins_the_wait_anew(second: CrawlResult) -> None:
    assert weigh(second, known(), (waits(seen(9000)),), FACTORS).move is Weight.WAIT
    third = weigh(second, known(), (waits(seen(9000)), waits(second, 9)), FACTORS)
    assert third.confirms is not None and third.confirms.seen_at == 9


def test_a_value_seen_before_the_last_one_does_not_confirm() -> None:
    """A page that shows two values in turn shows none."""
    assert weigh(seen(9000), known(), (waits(seen(9000)), waits(seen(8000))), FACTORS).move is Weight.WAIT


def test_the_wait_is_bounded() -> None:
    waiting = tuple(waits(seen(9000 + number)) for number in range(MOST_SIGHTS - 1))
    assert weigh(seen(7000), known(), waiting[:-1], FACTORS).move is Weight.WAIT
    weighed = weigh(seen(7000), known(), waiting, FACTORS)
    assert (weighed.move, weighed.ends_wait) == (Weight.QUARANTINE, True)


def test_an_unstable_result_tells_by_which_way_it_was_read() -> None:
    found = unstable(replace(seen(7000), via=Way.BROWSER), (waits(seen(9000)),))
    told = json.loads(found.result_json)
    assert (found.via, told["via"]) == (Way.BROWSER, "browser")
    assert [one["price_minor"] for one in told["offer"]["candidates"]] == [7000, 9000]
    read = replace(seen(7000), content_hash="of the page as it was read")
    assert unstable(read, ()).content_hash is None, "the next crawl has nothing to compare with"


@pytest.mark.parametrize("price_minor", [1000, 1100])
def test_a_sight_that_is_not_doubted_ends_the_wait_as_a_flicker(price_minor: int) -> None:
    weighed = weigh(seen(price_minor), known(), (waits(seen(9000)),), FACTORS)
    assert (weighed.move, weighed.flickered) == (Weight.RECORD, True)


@pytest.mark.parametrize(("recorded", "factors"), [(9000, FACTORS), (1000, Factors(up=10))])
def test_what_is_no_longer_doubted_and_seen_again_was_no_flicker(recorded: int, factors: Factors) -> None:
    """Another job recorded it meanwhile, or the operator has set other factors."""
    weighed = weigh(seen(9000), known(recorded), (waits(seen(9000)),), factors)
    assert (weighed.move, weighed.ends_wait, weighed.flickered) == (Weight.RECORD, True, False)
    assert weighed.confirms is not None and weighed.confirms.seen_at == 5
    assert weigh(seen(9000), known(recorded), (waits(seen(9500)),), factors).flickered


def test_a_page_without_a_price_leaves_a_price_waiting_and_ends_the_wait_of_another_product() -> None:
    sold_out = seen(None, availability=Availability.OUT_OF_STOCK)
    assert not weigh(sold_out, known(), (waits(seen(9000)),), FACTORS).ends_wait
    assert weigh(sold_out, known(), (waits(seen(1000, LAMP)),), FACTORS).flickered


def test_another_product_seen_twice_begins_its_history_anew() -> None:
    weighed = weigh(seen(90, LAMP), known(), (waits(seen(90, LAMP)),), FACTORS)
    assert (weighed.move, weighed.anew) == (Weight.RECORD, True)
    assert weigh(seen(90, "Elm chair"), known(), (waits(seen(90, LAMP)),), FACTORS).move is Weight.WAIT


@pytest.mark.parametrize(
    "page",
    [
        seen(None, "Temporarily unavailable", DROP),
        seen(None, "Temporarily unavailable", availability=Availability.OUT_OF_STOCK),
        seen(None, LAMP, DROP, gtin=GTIN, availability=Availability.UNKNOWN),
        seen(90, LAMP, DROP),
    ],
)
def test_a_page_of_another_product_that_states_nothing_to_record_ends_no_history(page: CrawlResult) -> None:
    for waiting in ((), (waits(seen(9000)),), (Waiting(sight_of(page), 5, Doubt.ANOTHER_PRODUCT, page.product_key),)):
        weighed = weigh(page, known(), waiting, FACTORS)
        assert (weighed.move, weighed.anew, weighed.ends_wait) == (Weight.STRAY, False, False)
    quarantined = stray(page)
    assert (quarantined.verdict.reason, quarantined.teaches) == ("ANOTHER_PRODUCT", False)


def test_a_wait_that_ends_unstable_was_no_flicker() -> None:
    waiting = tuple(waits(seen(9000 + number)) for number in range(MOST_SIGHTS - 1))
    assert not weigh(seen(7000), known(), waiting, FACTORS).flickered


def test_a_price_whose_verdict_is_not_ok_is_none() -> None:
    assert sight_of(seen(9000, verdict=DROP)).price_minor is None
    assert weigh(seen(9000, verdict=DROP), known(), (), FACTORS).move is Weight.RECORD


def test_a_shop_may_have_factors_of_its_own() -> None:
    rules = SightRules(by_shop={"shop.example": Factors(5.0, 0.1), "other": Factors(3.0, 0.2)})
    assert rules.of("shop.example", "other") == Factors(5.0, 0.1)
    assert rules.of("elm.example", "other") == Factors(3.0, 0.2)
    assert rules.of(None, "taobao") == Factors(2.0, 0.4)
    assert weigh(seen(4900), known(), (), rules.of("shop.example")).move is Weight.RECORD


def test_nothing_known_says_nothing() -> None:
    assert doubt_of(Sight(Identity("x")), Sight(), FACTORS) is None
