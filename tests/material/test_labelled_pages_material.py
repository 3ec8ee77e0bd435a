"""Labelled pages of many shops stay as well read as they were, field by field."""

from __future__ import annotations

from benchmarks import reading_score
from tests.places import saved

FLOORS = {"price": 67, "currency": 64, "availability": 70, "sku": 69, "brand": 50}
"""So many of the 73 pages are read rightly in this field."""


def test_labelled_pages_of_many_shops_stay_as_well_read_as_they_were() -> None:
    counts = reading_score.score_all(saved("product_pages/zyte_benchmark"))
    right = {field: count["right"] for field, count in counts.items()}
    assert all(right[field] >= floor for field, floor in FLOORS.items()), right
