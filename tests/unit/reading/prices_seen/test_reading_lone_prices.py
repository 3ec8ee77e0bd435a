"""Prices that are only seen: amounts of something beside the product, on pages that mark up nothing and whose own price
scripts or pictures draw, are not stored; a price that is one still is.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

ENGLISH = ("https://www.greenhollow.example.co.uk/oakley-bench.html", "Oakley bench", "Add to basket", "In stock")
GERMAN = ("https://www.holm.example.de/bank-oakley.html", "Gartenbank Oakley", "In den Warenkorb", "Auf Lager")


def stored(body: str, shop: tuple[str, str, str, str] = ENGLISH, head: str = "") -> str | None:
    """The price that is stored of a page with this between heading and button."""
    url, name, button, stock = shop
    answer = read_page(f"<h1>{name}</h1>{body}<button>{button}</button><p>{stock}</p>", url=url, title=name, head=head)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    "body",
    [
        "<p>Optional assembly</p><p>£45.00</p>",
        "<label>Wrap it for me</label> <em>£3.50</em>",
        "<p>Weekend hire:</p><p>£35.00</p>",
        "<p>£35.00</p><p>for 24 hours</p>",
        "<p>Current bid:</p><p>£31.00</p>",
        "<p>We buy yours for</p><p>£31.00</p>",
        "<div>Subtotal</div><div>£12.00</div>",
        "<p>Reserve now for</p><p>£50.00</p>",
        "<p>Now replaced by Oakley II</p><p>£140.00</p>",
        "<p>Free delivery over</p><p>£50.00</p>",
        "<p>Free over £50.00!</p>",
        "<p>(about €95.00)</p>",
        "<p>up to</p><p>£140.00</p>",
        "<p>or 1,200 pts and</p><p>£20.00</p>",
        "<p>£40.00 OFF</p>",
        "<p>of which VAT</p><p>£16.00</p>",
        # Words that no list holds: a label with a colon, or before the amount on its line.
        "<p>3 seat version:</p><p>£240.00</p>",
        "<p>Matching cover £25.00</p>",
        "<p>£45.00 optional assembly</p>",
        "<p>£140.00 Oakley dining table</p>",
        "<p>£25 matching cover (two colours)</p>",
        "<a href='/table.html'>£140.00</a>",
        # A sign without its number: the price is drawn there.
        "<b>£</b><img src='249.gif'><p>Oak, oiled</p><p>£25.00</p>",
        # 50.00 is 22 % of 224.99: that was asked before.
        "<b>£224.99</b><p>You save £50.00 (22%)</p>",
    ],
)
def test_an_amount_of_something_else_is_not_stored(body: str) -> None:
    assert stored(body) is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>Ab einem Bestellwert von</p><p>50,00 €</p>",
        "<p>Mindermengenzuschlag</p><p>9,90 €</p>",
        "<p>Ankaufspreis</p><p>31,00 €</p>",
        "<p>Als Geschenk verpacken</p><p>3,90 €</p>",
        "<p>€ 20,00 gespart</p>",
        "<p>45,00 € Aufbau am Wunschort</p>",
    ],
)
def test_nor_in_german(body: str) -> None:
    assert stored(body, GERMAN) is None


@pytest.mark.parametrize(
    ("body", "price"),
    [
        ("<p>Oak, oiled</p><p>£249.00</p>", "249.00"),
        ("<p>Only £249.00</p>", "249.00"),
        ("<p>Case Price:</p><p>£249.00</p>", "249.00"),
        ("<p>2 years guarantee</p><p>£249.00</p>", "249.00"),
        ("<label>Colour:</label><select><option>Oak</option></select><p>£249.00</p>", "249.00"),
        ("<p>£<b>249.00</b></p>", "249.00"),
        ("<p>£249.00 each</p>", "249.00"),
        ("<p>£249.00 per bench</p>", "249.00"),
        ("<p>£249.00 assembled by us</p><b>£249.00</b>", "249.00"),
        ("<p>Optional assembly</p><p>£45.00</p><p>£249.00</p>", "249.00"),
        ("<p>Price:</p><p>£299.00</p><p>Web special:</p><p>£249.00</p>", "249.00"),
        ("<b>£174.99</b><p>You save £50.00 (22%)</p>", "174.99"),
    ],
)
def test_the_price_still_is(body: str, price: str) -> None:
    assert stored(body) == price


@pytest.mark.parametrize(
    ("body", "price"),
    [
        ("<p>£12<sup>99</sup></p>", "12.99"),
        ("<p><span>£</span><span>12</span><span>99</span></p>", "12.99"),
        ("<p><font size=5>£1,299</font><font size=2>00</font></p>", "1299.00"),
    ],
)
def test_small_digits_behind_a_whole_number_are_its_cents(body: str, price: str) -> None:
    assert stored(body) == price


def test_a_model_is_no_amount_of_egypt() -> None:
    url, _, button, stock = ENGLISH
    shop = (url, "Samsung 37in LE37B550 television", button, stock)
    assert stored("<p>Full HD</p><p>£579.99</p>", shop) == "579.99"
    for drawn in ("<p>LE37B550</p><img src='price.gif'>", "<p>Model: LE37B550</p>", "<p class='price'>LE37B550</p>"):
        assert stored(drawn, shop) is None
    assert stored("<p>LE37.50</p>", shop) == "37.50", "so an amount is written there"


def test_what_a_price_element_says_to_buyers_counts_against_what_it_says_to_machines() -> None:
    offer = "<div itemprop=offers itemscope itemtype='http://schema.org/Offer'>"
    body = f"{offer}<b itemprop=price content='22.90'>£109.90</b><i itemprop=priceCurrency content=GBP></i></div>"
    shop = ENGLISH
    whole = f"<div itemscope itemtype='http://schema.org/Product'><b itemprop=name>{shop[1]}</b>{body}</div>"
    assert stored(whole) is None


def test_a_declared_price_is_rounded_to_what_can_be_paid() -> None:
    labels = "<meta property='product:price:amount' content='249.996001'>"
    labels += "<meta property='product:price:currency' content='GBP'>"
    assert stored("<b class=price>£250.00</b>", head=labels) == "250.00"


def test_the_dollar_of_a_shop_of_india_is_that_of_the_united_states() -> None:
    shop = ("https://www.saris.example.com/jacket.html", "Checkered print jacket", "Add to cart", "In stock")
    home = "<div class=menu>Sale: Rs. 5,775</div>"
    assert stored("<p>$254</p>", shop) is None
    assert stored(f"<p>$254</p>{home}", shop) == "254.00"
    assert stored(f"<p>$254</p>{home}<p>We ship to Canada</p>", shop) is None
