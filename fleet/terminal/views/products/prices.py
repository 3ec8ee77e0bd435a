"""The prices that were recorded of a product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.store import PriceObservation
from fleet.operations.json_objects import price_object
from fleet.operations.products.generations import with_breaks
from fleet.terminal.csv_rows import names_of, print_objects
from fleet.terminal.offers.money_text import price_text
from fleet.terminal.output import print_lines
from fleet.terminal.table import Column, render
from fleet.terminal.text import folded, utc

if TYPE_CHECKING:
    from common.store import Product

FIELDS = [*(name for name in names_of(PriceObservation) if name != "lease_token"), "price", "of_former_product"]
_COLUMNS = (Column("at"), Column("price", right=True), Column("list price", right=True), Column("availability"))


def show_prices(product: Product, prices: Sequence[PriceObservation], *, as_json: bool, as_csv: bool) -> None:
    """A product's recorded prices only."""
    if as_json or as_csv:
        objects = (price_object(price, product) for price in prices)
        print_objects(objects, as_csv=as_csv, columns=FIELDS if as_csv else None)
    elif prices:
        print_lines(price_table(product, prices))
    else:
        said = f"no price was ever recorded for {product.product_key}; its last verdict: {product.verdict}."
        print_lines(folded(said, first="", rest=""))


def price_table(product: Product, prices: Sequence[PriceObservation]) -> list[str]:
    """The newest first. A line of its own, never cut, stands before the prices of a former product."""
    twice = any(price.first_seen_at is not None for price in prices)
    rows = [
        [
            utc(price.observed_at),
            price_text(price.price_minor, price.currency),
            price_text(price.list_price_minor, price.currency),
            price.availability,
            *([utc(price.first_seen_at) if price.first_seen_at is not None else ""] if twice else []),
        ]
        for price in prices
    ]
    breaks = {
        number: f"until {utc(ended_at)}, another product:"
        for number, (ended_at, _) in enumerate(with_breaks(product, prices))
        if ended_at is not None
    }
    return render((*_COLUMNS, *([Column("doubted since")] if twice else [])), rows, above=breaks)
