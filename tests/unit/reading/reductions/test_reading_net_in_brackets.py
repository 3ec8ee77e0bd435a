"""A bracket on a line of its own that says "without tax" is said of the amount above it, if that is the lower one."""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page

NAME = "Vorra Ring Terminal M4"
TABLE = "<table><tr><td>1 - 4</td><td>£9.50</td></tr><tr><td>5 - 9</td><td>£9.02</td></tr></table>"


def stored(body: str, price: str = "9.50", ending: str = "co.uk", currency: str = "GBP") -> str | None:
    """The price that is stored of a page that declares this one, with this between heading and button."""
    return stored_price(NAME, f"{body}<button>Add to basket</button>{TABLE}", price, currency, ending)


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£9.50</p><p>(exc. VAT)</p><p class=price>£11.40</p><p>(inc. VAT)</p>",
        "<p>£9.50</p><p>[excl. VAT]</p><p>£11.40</p><p>[incl. VAT]</p>",
        "<p>(exc. VAT)</p><p class=price>£9.50</p><p>(inc. VAT)</p><p class=price>£11.40</p>",
        "<p>(inc. VAT)</p><p class=price>£11.40</p><p>(exc. VAT)</p><p class=price>£9.50</p>",
        "<p class=price>£11.40</p><p>(inc. VAT)</p><p class=price>£9.50</p><p>(exc. VAT)</p>",
    ],
)
def test_the_amount_with_tax_is_the_price(body: str) -> None:
    assert stored(body) == "11.40"
    assert stored(body, "11.40") == "11.40"


def test_of_two_of_which_one_is_net_the_other_is_stored() -> None:
    assert stored("<p class=price>£9.50</p><p>(ex VAT)</p><p class=price>£11.40</p>") == "11.40"


def test_in_another_language() -> None:
    body = "<p class=price>100,00 €</p><p>(zzgl. MwSt.)</p><p class=price>119,00 €</p><p>(inkl. MwSt.)</p>"
    assert stored(body, "100.00", "de", "EUR") == "119.00"


@pytest.mark.parametrize("words", ["(each)", "(in stock)", "(inc. VAT)", "(RRP £12.00)"])
def test_other_words_in_brackets_change_nothing(words: str) -> None:
    assert stored(f"<p class=price>£9.50</p><p>{words}</p>") == "9.50"


@pytest.mark.parametrize("net", ["(ekskl. moms 956,00)", "(ekskl. moms: 956,00)", "excl. moms 956,00"])
def test_a_net_amount_without_a_sign_behind_the_price_makes_that_none(net: str) -> None:
    shown = f"<p><span>Pris</span> <b class='price'>1.195,00 DKK</b><br><span class='excl'>{net}</span></p>"
    answer = read_page(
        f"<h1>{NAME}</h1>{shown}<button>Læg i kurv</button><p>På lager</p>",
        url="https://www.pine-house.dk/p/vorra-ring",
        title=f"{NAME} | Pine House",
        lang="da",
    )
    assert (answer["verdict"]["status"], answer["offer"]["price"]) == ("ok", "1195.00")


def test_a_net_price_alone_is_what_it_was() -> None:
    assert stored("<p class=price>£9.50</p><p>(exc. VAT)</p>") in {"9.50", None}


@pytest.mark.parametrize("said", ["（税別）", "＋税", "+ 税"])
def test_two_letters_that_say_without_tax(said: str) -> None:
    answer = read_page(
        f"<h1>{NAME}</h1><p class=price>4,350円</p><p>{said}</p><p>在庫あり</p><button>カートに入れる</button>",
        url="https://www.pine-house.jp/p/4411",
        title=NAME,
    )
    assert answer["verdict"]["status"] != "ok"


@pytest.mark.parametrize(
    ("rows", "price"),
    [
        ((("Excl. BTW", "32,73"), ("Incl. 19% BTW", "38,95")), "38.95"),
        ((("Excl. BTW", "32,73"), ("Incl. BTW", "38,95")), "38.95"),
        ((("Prijs", "38,95"), ("Korting 19%", "46,35")), None),
    ],
)
def test_the_label_of_the_amount_with_tax_may_name_the_rate(
    rows: tuple[tuple[str, str], ...], price: str | None
) -> None:
    cells = "".join(f"<tr><td>{label}</td><td>€ {amount}</td></tr>" for label, amount in rows)
    body = f"<h1>{NAME}</h1><table class=prijs>{cells}</table><p>Op voorraad</p><button>In winkelwagen</button>"
    answer = read_page(body, url="https://holm.example.nl/p/vorra-ring-terminal-m4", title=NAME, lang="nl")
    is_stored = answer["verdict"]["status"] == "ok"
    assert (answer["offer"]["price"] if is_stored else None) == price
