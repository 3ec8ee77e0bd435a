"""Prices of pages that mark up nothing, among the amounts that shops print around them: the right one is stored."""

from __future__ import annotations

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Vorra 20"


def read(shown: str, lang: str, stock: str, country: str) -> tuple[str | None, str]:
    """(price, verdict)"""
    body = f"<h1>{NAME}</h1>{shown}<p>{stock}</p><button>Add to cart</button>"
    html = (
        f"<html lang='{lang}'><head><meta charset='utf-8'><title>{NAME} | Pine House</title></head><body>{body}</body>"
    )
    answer = read_saved(html.encode(), f"https://pinehouse.example.{country}/p/vorra-20", SHOPS)
    return answer["offer"]["price"], answer["verdict"]["status"]


DE, FR, PL = ("de", "Auf Lager", "de"), ("fr", "En stock", "fr"), ("pl", "W magazynie", "pl")
TR, DA, LT = ("tr", "Stokta", "tr"), ("da", "På lager", "dk"), ("lt", "Yra sandėlyje", "lt")
EL = ("el", "Άμεσα διαθέσιμο", "gr")
KO, SV = ("ko", "재고 있음", "kr"), ("sv", "I lager", "se")


def table(*rows: tuple[str, str]) -> str:
    return "<table>" + "".join(f"<tr><td>{pieces}</td><td>{amount}</td></tr>" for pieces, amount in rows) + "</table>"


CASES = {
    "delivery in brackets behind its link": (
        "<p class='preis'>64,90 €</p><small>zzgl. <a href='/i/2'>Versand</a> (4,90 €)</small>", DE, "64.90",
    ),
    "a table that begins with five pieces": (
        "<p class='prix'>9,80 €</p>" + table(("5 et +", "9,30 €"), ("10 et +", "8,80 €")), FR, "9.80",
    ),
    "a table in Danish": (
        "<p class='pris'>46,00 kr.</p>" + table(("10 stk.", "42,00 kr."), ("20 stk.", "39,00 kr.")), DA, "46.00",
    ),
    "delivery, in French": ("<p>14,50 €</p><p>Frais d’expédition de 12 €</p>", FR, "14.50"),
    "what is saved, in Lithuanian": ("<del>105,00 €</del><ins>84,00 €</ins><p>Sutaupote 21,00 €</p>", LT, "84.00"),
    "what was asked before, by a Polish class": (
        "<p><i class='przed'>259,00 zł</i> <i class='po'>219,00 zł</i></p>", PL, "219.00",
    ),
    "by a Turkish class": ("<p><i class='eski'>1.480,00 TL</i> <i class='yeni'>1.250,00 TL</i></p>", TR, "1250.00"),
    "from what sum on delivery is free": ("<p>68,000원</p><p>배송비 3,000원 (50,000원 이상 무료)</p>", KO, "68000"),
    "what it costs new, in a sentence": ("<p>650 kr</p><p>Skick: mycket gott. Nypris 1 400 kr.</p>", SV, "650.00"),
    "net first, gross in words": (
        "<p>990,00 €</p><p>zuzüglich 19 % MwSt.</p><p>1.178,10 € Bruttobetrag</p>", DE, "1178.10",
    ),
    "a per cent that is the tax's, and one drawn in two pieces": (
        "<p>Τιμή καταλόγου: <s>89,00 €</s></p><p class='price'>71,20 €</p><p>Οι τιμές περιλαμβάνουν ΦΠΑ 24%</p>"
        "<p>Κερδίζετε: <b>17,80</b> <b>€</b> (<b>20</b> <b>%)</b></p>", EL, "71.20",
    ),
    "the net price close by, in no words": (
        "<p><b class='price'>30,28 €</b></p><p>28,30 €</p><p>inkl. MwSt.</p>", DE, "30.28",
    ),
    "what a catalogue says it is worth": (
        "<table><tr><td>Katalogwert ANK:</td><td>EUR 85,00</td></tr><tr><td>Unser Preis:</td><td>EUR 34,00</td></tr>"
        "</table>", DE, "34.00",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("shown", "place", "price"), CASES.values(), ids=CASES)
def test_the_price_among_other_amounts(shown: str, place: tuple[str, str, str], price: str) -> None:
    assert read(shown, *place) == (price, "ok")


def test_an_amount_that_is_a_heading_before_the_name_goes_over_one_in_a_sentence() -> None:
    """As osCommerce draws it: at the right of the name, and before it."""
    heads = "<h1 style='float:right'><del>52,90€</del> <span>46,55€</span></h1><h1><a href='/p/4'>{name}</a></h1>"
    text = "<p>Sierra de doble filo. La hoja de recambio se vende aparte por <b>27,40€</b>. Enviamos en 24 horas.</p>"
    html = (
        f"<html lang='es'><meta charset='utf-8'><title>{NAME} | Casa</title><body><div>{heads.format(name=NAME)}</div>"
    )
    answer = read_saved(
        f"{html}{text}<button>Añadir a la Cesta</button>".encode(), "https://casa.example.es/p/4", SHOPS
    )
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("46.55", "ok")


def test_an_amount_in_the_middle_of_a_sentence_is_not_alone() -> None:
    text = "<p>Ein Kessel aus Kupfer. Der passende Deckel kostet bei uns <b>27,40 €</b>. Versand morgen.</p>"
    assert read(f"<p>89,00 €</p>{text}", *DE) == ("89.00", "ok")


def test_what_was_raised_is_no_price() -> None:
    counted = "<p><strong>Spendenstand</strong></p><p><span>0</span> <span>23078.84</span> <span>€</span></p>"
    assert read(f"{counted}<p>Kaffee aus Angola, von Frauen geröstet und verpackt.</p>", *DE)[1] != "ok"
