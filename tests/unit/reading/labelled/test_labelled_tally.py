"""Labelled pages are counted as their labels say, and split by hosts."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.labelled import sets
from benchmarks.labelled.sets import LabelledPage
from benchmarks.labelled.tally import Tally, rates, tally

URL = "https://shop.example/p/1"


def _of(offer: dict[str, Any] | None, *, verdict: str = "ok", **page: Any) -> Tally:
    shown = LabelledPage("a", URL, b"", page.pop("labels", {}), **page)
    answer = {"offer": offer, "verdict": {"status": verdict}} if offer else {"ok": False, "reason": "LISTING"}
    return tally([shown], lambda body, url: answer)


def test_a_price_beside_the_label_is_stored_wrong_only_where_the_verdict_lets_it() -> None:
    labels = {"price": ("12.50", "13"), "currency": ("EUR",)}
    read = {"price": "15.00", "currency": "EUR"}
    assert _of(read, labels=labels).stored_wrong == ["a"]
    quarantined = _of(read, labels=labels, verdict="quarantine")
    assert quarantined.stored_wrong == []
    assert quarantined.fields["price"]["wrong"] == 1
    right = _of({"price": "12.5", "currency": "EUR"}, labels=labels)
    assert (right.stored_right, right.priced, right.stored_wrong) == (1, 1, [])


@pytest.mark.parametrize(("labels", "priceless"), [({}, True), ({"price": ("12.50",), "currency": ("USD",)}, False)])
def test_a_price_where_there_is_none_and_another_currency_are_wrong(
    labels: dict[str, tuple[str, ...]], priceless: bool
) -> None:
    assert _of({"price": "12.50", "currency": "EUR"}, labels=labels, priceless=priceless).stored_wrong == ["a"]


def test_a_page_of_no_product_counts_when_an_offer_is_made_of_it() -> None:
    taken = _of({"title": "Cups", "price": "1.00"}, what="listing", verdict="drop")
    assert (taken.non_products_taken, taken.non_products_stored) == (["a"], [])
    assert _of(None, what="listing").non_products_taken == []


def test_what_is_not_labelled_counts_for_nothing() -> None:
    found = _of({"price": "1.00", "sku": "C-1"}, labels={"sku": ("c-1",), "brand": ("Pinewood",)})
    assert [dict(found.fields[name]) for name in ("price", "sku", "brand")] == [{}, {"right": 1}, {"missed": 1}]
    f1, precision, recall = rates({"right": 1, "wrong": 1, "missed": 2})
    assert (round(f1, 3), precision, recall) == (0.333, 0.5, 0.25)


def test_the_halves_are_split_by_registrable_domain() -> None:
    assert sets.is_held("https://www.shop.example/a") == sets.is_held("https://m.shop.example/b?c=1")
    assert len({sets.is_held(f"https://shop-{number}.example/") for number in range(20)}) == 2
