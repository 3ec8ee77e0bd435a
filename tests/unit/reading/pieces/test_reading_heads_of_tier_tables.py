"""What stands above a table of amounts by number of pieces says what they are for: the goods, or getting them home."""

from __future__ import annotations

import pytest

from tests.unit.reading.no_product.test_reading_no_single_product import LONG, read

ROWS = (("from 1 pc", "£4.95"), ("from 10 pcs", "£3.95"))
PLAIN = (("1", "£4.95"), ("10", "£3.95"))


def cells(rows: tuple[tuple[str, str], ...], head: str = "") -> str:
    return f"<table>{head}{''.join(f'<tr><td>{count}</td><td>{price}</td></tr>' for count, price in rows)}</table>"


TABLES = {
    "words": cells(ROWS),
    "numbers": cells(PLAIN),
    "heads of columns": cells(PLAIN, "<tr><th>Quantity</th><th>Price</th></tr>"),
    "list": "<ul><li><b>from 1 pc</b> <i>£4.95</i></li><li><b>from 10 pcs</b> <i>£3.95</i></li></ul>",
}
ABOVE = ("Delivery", "Shipping costs", "Members pay", "Wholesale", "Instalments", "Price excl. VAT")


def status(above: str, table: str) -> tuple[str, str | None]:
    body = f"<h1>Vorra blue cup</h1>{above}{table}<p>In stock</p><button>Add to basket</button>{LONG}"
    answer = read(body, path="/p/vorra-blue-cup", title="Vorra blue cup")
    offer = answer.get("offer") or {}
    return answer["verdict"]["status"], offer.get("price")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("words", ABOVE)
@pytest.mark.parametrize("tag", ["p", "h3"])
def test_amounts_for_something_else_are_not_stored(tag: str, words: str, table: str) -> None:
    assert status(f"<{tag}>{words}</{tag}>", TABLES[table])[0] != "ok"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "words", ["Prices", "Price per piece", "Buy more, save more", "Staffelpreise", "Unsere Staffelpreise:"]
)
def test_prices_are(words: str, table: str) -> None:
    assert status(f"<h3>{words}</h3>", TABLES[table]) == ("ok", "4.95")


def test_a_price_from_which_on_they_fall_is_not_the_price_of_one() -> None:
    rows = (("1-2 Stk.", "je £38.90"), ("3-5 Stk.", "je £36.50"), ("> 5 Stk.", "je £34.90"))
    table = f"<div><div>Staffelpreise</div>{cells(rows)}</div><div class=price>ab £34.90</div>"
    assert status("", table) == ("ok", "38.90")


@pytest.mark.parametrize("words", ["Staffelpreise für Mitglieder", "Versand, Staffelpreise", "Staffelpreise netto"])
def test_tiers_of_others_are_others(words: str) -> None:
    assert status(f"<p>{words}</p>", TABLES["words"])[0] != "ok"


@pytest.mark.parametrize("table", TABLES)
def test_nothing_above_but_the_name(table: str) -> None:
    assert status("", TABLES[table]) == ("ok", "4.95")
