"""docs/columns.md names each column of the listings of products, under the listing's heading."""

from __future__ import annotations

import re

import pytest

from common.store import PendingSight, ProductChange
from fleet.terminal.csv_rows import names_of
from fleet.terminal.views.products.prices import FIELDS
from fleet.terminal.views.products.products import PRODUCT_FIELDS
from tests.places import REPO

PENDING = {*names_of(PendingSight, "price", "was_price")} - {"lease_token"}


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("## products list", PRODUCT_FIELDS),
        ("### pending", PENDING),
        ("## products history", FIELDS),
        ("## products changes", names_of(ProductChange, "share")),
    ],
)
def test_the_page_of_columns_names_each_and_no_other(heading: str, columns: list[str]) -> None:
    text = (REPO / "docs/columns.md").read_text("utf-8")
    section = re.split(r"\n##+ ", text.split(f"{heading}\n", 1)[1])[0]
    first_cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    named = {name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)}
    assert named == set(columns)
