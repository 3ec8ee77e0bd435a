"""What the head of a table's column says of the amounts below it: their currency, net of tax, old, of delivery."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra relay R1"


def stored(table: str, *, ending: str = "com", before: str = "", behind: str = "<button>Add to cart</button>") -> str:
    """The price that is stored of a page with this table below its heading; else why none is."""
    body = f"<h1>{NAME}</h1><p>SKU: VR-1063</p><p>In stock</p>{before}{table}{behind}"
    answer = read_page(body, url=f"https://www.pine-house.{ending}/p/vorra-relay-r1", title=NAME, lang="")
    verdict = answer.get("verdict", {})
    if verdict.get("status") != "ok":
        return str(verdict.get("reason", answer.get("reason")))
    return f"{answer['offer']['price']} {answer['offer']['currency']}"


def rows(*cells: tuple[str, ...]) -> str:
    """A table whose first row is its heads."""
    heads = "".join(f"<th>{one}</th>" for one in cells[0])
    below = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in cells[1:])
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{below}</tbody></table>"


@pytest.mark.parametrize(
    ("heads", "amounts", "ending", "price"),
    [
        (("Kogus", "Hind km-ta", "Hind km-ga"), (("12,21 €", "14,90 €"), ("11,39 €", "13,90 €")), "ee", "14.90 EUR"),
        (("Qty", "Price inc VAT", "Price ex VAT"), (("£24.00", "£20.00"), ("£18.00", "£15.00")), "co.uk", "24.00 GBP"),
        (("Qty", "Ex. VAT", "Inc. VAT"), (("£20.00", "£24.00"), ("£15.00", "£18.00")), "co.uk", "24.00 GBP"),
        (("Menge", "Netto", "Brutto"), (("10,00 €", "11,90 €"), ("8,00 €", "9,52 €")), "de", "11.90 EUR"),
        (("Price break", "Unit price (US$)"), (("9.95",), ("9.15",)), "com", "9.95 USD"),
        (("Menge", "Preis in €"), (("9,95",), ("9,15",)), "de", "9.95 EUR"),
        (("Menge", "Preis (EUR)"), (("9,95",), ("9,15",)), "com", "9.95 EUR"),
        (("Qty", "RRP", "Price"), (("£30.00", "£24.00"), ("£28.00", "£21.00")), "co.uk", "24.00 GBP"),
    ],
)
def test_a_head_is_said_of_what_stands_below_it(
    heads: tuple[str, ...], amounts: tuple[tuple[str, ...], ...], ending: str, price: str
) -> None:
    table = rows(heads, *((count, *row) for count, row in zip(("1", "10"), amounts, strict=True)))
    assert stored(table, ending=ending) == price


@pytest.mark.parametrize(
    "table",
    [
        rows(("Country", "Shipping (EUR)"), ("Germany", "4.90"), ("France", "9.90")),
        rows(("Delivery to", "Delivery price (EUR)"), ("Germany", "4.90"), ("France", "9.90")),
        rows(("Size", "Length (L)", "Weight (kg)"), ("S", "42", "1.5"), ("M", "44", "1.75")),
        rows(("Size", "Chest (in)", "Price code"), ("S", "42", "15"), ("M", "44", "17")),
        rows(("Pack", "Price (EUR)"), ("a bag of 100 g", "24.00"), ("a sack of 5 kg", "89.00")),
        rows(("Part", "Price (EUR)"), ("Vorra socket S2", "4.00"), ("Vorra cover C1", "9.00")),
        rows(("Qty", "Netto"), ("1", "10,00 €"), ("10", "8,00 €")),
        rows(("Months", "Monthly payment (EUR)"), ("12", "10.00"), ("24", "6.00")),
        rows(("Term", "Instalment (EUR)"), ("12", "10.00"), ("24", "6.00")),
        rows(("Duration", "Rental price (EUR)"), ("1", "30.00"), ("7", "20.00")),
    ],
)
def test_no_other_amount_becomes_the_price_by_its_head(table: str) -> None:
    assert not stored(table, ending="de").endswith("EUR")


@pytest.mark.parametrize(
    "table",
    [
        rows(("Country", "Shipping (EUR)"), ("Germany", "4.90"), ("France", "9.90")),
        rows(("Size", "Length (L)", "Weight (kg)"), ("S", "42", "1.5"), ("M", "44", "1.75")),
        rows(("Qty", "Netto"), ("1", "20,59 €"), ("10", "18,00 €")),
    ],
)
def test_beside_a_price_such_tables_change_nothing(table: str) -> None:
    assert stored(table, ending="de", before="<p class='price'>24,50 €</p>") == "24.50 EUR"
