"""Labelled pages of many shops stay as well read as they were, field by field."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.labelled import sets, table
from benchmarks.labelled.tally import tally
from tests.places import saved

FLOORS = {
    "public": {"price": 67, "currency": 64, "availability": 70, "sku": 69, "brand": 50},
    "tuned half": {"price": 45, "currency": 46, "availability": 32, "sku": 36, "brand": 24},
}
"""So many products of each set are read rightly in this field, at least."""


@pytest.mark.parametrize("name", FLOORS)
def test_labelled_pages_of_many_shops_stay_as_well_read_as_they_were(name: str) -> None:
    found = tally(table.SETS[name](_material()), table.crawlfleet())
    right = {field: found.fields[field]["right"] for field in FLOORS[name]}
    assert all(right[field] >= floor for field, floor in FLOORS[name].items()), right
    assert (found.stored_wrong, found.non_products_stored) == ([], [])


def _material() -> Path:
    return saved(str(sets.PAGES_2)).parent
