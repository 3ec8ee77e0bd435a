"""Old shops write types of fields and addresses of scripts in capitals, which mean the same to a browser."""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.parsed.links import leads_to_another, stays_here
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
SUBMIT = "<INPUT TYPE='SUBMIT' VALUE='In den Warenkorb'>"


def read(body: str) -> tuple[str | None, dict[str, Any]]:
    """The price that would be stored, and the offer."""
    top = "<html lang=de><meta charset=utf-8><title>Blue cup</title>"
    html = f"{top}<body><div><h1>Blue cup</h1>{body}</div></body></html>"
    answer = read_saved(html.encode(), "https://shop.example/p/blue-cup", SHOPS)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None, answer["offer"]


def test_a_button_that_sends_buys() -> None:
    price, offer = read(f"<p>12,50 €</p><FORM>{SUBMIT}</FORM>")
    assert (price, offer["availability"]) == ("12.50", "IN_STOCK")


def test_a_hidden_field_states_the_code() -> None:
    _, offer = read(f"<p>12,50 €</p><FORM><INPUT TYPE='HIDDEN' NAME='item_number' VALUE='CUP-100'>{SUBMIT}</FORM>")
    assert offer["sku"] == "CUP-100"


def test_a_hidden_field_states_the_brand() -> None:
    _, offer = read(f"<p>12,50 €</p><FORM><INPUT TYPE='HIDDEN' NAME='brand' VALUE='Vorra'>{SUBMIT}</FORM>")
    assert offer["brand"] == "Vorra"


@pytest.mark.parametrize("script", ["JavaScript:void(0)", " javascript:zoom()"])
def test_a_link_that_runs_a_script_leads_to_no_other_page(script: str) -> None:
    assert read(f"<a href='{script}'><b>12,50 €</b></a><FORM>{SUBMIT}</FORM>")[0] == "12.50"
    assert stays_here(script)
    assert not leads_to_another(script, "https://shop.example/p/blue-cup")
