"""Price strings of real pages, in many languages and currencies."""

from __future__ import annotations

from decimal import Decimal

from common.reading.text.price import Money, parse_price
from tests.places import saved_json


def test_price_strings_of_real_pages() -> None:
    right = 0
    for case in saved_json("prices/price_strings.json")["cases"]:
        found = parse_price(case["price_raw"] or "", currency_hint=None)
        amount = found.amount if isinstance(found, Money) else found.low if found else None
        expected = Decimal(case["amount"]) if case["amount"] is not None else None
        right += amount == expected
    assert right >= 588


def test_listing_prices_of_real_pages() -> None:
    cases = saved_json("prices/shopee_listing_price_strings.json")["cases"]
    assert cases
    for case in cases:
        found = parse_price(case["text"], currency_hint=case["currency"])
        assert found is not None, case["text"]
        low, high = (found.amount, found.amount) if isinstance(found, Money) else (found.low, found.high)
        assert (found.currency, low, high) == (case["currency"], case["min"], case["max"]), case["text"]
