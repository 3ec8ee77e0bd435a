"""A product sold at several prices by how many are bought has the price of the fewest, not the range's low end."""

from __future__ import annotations

import pytest

from tests.unit.reading.test_reading_no_single_product import LONG, ld, read

RANGE = {
    "@type": "Product",
    "name": "KX 3008 transistor",
    "sku": "KX3008",
    "offers": {"@type": "AggregateOffer", "lowPrice": "0.096", "highPrice": "0.47", "priceCurrency": "USD"},
}


def table(*rows: tuple[str, str]) -> str:
    cells = "".join(f"<tr><td>{count}</td><td>{price}</td><td>total</td></tr>" for count, price in rows)
    return f"<table><tr><th>Qty.</th><th>Unit price</th></tr>{cells}</table>"


def page(rows: str) -> str:
    return f"<h1>KX 3008 transistor</h1><p>In stock: 942</p>{rows}<button>Add to cart</button>{LONG}{ld(RANGE)}"


@pytest.mark.parametrize(
    ("counts", "price"),
    [
        (("1", "10", "1,000"), "0.47"),
        (("1+", "10+", "100+"), "0.47"),
        (("1-9", "10-99", "100-499"), "0.47"),
        (("5 pcs", "10 pcs", "100 pcs"), "0.47"),
        (("1個", "10個", "100個"), "0.47"),
    ],
)
def test_the_price_of_the_fewest_pieces_is_taken(counts: tuple[str, ...], price: str) -> None:
    rows = table(*zip(counts, ("$0.47", "$0.29", "$0.096"), strict=True))
    answer = read(page(rows), title="KX 3008 transistor")
    assert (answer["offer"]["price"], answer["offer"]["price_kind"]) == (price, "regular"), answer


@pytest.mark.parametrize(
    "rows",
    [
        table(("1", "$0.47"), ("10", "$0.29")),
        table(("1", "$0.10"), ("10", "$0.29"), ("100", "$0.47")),
        table(("1", "$9.47"), ("10", "$9.29"), ("100", "$9.10")),
        table(("10 cm", "$0.47"), ("20 cm", "$0.29"), ("30 cm", "$0.10")),
        table(("16 GB", "$0.47"), ("32 GB", "$0.29"), ("64 GB", "$0.10")),
        "",
    ],
)
def test_without_such_a_table_the_range_stays_one(rows: str) -> None:
    answer = read(page(rows), title="KX 3008 transistor")
    assert answer["offer"]["price_kind"] == "from", answer


@pytest.mark.parametrize(
    "heading",
    [
        "Schade, dieser Artikel ist leider ausverkauft",
        "This item is currently unavailable",
        "Ce produit est épuisé",
        "Este producto está agotado",
        "このお品 この商品は売り切れ",
    ],
)
def test_a_heading_that_only_says_that_this_is_sold_out_names_no_product(heading: str) -> None:
    body = f"<h1>{heading}</h1><p>Perhaps one of these:</p><div><p>Bench Oslo</p><p>129,99 €</p><p>lieferbar</p></div>"
    answer = read(f"{body}{LONG}", path="/p/bench-1", title="Sold out")
    assert answer.get("reason") == "REMOVED", answer
    kept = f"<h1>Bench Luven (sold out)</h1><p>129,99 €</p><p>Sold out</p><p>SKU: 12-77</p>{LONG}"
    assert read(kept, path="/p/bench-2", title="Bench Luven (sold out)")["offer"]["availability"] == "OUT_OF_STOCK"
