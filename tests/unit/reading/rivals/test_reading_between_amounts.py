"""A line of words between two amounts is said of one of them: of the second in whose box alone it stands, else of the
lower where it speaks of terms, and of the higher where it speaks of what was asked before.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra Kettle 1200"


def stored(body: str, ending: str = "co.uk") -> str | None:
    """The price that is stored of a page with this between heading and button."""
    answer = read_page(
        f"<h1>{NAME}</h1>{body}<p>In stock</p><button>Add to basket</button>",
        url=f"https://www.pine-house.{ending}/p/vorra-kettle-1200",
        title=NAME,
        lang="en",
    )
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("lower", "label", "higher", "ending", "price"),
    [
        ("£79.90", "Loyalty members", "£99.90", "co.uk", "99.90"),
        ("12 990 Ft", "Hűségkártyával", "15 990 Ft", "hu", "15990"),
        ("79,90 €", "Püsikliendi hind", "99,90 €", "ee", "99.90"),
        ("฿790", "ราคาสำหรับสมาชิก The 1", "฿990", "co.th", "990"),
        ("₪99.90", "מחיר לחברי מועדון", "₪129.90", "co.il", "129.90"),
        ("149 €", "mtl. Finanzierung", "1.390 €", "de", "1390.00"),
    ],
)
def test_terms_between_two_amounts_are_those_of_the_lower(
    lower: str, label: str, higher: str, ending: str, price: str
) -> None:
    said = stored(f"<div>{lower}</div><div>{label}</div><div>{higher}</div>", ending)
    assert said is not None
    assert float(said) == float(price)


@pytest.mark.parametrize(
    "body",
    [
        "<div>199,00 €</div><div>PVP recomendado</div><div>159,00 €</div>",
        "<div>159,00 €</div><div>PVP recomendado</div><div>199,00 €</div>",
        "<div>PVP recomendado</div><div>199,00 €</div><div>159,00 €</div>",
    ],
)
def test_what_was_asked_before_is_the_higher(body: str) -> None:
    assert stored(body, "es") == "159.00"


@pytest.mark.parametrize(
    "body",
    [
        "<div>£20.00</div><div>Members</div><div>£15.00</div>",
        "<div>£20.00</div><div><span>Gift wrap</span> <b>£25.00</b></div>",
    ],
)
def test_forward_where_the_lower_amount_or_its_box_says_so(body: str) -> None:
    assert stored(body) == "20.00"


def test_terms_in_the_box_of_the_higher_amount_are_not_its_own() -> None:
    assert stored("<div><p>£300.00</p><i>Instalments 0%</i></div><p>Gifts worth £20.00</p>") == "300.00"


@pytest.mark.parametrize(
    ("first", "said", "second", "said_too", "ending", "price"),
    [
        ("15 400 Kč", "s dovozem a montáží", "12 900 Kč", "osobní odběr", "cz", "12900.00"),
        ("£540.00", "with assembly", "£490.00", "collected from us", "co.uk", "490.00"),
        ("540,00 €", "mit Montage", "490,00 €", "zur Abholung", "de", "490.00"),
    ],
)
def test_words_in_turn_with_amounts_are_said_of_the_one_above(
    first: str, said: str, second: str, said_too: str, ending: str, price: str
) -> None:
    row = "<div class=c1>{}</div><div class=c2>{}</div>"
    assert stored(row.format(first, said) + row.format(second, said_too), ending) == price


def test_a_sentence_around_the_second_amount_is_said_of_that_one() -> None:
    assert stored("<div><b>£119.00</b> <p>Was <b>£148.75</b> last year</p></div>") == "119.00"


@pytest.mark.parametrize("foreign", ["€139.00", "US$151.00"])
def test_the_amount_at_home_close_behind_one_in_another_currency_makes_that_doubtful(foreign: str) -> None:
    assert stored(f"<p class='price'>{foreign}</p><div>£119.00</div>") in {"119.00", None}
    assert stored(f"<p class='price'>£119.00</p><div>{foreign}</div>") == "119.00"
