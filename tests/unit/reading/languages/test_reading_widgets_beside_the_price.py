"""Lines that shops and their plugins print beside the price, with an amount drawn exactly as the price is: in the app,
elsewhere, what comes back, what is asked besides. The words before it on its line are said of that amount, not of the
price above them, and so are those that run on behind it.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.invented.plain_page import read_page

PRICE = "138,90 €"
OTHERS = (
    ("de", "App-Preis {}", "125,01 €"),
    ("de", "Bei Mitbewerbern {}", "173,62 €"),
    ("en", "Price in the app {}", "125,01 €"),
    ("en", "Price last week {}", "173,62 €"),
    ("en", "Assembly service {}", "20,84 €"),
    ("es", "Te devolvemos {}", "6,95 €"),
    ("es", "Precio de la competencia {}", "173,62 €"),
    ("fr", "Prix appli {}", "125,01 €"),
    ("fr", "Droits de douane env. {}", "20,84 €"),
    ("it", "Ti rimborsiamo {}", "6,95 €"),
    ("it", "Prezzo settimana scorsa {}", "173,62 €"),
    ("nl", "Installatieservice {}", "20,84 €"),
    ("pt", "Preço da concorrência {}", "173,62 €"),
    ("sk", "Cena v aplikácii {}", "125,01 €"),
    ("fi", "Sovellushinta {}", "125,01 €"),
    ("el", "Τιμή ανταγωνισμού {}", "173,62 €"),
    ("bg", "Цена в приложението {}", "125,01 €"),
)


def stored(lang: str, before: str, behind: str) -> Decimal | None:
    """The price that is stored of a page with these two lines above and below its price."""
    drawn = f"<p class='price'><span class='amount'>{PRICE}</span></p>"
    answer = read_page(
        f"<h1>Vorra lantern</h1>{before}{drawn}{behind}<p>In stock</p><form><button>Add to cart</button></form>",
        url="https://www.pine-house.eu/p/vorra-lantern",
        title="Vorra lantern | Pine House",
        lang=lang,
    )
    return Decimal(answer["offer"]["price"]) if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize(("lang", "words", "amount"), OTHERS)
def test_words_that_run_on_to_an_amount_are_not_said_of_the_price_above(lang: str, words: str, amount: str) -> None:
    line = "<p>" + words.format(f"<span class='amount'>{amount}</span>") + "</p>"
    assert stored(lang, "", line) in {Decimal("138.90"), None}


@pytest.mark.parametrize(
    "lines",
    [
        "<div><p>App price</p><span class='amount'>125,01 €</span></div>",
        "<p>App price</p><p><span class='amount'>125,01 €</span></p>",
        "<div><b>App price</b> <span class='amount'>125,01 €</span></div>"
        "<div><b>Delivery</b> <span class='amount'>4,90 €</span></div>",
    ],
)
def test_words_in_a_box_with_an_amount_or_above_words_of_stock(lines: str) -> None:
    assert stored("en", "", lines) == Decimal("138.90")


@pytest.mark.parametrize(
    ("lang", "words", "amount"),
    [
        *(("de", f"{{}} {said}", "13,89 €") for said in ("Rabatt auf die erste Bestellung", "günstiger mit der App")),
        ("en", "{} off your first order", "13,89 €"),
        ("es", "{} de descuento con el código VORRA10", "13,89 €"),
        ("it", "{} di sconto con il codice VORRA10", "13,89 €"),
        ("pt", "{} de desconto com o código VORRA10", "13,89 €"),
        ("nl", "Elders goedkoper? Wij geven {} korting", "13,89 €"),
        ("fi", "{} alennus koodilla VORRA10", "13,89 €"),
        ("el", "{} έκπτωση με τον κωδικό VORRA10", "13,89 €"),
        ("bg", "{} отстъпка с код VORRA10", "13,89 €"),
    ],
)
def test_words_that_run_on_behind_an_amount_are_said_of_it(lang: str, words: str, amount: str) -> None:
    line = "<p>" + words.format(f"<b class='price'>{amount}</b>") + "</p>"
    assert stored(lang, line, "") in {Decimal("138.90"), None}


@pytest.mark.parametrize(
    "line",
    [
        "<p>Our price <b class='price'>138,90 €</b> including tax</p>",
        "<p>Only <b class='price'>138,90 €</b> each</p>",
        "<p class='price'>Price <b class='amount'>138,90 €</b> incl. VAT, plus shipping</p>",
    ],
)
def test_words_that_run_on_around_the_price_leave_it_as_it_is(line: str) -> None:
    answer = read_page(
        f"<h1>Vorra lantern</h1>{line}<p>In stock</p><form><button>Add to cart</button></form>",
        url="https://www.pine-house.eu/p/vorra-lantern",
        title="Vorra lantern | Pine House",
        lang="en",
    )
    assert (answer["verdict"]["status"], answer["offer"]["price"]) == ("ok", "138.90")
