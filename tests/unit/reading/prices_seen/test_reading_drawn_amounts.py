"""Amounts drawn in pieces, in tables of numbers of pieces and behind several labels, and pages on which what is named
is not what is sold.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"
HEADING = "<h1>Blue cup of the hills</h1>"
MORE = "<p>Art.-Nr.: CUP-100</p><p>Auf Lager</p><button>In den Warenkorb</button>"
URL = "https://shop.example/p/blue-cup-of-the-hills"


def read(body: str, *, lang: str = "de-DE", url: str = URL, title: str = "Blue cup of the hills") -> dict[str, Any]:
    top = f"<meta charset='utf-8'><title>{title}</title>"
    html = f"<html lang='{lang}'><head>{top}</head><body>{body}{FILLER}</body></html>"
    return read_saved(html.encode(), url, SHOPS)


def stored(answer: dict[str, Any]) -> str | None:
    """The price that would be stored."""
    is_ok = answer["ok"] and answer["verdict"]["status"] == "ok"
    return answer["offer"]["price"] if is_ok else None


def pieces(name: str, *drawn: str) -> str:
    """An amount with each of its pieces in an element of its own that is named a price."""
    inside = "".join(f"<span class='price-piece'>{one}</span>" for one in drawn)
    return f"<p><span class='{name}'>{inside}</span></p>"


@pytest.mark.parametrize(
    ("amounts", "price"),
    [
        (pieces("price", "€", "1", ".", "349", ",", "00"), "1349.00"),
        (
            pieces("list-price", "€", "1", ".", "899") + pieces("price", "€", "1", ".", "349", ",", "00"),
            "1349.00",
        ),
        ("<div class='prixbarre'>22<sup>€80</sup></div><span>17</span><sup>€90</sup>", "17.90"),
        ("<p>17<sup>€90</sup></p><div>soit 14<sup>€92</sup></div><div>netto</div>", "17.90"),
        # The mark begins the second piece, or stands alone between two.
        ("<div><span>12</span><span>,90 €</span></div>", "12.90"),
        ("<div class='price'><span>54</span>,<span>99 €</span></div><p>5 x 11,00 € im Monat</p>", "54.99"),
        # A number of pieces, and a size, are none of it.
        ("<div><span class='qty'>1</span> <span>299 €</span></div>", "299.00"),
        ("<div><span class='quantity'>2</span><span>299 €</span></div>", "299.00"),
        ("<div><span>1</span> <span>299 €</span></div>", None),
        ("<div><span>Pointure 42</span> <span class='pr'>129 €</span></div>", "129.00"),
        # What stands in the next cell is no piece of it.
        ("<table><tr class='price'><th>Bis</th><td>49</td><td>6,90 €</td></tr></table>", "6.90"),
        # For whoever hears the page an old amount is said again.
        ("<b class='price'>12,50 €</b><p>UVP</p><b>14,00 €</b><b>14,00 €</b>", "12.50"),
        # One number of pieces and what each costs then.
        ("<b class='price'>12,50 €</b><table><tr><td>5+</td><td>11,00 €</td></tr></table>", "12.50"),
        ("<b class='price'>12,50 €</b><p>oder</p><b>11,00 €</b>", None),
        # "Unser Preis", then that of the sale, which the page reckons out.
        (
            "<p>UVP</p><p>20,00 €</p><p>Unser Preis</p><p>15,00 €</p><p>Aktionspreis</p><p>12,50 €</p>"
            "<p>Sie sparen 7,50 €</p>",
            "12.50",
        ),
        # By bank transfer five per cent less.
        ("<b class='price'>100,00 €</b><p>5 % Rabatt</p><p>Ratenzahlung:</p><b>95,00 €</b>", "100.00"),
        # Its label has its own number.
        ("<i>Sie sparen 70</i><b>12,50 €</b><b class='price'>12,50 €</b>", "12.50"),
        ("<i>Sie sparen 70</i><b class='price'>12,50 €</b>", "12.50"),
        # The label belongs to the per cents before it.
        ("<i>-26 %</i><i>Rabatt</i><b class='price'>12,50 €</b>", "12.50"),
        # The others of a range are higher.
        (
            "<p>ab 12,50 €</p><table><tr><td>klein</td><td>12,50 €</td></tr>"
            "<tr><td>groß</td><td>20,00 €</td></tr></table>",
            "12.50",
        ),
    ],
)
def test_which_amount_is_stored(amounts: str, price: str | None) -> None:
    assert stored(read(f"{HEADING}{amounts}{MORE}")) == price


def test_a_declared_price_that_the_page_calls_net_doubts_the_shown_one_little() -> None:
    offer = '{"price": 100, "priceCurrency": "EUR", "availability": "InStock"}'
    node = f'{{"@type": "Product", "name": "Blue cup of the hills", "offers": {offer}}}'
    declared = f"<script type='application/ld+json'>{node}</script>"
    shown = "<b class='price'>119,00 €</b><p>netto: 100,00 €</p>"
    assert stored(read(f"{declared}{HEADING}{shown}{MORE}")) == "119.00"


def test_the_name_on_another_products_card_is_no_heading() -> None:
    name = "<a href='/p/large'>Blue cup of the hills large</a>"
    card = f"<div>{name}<p class='price'>9,50 €</p><button>In den Warenkorb</button></div>"
    body = f"<h2>Dieses Angebot wurde beendet</h2><div>{card}</div>"
    assert stored(read(body)) is None


def test_the_end_of_a_trail_is_no_heading_where_the_name_stands_again() -> None:
    trail = "<div><a href='/'>Start</a> <a href='/c'>Cups</a> Blue cup of the hills</div>"
    others = "<p>Beliebt</p><p>Preis:</p><b>38,00 €</b>"
    body = f"{trail}{others}<p>Blue cup of the hills</p><p>Preis:</p><b>12,50 €</b>{MORE}"
    assert stored(read(body)) == "12.50"


@pytest.mark.parametrize(("url", "price"), [("https://shop.example/blogs/journal/blue-cup", None), (URL, "12.50")])
def test_what_an_article_sells_below_is_not_what_it_is_about(url: str, price: str | None) -> None:
    body = f"{HEADING}<p>All about cups.</p><h2>Cup for two</h2><p class='price'>12,50 €</p>"
    form = "<p>Auf Lager</p><form><button>In den Warenkorb</button></form>"
    assert stored(read(f"{body}{form}", url=url)) == price


def test_a_field_of_the_products_list_is_no_list_of_others() -> None:
    field = "<div class='product-list-field'><label>Verfügbarkeit:</label><b>Ausverkauft</b></div>"
    answer = read(f"{HEADING}<p class='price'>12,50 €</p><p>Art.-Nr.: CUP-100</p>{field}")
    assert answer["offer"]["availability"] == "OUT_OF_STOCK"


def test_a_heading_over_a_code_and_stock_without_a_price_is_a_product() -> None:
    body = f"{HEADING}<p>Preise nur für Händler.</p><p>Sofort lieferbar</p><p>Art.-Nr.: CUP-100</p>"
    assert read(body)["ok"]


def test_how_far_a_page_is_indented_changes_nothing() -> None:
    deep = "\n" + " " * 120
    drawn = f"<i>{deep}nur{deep}</i>{deep}<b>24</b>,<sup>50</sup>{deep}<i>€</i>"
    price = f"<p>Halter 5,00 €</p><div class=price>{deep}{drawn}{deep}</div>"
    body = f"{HEADING}{price}<p>Tasse 7,00 €</p>{MORE}"
    assert read(body)["offer"]["price"] == read(body.replace(deep, " "))["offer"]["price"] == "24.50"


IN_PIECES = [
    "<i>12</i><i>,</i><i>50</i> €",
    "<i>€</i> <i>12</i>,<i>50</i>",
    "ab <i>12</i><i>,</i><i>50</i><i> €</i> *",
    "<b><i>12</i>,<i>50</i></b>&nbsp;<i>€</i>",
    "<bdi>12,50&nbsp;<i>€</i></bdi>",
    "<bdi><i>€</i>12,50</bdi>",
]


@pytest.mark.parametrize("drawn", IN_PIECES)
def test_an_amount_in_pieces_is_read_as_on_one_line(drawn: str) -> None:
    other = "<p>bisher <s><i>19</i><i>,</i><i>90</i> €</s></p>"
    whole = read(f"{HEADING}{other}<p>{'ab ' * drawn.startswith('ab')}12,50 €</p>{MORE}")["offer"]
    offer = read(f"{HEADING}{other}<p>{drawn}</p>{MORE}")["offer"]
    assert (offer["price"], offer["price_kind"]) == ("12.50", whole["price_kind"])


@pytest.mark.parametrize("drawn", [one for one in IN_PIECES if not one.startswith("ab")])
def test_words_before_a_table_of_pieces_are_understood_beside_amounts_in_pieces(drawn: str) -> None:
    rows = f"<table><tr><td>1 - 4</td><td>{drawn}</td></tr><tr><td>5 - 9</td><td>{drawn.replace('12', '11')}</td></tr>"
    answer = read(f"{HEADING}<p>ab <i>11</i>,<i>50</i> €</p>{rows}</table>{MORE}")
    assert stored(answer) == "12.50", answer


@pytest.mark.parametrize("amount", ["€1234,50", "$1,234.50"])
def test_every_sign_of_an_amount_in_an_element_of_its_own(amount: str) -> None:
    drawn = "".join(f"<i>{sign}</i>" for sign in amount)
    lang, url = ("de-DE", URL) if amount[0] == "€" else ("en-US", URL.replace(".example", ".example.us"))
    answer = read(f"{HEADING}<p>{drawn}</p>{MORE}", lang=lang, url=url)
    assert answer["offer"]["price"] == "1234.50", answer


def test_a_second_sign_of_its_currency() -> None:
    drawn = "".join(f"<i>{sign}</i>" for sign in "¥178.00元")
    answer = read(f"{HEADING}<p>{drawn}</p>{MORE}", lang="zh-CN", url=URL.replace(".example", ".example.cn"))
    assert answer["offer"]["price"] == "178.00", answer


def test_its_currency_may_stand_in_another_box() -> None:
    drawn = "".join(f"<i>{sign}</i>" for sign in "12,50")
    answer = read(f"{HEADING}<p><b>Unser Preis</b> <b>€</b> <b class=price>{drawn}</b></p>{MORE}")
    assert answer["offer"]["price"] == "12.50", answer


@pytest.mark.parametrize(
    ("drawn", "price"),
    [
        pytest.param("<i>42</i> <i>129,00</i> €", "129.00", id="a size and a price"),
        pytest.param("<i>3</i> <i>299 €</i>", "299.00", id="a number of pieces"),
        pytest.param("<i>12</i><sup>50</sup> €", "12.50", id="small cents"),
        pytest.param("<i>€</i><i>12,50</i><i>Neu</i>", "12.50", id="what stands beside it"),
    ],
)
def test_other_numbers_and_words_are_no_pieces_of_it(drawn: str, price: str) -> None:
    answer = read(f"{HEADING}<p class=price>{drawn}</p>{MORE}")
    assert stored(answer) in {price, None}, answer


@pytest.mark.parametrize("tag", ["div", "span", "small"])
@pytest.mark.parametrize(
    "said", ["4 zinsfreie Raten mit Vorra Pay", "0 % Finanzierung", "2 auf Lager", "30 Tage Rückgabe"]
)
@pytest.mark.parametrize(("amount", "price"), [("€ 100,00", "100.00"), ("100,00 €", "100.00"), ("€ 100", "100.00")])
def test_a_number_of_something_right_behind_the_amount_is_no_piece_of_it(
    amount: str, price: str, said: str, tag: str
) -> None:
    assert stored(read(f"{HEADING}<div class='price'>{amount}<{tag}>{said}</{tag}></div>{MORE}")) == price


@pytest.mark.parametrize("said", ["50", "50 €", "50 EUR"])
def test_cents_in_an_element_of_their_own_still_are(said: str) -> None:
    assert stored(read(f"{HEADING}<div class='price'>12,<span>{said}</span></div>{MORE}")) == "12.50"


@pytest.mark.parametrize(
    "drawn",
    [
        "€129<span>99 inkl. MwSt.</span>",
        "€129<sup>99 inkl. MwSt.</sup>",
        "129<sup>99 TTC</sup> €",
        "€129<sup>99 pro Stück</sup>",
    ],
)
def test_words_behind_the_cents_in_their_element_leave_them_cents(drawn: str) -> None:
    answer = read(f"{HEADING}<div class='price'>{drawn}</div>{MORE}")
    assert answer["offer"]["price"] == "129.99"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("£49.00", ("49.00", "GBP")),
        ("US$ 49.00", ("49.00", "USD")),
        ("49,00 TL", ("49.00", "TRY")),
        ("49,00 € / 95,84 лв.", ("49.00", "EUR")),
        ("49,00", ("49.00", "EUR")),
        ("49<sup>00</sup> €", ("49.00", "EUR")),
        ("<del>69,00 €</del> 49,00 €", ("49.00", "EUR")),
        ("$49.00", None),
        ("49 kr", None),
        ("49.00 kvorrs", None),
    ],
)
def test_what_is_stated_for_machines_is_in_the_currency_that_buyers_see(
    printed: str, expected: tuple[str, str] | None
) -> None:
    answer = read(
        f"{HEADING}<b itemprop=price content='49.00'>{printed}</b>{MORE}", url=URL.replace("shop.example", "shop.de")
    )
    price = stored(answer)
    assert (None if price is None else (price, answer["offer"]["currency"])) == expected
