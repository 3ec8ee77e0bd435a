"""Two amounts in one text, and no word that says which of them is asked: neither is stored."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page, stored_of

SHOPS = {
    "en": ("co.uk", "£{}", "In stock", "Add to cart"),
    "de": ("de", "{} €", "Auf Lager", "In den Warenkorb"),
    "sv": ("se", "{} kr", "I lager", "Köp"),
    "bg": ("bg", "{} €", "В наличност", "Добави в количката"),
    "hr": ("hr", "{} €", "Na zalihi", "Dodaj u košaricu"),
}


def stored(lang: str, text: str) -> str | None:
    """`text` in the shop's way of writing, where {…} stands for an amount."""
    ending, amount, stock, button = SHOPS[lang]
    for number in ("60.00", "50.00", "48.00", "40.00", "19.95", "23.94"):
        written = number if lang == "en" else number.replace(".", ",")
        text = text.replace("{" + number + "}", amount.format(written))
    body = f"<h1>Torvik bench</h1><div>{text}</div><p>{stock}</p><button>{button}</button>"
    return stored_of(read_page(body, url=f"https://www.haven.{ending}/p/torvik", title="Torvik bench", lang=lang))


@pytest.mark.parametrize("between", [" ", ", ", " / ", " | ", " - ", " – ", "-"])
@pytest.mark.parametrize(("lang", "old"), [("en", "48.00"), ("sv", "50.00"), ("de", "60.00"), ("bg", "48.00")])
def test_a_higher_one_before_a_lower_one_waits(lang: str, old: str, between: str) -> None:
    """Also where as much has been taken off as the tax would be of the price."""
    assert stored(lang, f"{{{old}}}{between}{{40.00}}") is None


def test_so_it_does_in_brackets() -> None:
    assert stored("en", "{48.00} ({40.00})") is None


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "{48.00} ({40.00} ex VAT)"),
        ("en", "{48.00} inc. VAT ({40.00})"),
        ("sv", "{50.00} inkl. moms, {40.00}"),
        ("sv", "{40.00} ({50.00} inkl. moms)"),
    ],
)
def test_words_of_the_tax_tell_them_apart(lang: str, text: str) -> None:
    assert stored(lang, text) in {"48.00", "50.00"}


@pytest.mark.parametrize(
    "text", ["{48.00} {40.00} inc. VAT", "{48.00} ({40.00})</div><div>inc. VAT", "inc. VAT {48.00} {40.00}"]
)
def test_words_that_may_speak_of_either_do_not(text: str) -> None:
    assert stored("en", text) is None


def test_an_amount_with_its_tax_to_the_cent_needs_no_word_where_no_shop_asks_the_lower_one() -> None:
    body = "<h1>Torvik bench</h1><div>£29.94 (£24.95)</div><p>In stock</p><button>Add to cart</button>"
    told = body.replace("29.94", "29.93").replace("24.95", "24.94")
    for page, price in ((body, None), (told, "29.93")):
        answer = read_page(page, url="https://www.haven.co.uk/p/torvik", title="Torvik bench", lang="en")
        assert stored_of(answer) == price


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("bg", "97,79 лв. 78,23 лв. {50.00} {40.00}"),
        ("bg", "{50.00} {40.00} 97,79 лв. 78,23 лв."),
        ("hr", "{50.00} 376,72 kn {40.00} 301,38 kn"),
        ("hr", "{50.00} {40.00} 376,72 kn 301,38 kn"),
    ],
)
def test_old_and_new_in_two_currencies_wait(lang: str, text: str) -> None:
    assert stored(lang, text) is None


@pytest.mark.parametrize(
    ("lang", "text"), [("bg", "{40.00} / 78,23 лв."), ("hr", "{40.00} (301,38 kn)"), ("hr", "{40.00} 301,38 kn")]
)
def test_one_price_in_two_currencies_is_stored(lang: str, text: str) -> None:
    assert stored(lang, text) == "40.00"


@pytest.mark.parametrize("text", ["480 kr 400 kr", "480 kr / 400 kr", "-17% 480 kr 400 kr", "480 kr 400 kr (-17%)"])
def test_a_declared_price_waits_too_where_a_lower_one_follows_it_in_its_text(text: str) -> None:
    """The markup may still say what was asked before."""
    body = f"<div>{text}</div><p>I lager</p><button>Köp</button>"
    assert stored_price("Torvik bench", body, "480", "SEK", "se") is None


@pytest.mark.parametrize("text", ["-17% {48.00} {40.00}", "{48.00} -17% {40.00}", "{48.00} {40.00} (-17%)"])
def test_a_per_cent_between_the_two_says_which_is_asked(text: str) -> None:
    assert stored("en", text) == "40.00"
    assert stored("en", text.replace("17", "30")) is None


BUY = "<button>Add to basket</button><p>In stock</p>"


@pytest.mark.parametrize(
    ("around", "price"),
    [
        ("<p class='price'>£100.00</p><table><tr><td>10+</td><td>£90.00 £100.00 (-10%)</td></tr></table>", "100.00"),
        ("<table><tr><td>10+</td><td>£90.00 £100.00 (-10%)</td></tr></table><p class='price'>£100.00</p>", None),
        ("<p class='price'>£40.00</p><p>2+</p><p>£36.00 £40.00 -10%</p>", "40.00"),
        ("<p class='price'>£24.99</p><h3>Care plan</h3><p>£60.00 £54.00 -10%</p>", None),
        ("<p class='price'>£107.00 (£100.00 + 7%)</p>", None),
        ("<p class='price'>£24.99</p><p>Delivery £3.95 - £6.95</p>", "24.99"),
        ("<p class='price'>£24.99</p><p>£24.99 - £40.00</p>", "24.99"),
        ("<p class='price'>£80.00</p><p>£100.00 - £20.00</p>", "80.00"),
        ("<p class='price'>£120.00 (£100.00)</p><p>inc VAT / ex VAT</p>", "120.00"),
    ],
)
def test_such_a_line_beside_the_price_is_another_thing(around: str, price: str | None) -> None:
    body = f"<h1>Blue mug</h1>{around}{BUY}"
    answer = read_page(body, url="https://www.haven.co.uk/p/blue-mug", title="Blue mug", lang="en")
    assert stored_of(answer) == price
