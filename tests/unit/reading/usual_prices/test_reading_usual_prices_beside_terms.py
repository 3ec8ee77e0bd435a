"""Themes name the price "regular" where nothing is reduced. An amount beside it with words that no rule knows is not
what it was reduced to: it may be what some pay, or how."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price

USUAL = "<div class='price'><span class='price-item price-item--regular'>£119.00</span></div>"
BUY = "<form action='/cart/add' method='post'><button name='add'>Add to basket</button></form>"
ON_TERMS = (
    "<div class='price'>£107.10 <span>with Pine Plus</span></div>",
    "<span class='price'>£107.10</span><span>on the app</span>",
    "<div class='price'><img src='plus.png' alt='Pine Plus'> £107.10</div>",
    "<p class='discount-price'>Bank transfer price: £107.10</p>",
    "<span class='price'>£107.10</span><small>paying by bank transfer</small>",
)
REDUCED = (
    "<span class='price'>£107.10</span>",
    "<span class='price-item--sale'>£107.10</span> <span>inc. VAT</span>",
    "<div class='price'>Sale price £107.10</div>",
    "<div class='price'>£107.10 <span>Save £11.90</span></div>",
)


@pytest.mark.parametrize("on_terms", ON_TERMS)
@pytest.mark.parametrize("layout", [USUAL + "{}" + BUY, "{}" + USUAL + BUY, USUAL + BUY + "{}"])
def test_an_amount_with_unknown_words_does_not_make_the_usual_price_an_old_one(on_terms: str, layout: str) -> None:
    assert stored_price("Vorra blue cup", layout.format(on_terms), "119.00") in {"119.00", None}
    assert stored_price("Vorra blue cup", layout.format(on_terms), "107.10") is None


@pytest.mark.parametrize("reduced", REDUCED)
def test_an_amount_without_such_words_is_what_the_usual_price_was_reduced_to(reduced: str) -> None:
    assert stored_price("Vorra blue cup", USUAL + reduced + BUY, "107.10") == "107.10"


@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("<b>£149.00</b> <span class='now'>£119.00</span>", "119.00"),
        ("<b>£149.00</b> <span class='now'>£119.00</span> <span>with Pine Plus</span>", None),
        ("<b>£149.00</b> <span class='now'>£119.00</span> <span>In stock</span>", "119.00"),
    ],
)
def test_a_declared_price_with_unknown_words_behind_it_was_not_reduced_from_the_one_before(
    said: str, price: str | None
) -> None:
    assert stored_price("Vorra blue cup", f"<p>{said}</p>{BUY}", "119.00") == price
