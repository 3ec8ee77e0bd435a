"""A table of one row below its heads is read column by column; one of prices by number tells what one piece costs."""

from __future__ import annotations

from typing import Any

import pytest

from common.page import Page
from common.reading.parsed.document import parse
from common.reading.visible.headings.find import find
from common.reading.visible.layout.gathering import lines
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Vorra Razor R1"


def stored(body: str, ending: str = "co.uk", buy: str = "Add to basket") -> str | None:
    """The price that is stored of a page with this below its heading."""
    head = f"<head><meta charset='utf-8'><title>{NAME}</title></head>"
    html = f"<html>{head}<body><h1>{NAME}</h1>{body}<button>{buy}</button></body></html>"
    answer: dict[str, Any] = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-razor-r1", SHOPS)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("heads", "cells", "ending"),
    [
        (("Was", "Now"), ("£49.00", "£39.00"), "co.uk"),
        (("Now", "Was"), ("£39.00", "£49.00"), "co.uk"),
        (("Members", "Non-members"), ("£35.00", "£39.00"), "co.uk"),
        (("excl. VAT", "incl. VAT"), ("£32.50", "£39.00"), "co.uk"),
        (("HT", "TTC"), ("32,50 €", "39,00 €"), "fr"),
        (("Im Abo", "Einmalkauf"), ("35,00 €", "39,00 €"), "de"),
    ],
)
def test_what_stands_below_a_head_is_said_by_it(heads: tuple[str, ...], cells: tuple[str, ...], ending: str) -> None:
    first, second = ("".join(f"<t{tag}>{one}</t{tag}>" for one in row) for tag, row in (("h", heads), ("d", cells)))
    assert stored(f"<table><tr>{first}</tr><tr>{second}</tr></table>", ending) == "39.00"


def test_a_row_of_a_cart_is_not_read_column_by_column() -> None:
    heads, values = ("Qty", "Item", "Online", "In the shop"), ("1x", "Vorra Razor R1", "£39.00", "£45.00")
    rows = ("".join(f"<t{tag}>{one}</t{tag}>" for one in row) for tag, row in (("h", heads), ("d", values)))
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    page = Page("https://www.pine-house.co.uk/order", f"<h1>{NAME}</h1><table>{table}</table>".encode())
    document = parse(page)
    assert [line.text for line in lines(document, find(document))][1:] == [*heads, *values]


ROWS = "<tr><th>Qty</th><th>Each</th><th>You save</th></tr>" + "".join(
    f"<tr><td>{count}</td><td class='price'>{amount}</td><td>{share} %</td></tr>"
    for count, amount, share in ((5, "£107.10", 10), (10, "£95.20", 20))
)


def test_per_cents_of_a_table_by_number_reduce_no_price() -> None:
    assert stored(f"<p class='price'>£119.00</p><table>{ROWS}</table>") == "119.00"


def test_a_per_cent_elsewhere_does() -> None:
    assert stored("<p class='price'>£119.00</p><p>10 %</p><p><b>£107.10</b></p>") == "107.10"


def test_the_first_row_tells_what_one_costs() -> None:
    steps = "<dl><dt>1-9</dt><dd>£119.00</dd><dt>10-49</dt><dd>£107.10</dd><dt>50+</dt><dd>£95.20</dd></dl>"
    assert stored(steps) == "119.00"


def test_steps_in_a_sentence_are_no_rivals() -> None:
    assert stored("<p class='price'>£119.00</p><p>10+: £107.10, 50+: £95.20</p>") == "119.00"
