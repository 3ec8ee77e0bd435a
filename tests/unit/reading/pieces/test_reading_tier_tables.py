"""A product sold at several prices by how many are bought has the price of the fewest, not the range's low end."""

from __future__ import annotations

import pytest

from tests.unit.reading.no_product.test_reading_no_single_product import LONG, ld, read

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
        (("Bis 11", "Ab 12", "Ab 48"), "0.47"),
        (("ab 1 Stück", "ab 12 Stück", "ab 48 Stück"), "0.47"),
        (("1 - 11", "12 - 47", "48 +"), "0.47"),
        (("from 1", "from 12", "from 48"), "0.47"),
        (("up to 11", "12 or more", "48 or more"), "0.47"),
        (("à partir de 1", "à partir de 12", "à partir de 48"), "0.47"),
        (("hasta 11", "desde 12", "desde 48"), "0.47"),
        (("od 1 ks", "od 12 ks", "od 48 ks"), "0.47"),
        (("от 1 шт.", "от 12 шт.", "от 48 шт."), "0.47"),
        (("1個以上", "12個以上", "48個以上"), "0.47"),
        (("1-5 Fl.", "6-11 Fl.", "> 11 Fl."), "0.47"),
        (("1 - 11 bottles", "12 - 47 bottles", "48+ bottles"), "0.47"),
        (("1-5 Flaschen", "6-11 Flaschen", "ab 12 Flaschen"), "0.47"),
        (("1-5 butelek", "6-11 butelek", "od 12 butelek"), "0.47"),
        (("1-5本", "6-11本", "12本以上"), "0.47"),
        (("Bis 11 Flaschen", "Ab 12 Flaschen", "Ab 48 Flaschen"), "0.47"),
    ],
)
def test_the_price_of_the_fewest_pieces_is_taken(counts: tuple[str, ...], price: str) -> None:
    rows = table(*zip(counts, ("$0.47", "$0.29", "$0.096"), strict=True))
    answer = read(page(rows), title="KX 3008 transistor")
    assert (answer["offer"]["price"], answer["offer"]["price_kind"]) == (price, "regular"), answer


def test_the_third_of_a_list_of_what_sells_best_keeps_its_price() -> None:
    offer = {"@type": "Offer", "price": "29.90", "priceCurrency": "USD"}
    ranks = table(("1", "$49.90"), ("2", "$39.90"), ("3", "$29.90"))
    body = f"<h1>KX 3008 transistor</h1><p class='price'>$29.90</p><p>In stock</p><button>Add to cart</button>{ranks}"
    answer = read(f"{body}{LONG}{ld({**RANGE, 'offers': offer})}", title="KX 3008 transistor")
    assert answer["offer"]["price"] == "29.90", answer


DRAWN_OTHERWISE = [
    table(("ab 100", "$0.096"), ("ab 10", "$0.29"), ("ab 1", "$0.47")),
    table(("1+", "$0.47"), ("10+", "$0.096")),
    "<ul><li>1-9: $0.47</li><li>10-99: $0.29</li><li>100+: $0.096</li></ul>",
    "<table><tr><th>Quantity</th><th>1</th><th>10</th><th>100</th></tr>"
    "<tr><th>Price each</th><td>$0.47</td><td>$0.29</td><td>$0.096</td></tr></table>",
]


@pytest.mark.parametrize("rows", DRAWN_OTHERWISE)
def test_the_table_may_begin_with_the_most_or_run_across_or_have_the_two_ends_of_the_range_only(rows: str) -> None:
    answer = read(page(rows), title="KX 3008 transistor")
    offer = answer["offer"]
    assert (offer["price"], offer["price_kind"], answer["verdict"]["status"]) == ("0.47", "regular", "ok"), answer


def test_a_declared_price_that_is_the_table_s_lowest_gives_way_to_that_of_the_fewest() -> None:
    offer = {"@type": "Offer", "price": "0.096", "priceCurrency": "USD"}
    rows = table(("1", "$0.47"), ("10", "$0.29"), ("100", "$0.096"))
    body = f"<h1>KX 3008 transistor</h1><p>In stock: 942</p>{rows}<button>Add to cart</button>{LONG}"
    answer = read(f"{body}{ld({**RANGE, 'offers': offer})}", title="KX 3008 transistor")
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("0.47", "ok"), answer


@pytest.mark.parametrize(
    "rows",
    [
        table(("1", "$0.10"), ("10", "$0.29"), ("100", "$0.47")),
        table(("1", "$9.47"), ("10", "$9.29"), ("100", "$9.10")),
        table(("10 cm", "$0.47"), ("20 cm", "$0.29"), ("30 cm", "$0.10")),
        table(("16 GB", "$0.47"), ("32 GB", "$0.29"), ("64 GB", "$0.10")),
        table(("1-3 days", "$0.47"), ("4-7 days", "$0.29"), ("8-10 days", "$0.096")),
        table(("1-3 Werktage", "$0.47"), ("4-7 Werktage", "$0.29"), ("8-10 Werktage", "$0.096")),
        table(("1-3 Werktage", "$0.47"), ("4-7 Werktage", "$0.29"), ("> 8 Werktage", "$0.096")),
        table(("1-3 dienas", "$0.47"), ("4-7 dienas", "$0.29"), ("8-10 dienas", "$0.096")),
        table(("1-3 dni", "$0.47"), ("4-7 dni", "$0.29"), ("od 8 dni", "$0.096")),
        table(("1-3 часа", "$0.47"), ("4-7 часов", "$0.29"), ("8+ часов", "$0.096")),
        table(("1-3 h", "$0.47"), ("4-7 h", "$0.29"), ("8+ h", "$0.096")),
        "",
    ],
)
def test_without_such_a_table_the_range_stays_one(rows: str) -> None:
    answer = read(page(rows), title="KX 3008 transistor")
    assert answer["offer"]["price_kind"] == "from", answer


def test_the_first_of_two_rows_where_the_lowest_of_the_range_is_not_printed() -> None:
    answer = read(page(table(("1", "$0.47"), ("10", "$0.29"))), title="KX 3008 transistor")
    assert (answer["offer"]["price"], answer["offer"]["price_kind"]) == ("0.47", "regular"), answer


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


@pytest.mark.parametrize("counts", [("1+", "10+"), ("1", "10"), ("1-9", "from 10")])
@pytest.mark.parametrize("shown", ["<p class='price'>£119.00</p>", "<p><b>£119.00</b></p>"])
def test_two_rows_are_enough_where_the_first_is_for_one_piece(counts: tuple[str, str], shown: str) -> None:
    amounts = zip(counts, ("£119.00", "£107.10"), strict=True)
    rows = "".join(f"<tr><td>{count}</td><td>{amount}</td></tr>" for count, amount in amounts)
    for head in (declared("107.10"), labels("107.10")):
        body = f"<h1>Vorra blue cup</h1>{shown}<p>In stock</p><button>Add to basket</button><table>{rows}</table>{LONG}"
        answer = read(body, path="/p/vorra-blue-cup", title="Vorra blue cup", head=head)
        assert answer["offer"]["price"] == "119.00", answer


def declared(price: str) -> str:
    offers = {"@type": "Offer", "price": price, "priceCurrency": "GBP", "availability": "InStock"}
    return ld({"@type": "Product", "name": "Vorra blue cup", "sku": "VB-27", "offers": offers})


def labels(price: str) -> str:
    return (
        "<meta property='og:type' content='product'><meta property='og:title' content='Vorra blue cup'>"
        f"<meta property='product:price:amount' content='{price}'>"
        "<meta property='product:price:currency' content='GBP'>"
    )
