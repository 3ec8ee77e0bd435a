"""What speaks for a price and against it: points that add up, and the other amounts kept for whoever looks."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from common.offer import Availability, Offer, PriceCandidate
from common.outcome.judge import LEAST_STRENGTH, judge
from common.reading.evidence.page import Page
from common.reading.evidence.printed.amount import PrintedAmount
from common.reading.evidence.weighing.believed import believable
from common.reading.evidence.weighing.candidates import MAX_CANDIDATES, candidates
from common.reading.evidence.weighing.weigh import strength, weigh
from common.reading.found import Found
from tests.invented.plain_page import read_page

NOTHING = Page((), frozenset())


def source(name: str, price: str = "12", **given: Any) -> Found:
    return Found(name, price=Decimal(price), currency="EUR", **given)


def printed(price: str = "12", at: int = 3, *kinds: str) -> PrintedAmount:
    return PrintedAmount(Decimal(price), at, kinds, before_button=True)


def for_several(price: str, at: int) -> PrintedAmount:
    return replace(printed(price, at), counts=(10 * at,))


LD, MICRO, LABELS, STATE, SHOWN = map(source, ("json-ld", "microdata", "opengraph", "embedded-state", "visible"))


@pytest.mark.parametrize(
    ("sources", "places", "points"),
    [
        ([LD], [], 3),
        ([LD, MICRO], [], 4),
        ([LABELS], [], 2),
        ([LD, LABELS, STATE], [printed("15", 3, "old")], 6),
        ([STATE], [], 2),
        ([STATE], [printed("15", 3, "old")], 1),
        ([SHOWN], [printed()], 3),
        ([LD, SHOWN], [printed()], 6),
        # Against it: another one in the markup, another one shown, others printed plainly.
        ([LD, source("microdata", "13")], [], 0),
        ([LD, source("visible", "13")], [printed("13")], -2),
        ([LD], [printed("13")], 0),
        ([LD, LABELS], [printed("13")], 2),
        ([SHOWN], [printed(), printed("15", 20)], 2),
        ([SHOWN], [printed(), printed("9", 4)], 1),
        ([SHOWN], [printed(), printed("15", 4)], -2),
        ([SHOWN], [printed(), printed("15", 20), printed("16", 30), printed("17", 31)], 1),
        # All that is printed of it is something else.
        ([LD, SHOWN], [printed("12", 3, "instalment")], 2),
        ([SHOWN], [printed("12", 3, "in an element named old")], 3),
        # No rivals: amounts with a name of their own, the list price, the range, what several pieces cost.
        ([SHOWN], [printed(), printed("15", 4, "old")], 3),
        ([source("visible", "12", list_price=Decimal(15))], [printed(), printed("15", 4)], 3),
        ([source("visible", "12", low=Decimal(12), high=Decimal(20))], [printed(), printed("15", 4)], 3),
        ([SHOWN], [printed(), for_several("11", 4), for_several("10", 5), for_several("9", 6)], 3),
        # Falling amounts without numbers of pieces may be anything.
        ([SHOWN], [printed(), printed("11", 4), printed("10", 5), printed("9", 6)], 1),
    ],
)
def test_points(sources: list[Found], places: list[PrintedAmount], points: int) -> None:
    assert strength(weigh(sources[0], sources, Page(places, frozenset()))) == points


def test_a_price_that_the_title_names_gains_a_point() -> None:
    bare = weigh(SHOWN, [SHOWN], NOTHING)
    assert weigh(SHOWN, [SHOWN], Page((), frozenset({Decimal(12)}))) == bare | {"named": 1}


def test_each_ground_is_kept_with_its_points() -> None:
    page = Page([printed(), printed("9", 4)], frozenset())
    assert weigh(LD, [LD, source("microdata", "13")], page) == {
        "markup": 3, "printed": 1, "other_markup": -3, "rivals": -2, "lower_behind": -2,
    }  # fmt: skip
    assert weigh(Found("visible"), [], page) == {}


def test_candidates_are_few_and_begin_with_the_one_taken() -> None:
    places = [printed("15", 4, "old"), *(printed(str(price), 10 + price) for price in range(20, 40))]
    kept = candidates(LD, 3, [LABELS, LD], Page(places, frozenset()), "EUR")
    assert len(kept) == MAX_CANDIDATES
    assert (kept[0].price_minor, kept[0].sources, kept[0].strength) == (1200, ("json-ld", "opengraph"), 3)
    assert (kept[1].price_minor, kept[1].beside, kept[1].lines_behind_heading) == (1500, ("old",), 4)
    assert candidates(LD, 3, [LD], NOTHING, "EUR") == ()


@pytest.mark.parametrize(
    ("points", "status"), [(LEAST_STRENGTH - 1, "quarantine"), (LEAST_STRENGTH, "ok"), (None, "ok")]
)
def test_too_little_is_quarantined(points: int | None, status: str) -> None:
    cup = Offer(title="Cup", price_minor=1200, currency="EUR", availability=Availability.IN_STOCK)
    verdict = judge(replace(cup, price_strength=points))
    assert verdict.status == status
    assert verdict.reason == (None if status == "ok" else "UNCONFIRMED_PRICE")


@pytest.mark.parametrize(
    ("said", "sources", "believed"),
    [
        (None, (), 0),
        (9, (), 9),
        (9, ("printed",), 2),
        (9, ("json-ld", "microdata"), 5),
        (3, ("json-ld", "microdata"), 3),
        (9, ("opengraph", "visible", "embedded-state", "printed"), 8),
        (-2, ("json-ld",), -2),
    ],
)
def test_what_another_process_says_speaks_for_a_price_is_bounded(
    said: int | None, sources: tuple[str, ...], believed: int
) -> None:
    taken = (PriceCandidate(1200, "EUR", sources), PriceCandidate(900)) if sources else ()
    cup = Offer(title="Cup", price_minor=1200, price_strength=said, candidates=taken)
    assert believable(cup) == believed
    assert believable(replace(cup, price_minor=900)) == (believed if not sources else min(said or 0, 0))


def test_an_operator_sees_what_the_price_may_be() -> None:
    prices = "<p class='price'>12,50 €</p><p class='price'>15,00 €</p>"
    body = f"<h1>Blue cup</h1>{prices}<p>Auf Lager</p><button>Kaufen</button>"
    answer = read_page(body, url="https://shop.example/p/blue-cup", title="Blue cup", lang="de-DE")
    assert answer["verdict"] == {"status": "quarantine", "reason": "UNCONFIRMED_PRICE"}
    assert [one["price_minor"] for one in answer["offer"]["candidates"]] == [1250, 1500]
    assert answer["offer"]["candidates"][0]["sources"] == ("visible", "printed")
    grounds = answer["offer"]["price_grounds"]
    assert grounds["shown"] > 0 > grounds["higher_beside"]
    assert sum(grounds.values()) == answer["offer"]["price_strength"] < LEAST_STRENGTH


@pytest.mark.parametrize(
    ("other", "doubted"),
    [("9", True), ("3", False), ("15", False)],
)
def test_a_lower_amount_at_once_behind_what_only_the_markup_calls_the_price(other: str, doubted: bool) -> None:
    grounds = weigh(LD, [LD], Page([printed(), printed(other, 4)], frozenset()))
    assert ("lower_behind" in grounds) is doubted
    assert "lower_behind" not in weigh(SHOWN, [SHOWN, LD], Page([printed(), printed(other, 4)], frozenset()))
