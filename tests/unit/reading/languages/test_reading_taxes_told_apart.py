"""Beside an amount without the tax, and the tax alone, the one with the tax in it is the price: in many languages, in
either order, and however words and amounts are drawn.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra 3000"
SAID = {
    "lt": ("be PVM", "PVM 21%", "su PVM", "Į krepšelį"),
    "et": ("ilma käibemaksuta", "Käibemaks (22%)", "koos käibemaksuga", "Lisa ostukorvi"),
    "pl": ("netto", "VAT (23%)", "brutto", "Dodaj do koszyka"),
    "de": ("zzgl. MwSt.", "MwSt. 19 %", "inkl. gesetzl. MwSt.", "In den Warenkorb"),
    "nl": ("excl. btw", "btw (21%)", "incl. 21% btw", "In winkelwagen"),
    "it": ("senza IVA", "IVA (22%)", "IVA compresa", "Aggiungi al carrello"),
    "es": ("sin impuestos nacionales", "IVA 21%", "IVA incluido", "Agregar al carrito"),
    "ro": ("fără TVA", "TVA (19%)", "inclusiv TVA", "Adaugă în coș"),
    "hu": ("nettó", "ÁFA (27%)", "áfá-val", "Kosárba"),
    "sl": ("brez DDV", "DDV 22%", "DDV vključen", "V košarico"),
    "ru": ("без НДС", "НДС (20%)", "включая НДС", "В корзину"),
    "kk": ("ҚҚС-сыз", "ҚҚС 12%", "ҚҚС-мен", "Себетке қосу"),
    "tr": ("KDV hariç", "KDV (%20)", "KDV dahildir", "Sepete ekle"),
    "en": ("ex VAT", "VAT @ 20%", "inc VAT", "Add to basket"),
    "ms": ("tanpa cukai", "SST (6%)", "termasuk SST", "Tambah ke troli"),
    "mn": ("НӨАТ-гүй", "НӨАТ 10%", "НӨАТ орсон", "Сагсанд нэмэх"),
    "ko": ("VAT 별도", "부가세(10%)", "VAT 포함", "장바구니 담기"),
}
"""Language → what is said of the amount net, of the tax, of the amount with it; what the button says."""
AMOUNTS = ("€100.00", "€20.00", "€120.00")
FORMS = {
    "table": "<tr><td>{0}</td><td>{1}</td></tr>",
    "label": "<p>{0}: {1}</p>",
    "behind": "<p>{1} {0}</p>",
    "small": "<span>{1}</span> <small>{0}</small> ",
    "brackets": "<div>{1} ({0})</div>",
}


def read(prices: str, button: str) -> Any:
    body = f"<h1>{NAME}</h1>{prices}<form action='/cart'><button>{button}</button></form>"
    answer = read_page(body, url="https://www.pine-house.ie/p/vorra-3000", title=NAME)
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else answer["verdict"]["reason"]


def drawn(form: str, language: str, order: tuple[int, ...]) -> str:
    rows = "".join(FORMS[form].format(SAID[language][part], AMOUNTS[part]) for part in order)
    return f"<table>{rows}</table>" if form == "table" else f"<div>{rows}</div>"


@pytest.mark.parametrize("order", [(0, 2), (2, 0), (0, 1, 2), (2, 1, 0), (2, 1)])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", SAID)
def test_the_amount_with_the_tax_is_the_price(language: str, form: str, order: tuple[int, ...]) -> None:
    assert read(drawn(form, language, order), SAID[language][3]) == "120.00"


@pytest.mark.parametrize(
    "prices",
    [
        "<p>€120.00 <small>VAT</small> <small>included</small></p>",
        "<div>€120.00</div><div>VAT included</div>",
        "<p>Price: €120.00</p><p>VAT</p><p>Shipping €5.00</p>",
    ],
)
def test_the_name_of_a_tax_that_goes_on_makes_no_amount_the_tax(prices: str) -> None:
    assert read(prices, "Add to basket") == "120.00"


def test_a_row_s_label_says_nothing_of_the_amount_in_the_row_above() -> None:
    rows = "<tr><td>Price</td><td>€120.00</td></tr><tr><td>Trade price</td><td>Log in to see it</td></tr>"
    assert read(f"<table>{rows}</table>", "Add to basket") == "120.00"


def test_words_behind_an_amount_that_has_a_label_of_its_own_are_not_taken_for_its_terms_elsewhere() -> None:
    later = "<p>Buy now, pay later: pay €120.00 for 30 days</p>"
    assert read(f"<p>Price: €120.00</p>{later}", "Add to basket") == "120.00"
