"""Of a thing whose form has chosen options that cost more the price is what it costs with them, if the page says so."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

NAME = "Vorra oak table"
FROM = "<p>from <b>£1,290.00</b></p>"
WOOD = (
    "<p>Wood: <select><option>Beech</option><option selected>Oak (+ £240.00)</option>"
    "<option>Walnut (+ £690.00)</option></select></p>"
)
SIZE = "<p>Size: <select><option>160 cm</option><option selected>180 cm (+£155.00)</option></select></p>"
EDGE = "<label><input type='radio' name='k' checked> Bark edge (+ £155.00)</label>"
BUY = "<button>Add to basket</button>"


@pytest.mark.parametrize("more", [SIZE, EDGE])
@pytest.mark.parametrize("said", ["Price of your choice: <b>£1,685.00</b>", "<b class='sum'>£1,685.00</b>"])
@pytest.mark.parametrize("base", [FROM, "<p class='price'>£1,290.00</p>"])
def test_the_sum_that_is_printed_is_the_price(base: str, said: str, more: str) -> None:
    assert stored_price(NAME, f"{base}<form>{WOOD}{more}<p>{said}</p>{BUY}</form>", "1290.00") == "1685.00"


def test_another_sum_is_no_evidence() -> None:
    body = f"<p class='price'>£1,290.00</p><form>{WOOD}{SIZE}{BUY}</form><p>Bench to go with it: £1,684.00</p>"
    assert stored_price(NAME, body, "1290.00") == "1290.00"


def test_what_was_asked_before_is_no_sum() -> None:
    chosen = "<select><option selected>Gift box (+ £20.00)</option><option>None</option></select>"
    body = f"<p><s>£120.00</s></p><p class='price'>£100.00</p><form>{chosen}{BUY}</form>"
    assert stored_price(NAME, body, "100.00") == "100.00"
