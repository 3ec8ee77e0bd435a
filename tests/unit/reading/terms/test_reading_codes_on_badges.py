"""A badge with a word in capitals and a per cent is a coupon's code where the page asks for one."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

BUY = "<button>Add to basket</button>"
FAR = "".join(f"<p>Line {number} of a text</p>" for number in "abcdefgh")
ASKS = ("<p>Promo code</p>", "<label>Voucher code <input name='v'></label>", f"{FAR}<p>Promo code</p>")


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("badge", ["PINE -10%", "-10% PINE", "PINE: -10 %", "PINE5 –10%"])
def test_what_the_code_on_a_badge_takes_off_is_paid_with_that_only(badge: str, asks: str) -> None:
    body = f"<p class='price'>£119.00</p><div>{badge}</div><p>You pay £107.10</p>{BUY}{asks}"
    assert stored_price("Vorra blue cup", body, "107.10") is None
    assert stored_price("Vorra blue cup", body, "119.00") in {"119.00", None}


@pytest.mark.parametrize("asks", ["", *ASKS])
@pytest.mark.parametrize(
    "badge",
    [
        "SALE -10%",
        "-10% OUTLET",
        "NEU -10%",
        "AKCE -10 %",
        "SOLDES -10%",
        "BLACK FRIDAY -10%",
        "REDUZIERT -10%",
        "RRP -10%",
        "DTO -10%",
        "AKCJA -10%",
        "NUOLAIDA -10%",
        "SOODUS -10%",
    ],
)
def test_a_sales_badge_names_no_code(badge: str, asks: str) -> None:
    body = f"<s>£119.00</s><div>{badge}</div><p class='price'>£107.10</p>{BUY}{asks}"
    assert stored_price("Vorra blue cup", body, "107.10") == "107.10"


@pytest.mark.parametrize("badge", ["PINE -10%", "-10% PINE"])
def test_without_a_field_for_codes_the_word_may_be_anything(badge: str) -> None:
    body = f"<s>£119.00</s><div>{badge}</div><p class='price'>£107.10</p>{BUY}"
    assert stored_price("Vorra blue cup", body, "107.10") == "107.10"
