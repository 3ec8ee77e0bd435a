"""Which price is taken when sources disagree, and when none is."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from common.offer import Availability
from common.reading.choosing.price import AmountsOfPage, choose_price
from common.reading.choosing.stock import choose_availability
from common.reading.found import Found


def source(name: str, price: str, **given: Any) -> Found:
    return Found(name, price=Decimal(price), currency="EUR", **given)


LD, MICRO, LABELS, SHOWN, STATE = "json-ld", "microdata", "opengraph", "visible", "embedded-state"


@pytest.mark.parametrize(
    ("sources", "printed", "taken", "conflict"),
    [
        ([source(LD, "12"), source(MICRO, "12.00")], "", "12", False),
        ([source(LD, "12"), source(MICRO, "13")], "", "12", True),
        ([source(LD, "12"), source(MICRO, "13"), source(SHOWN, "13")], "13", "13", False),
        ([source(LD, "12"), source(MICRO, "13"), source(STATE, "13")], "", "12", True),
        ([source(LD, "12", low=Decimal(10), high=Decimal(15)), source(LABELS, "10")], "", "12", False),
        ([source(LD, "12", list_price=Decimal(15)), source(LABELS, "15")], "", "12", False),
        ([source(LD, "12.345"), source(LABELS, "12.35")], "", "12.345", False),
        ([source(LD, "0"), source(LABELS, "9")], "9", "9", False),
        # A declared price that the page does not print while it shows another.
        ([source(LD, "12"), source(SHOWN, "15")], "15", "12", True),
        ([source(LD, "12"), source(SHOWN, "15")], "12 15", "12", False),
        # Labels alone are written for social networks.
        ([source(LABELS, "67.84"), source(SHOWN, "71.91")], "71.91", "71.91", False),
        ([source(LABELS, "18"), source(SHOWN, "17.10")], "17.10 18", "17.10", True),
        ([source(LABELS, "18")], "", "18", False),
        ([source(STATE, "990"), source(SHOWN, "99")], "99 990", "99", True),
        ([source(STATE, "99"), source(SHOWN, "99")], "99", "99", False),
    ],
)
def test_prices(sources: list[Found], printed: str, taken: str, conflict: bool) -> None:
    amounts = frozenset(Decimal(one) for one in printed.split())
    found, conflicts = choose_price(sources, AmountsOfPage(lambda: amounts))
    assert found is not None
    assert (found.price, bool(conflicts)) == (Decimal(taken), conflict)


def test_a_label_without_tax_contradicts_nothing_where_the_page_calls_it_so() -> None:
    stated = [source(LD, "59.99"), source(LABELS, "50.41")]
    both, one = frozenset(map(Decimal, ("59.99", "50.41"))), frozenset([Decimal("50.41")])
    assert choose_price(stated, AmountsOfPage(lambda: both, net=lambda: one)) == (stated[0], ())
    unprinted = AmountsOfPage(lambda: one, net=lambda: one)
    unnamed = AmountsOfPage(lambda: both)
    assert choose_price(stated, unprinted)[1] == choose_price(stated, unnamed)[1] == ("price_minor",)
    cheap = [stated[0], source(LABELS, "30")]
    halves = AmountsOfPage(lambda: both, net=lambda: frozenset([Decimal(30)]))
    assert choose_price(cheap, halves)[1] == ("price_minor",)


def test_another_currency_contradicts_nothing() -> None:
    dollars = Found(LABELS, price=Decimal(48), currency="USD")
    assert choose_price([source(LD, "43.90"), dollars], AmountsOfPage()) == (source(LD, "43.90"), ())


def test_no_price_at_all() -> None:
    assert choose_price([Found(LD)], AmountsOfPage()) == (None, ())


@pytest.mark.parametrize(
    ("states", "taken", "conflict"),
    [
        ({LD: "IN_STOCK", LABELS: "OUT_OF_STOCK"}, "IN_STOCK", True),
        ({LD: "IN_STOCK", LABELS: "OUT_OF_STOCK", SHOWN: "OUT_OF_STOCK"}, "OUT_OF_STOCK", False),
        ({LD: "OUT_OF_STOCK", SHOWN: "IN_STOCK"}, "OUT_OF_STOCK", False),
        ({LD: "UNKNOWN", SHOWN: "IN_STOCK"}, "IN_STOCK", False),
    ],
)
def test_availability(states: dict[str, str], taken: str, conflict: bool) -> None:
    found, conflicts = choose_availability(
        [Found(name, availability=Availability(one)) for name, one in states.items()]
    )
    assert found is not None
    assert (found.availability, bool(conflicts)) == (Availability(taken), conflict)
