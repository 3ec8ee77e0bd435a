"""What stands behind an amount and a stroke: a measure, a time or a head makes it no price of goods, a piece leaves it.

The page may declare the amount as its price all the same.
"""

from __future__ import annotations

import pytest

from tests.invented.declared_page import stored_price
from tests.invented.plain_page import read_page

SHOPS = {
    # its address ends in, price, currency, in stock, button
    "fi": ("149,00 €", "EUR", "Varastossa", "Lisää ostoskoriin"),
    "se": ("149 kr", "SEK", "I lager", "Lägg i varukorg"),
    "dk": ("149,00 kr.", "DKK", "På lager", "Læg i kurv"),
    "de": ("149,00 €", "EUR", "Auf Lager", "In den Warenkorb"),
    "co.uk": ("£149.00", "GBP", "In stock", "Add to basket"),
    "fr": ("149,00 €", "EUR", "En stock", "Ajouter au panier"),
    "it": ("€ 149,00", "EUR", "Disponibile", "Aggiungi al carrello"),
    "nl": ("€ 149,00", "EUR", "Op voorraad", "In winkelwagen"),
    "pl": ("149,00 zł", "PLN", "Dostępny", "Dodaj do koszyka"),
    "cz": ("149 Kč", "CZK", "Skladem", "Do košíku"),
    "hu": ("149 Ft", "HUF", "Raktáron", "Kosárba"),
    "ru": ("149 ₽", "RUB", "В наличии", "В корзину"),
    "kr": ("149원", "KRW", "재고 있음", "장바구니 담기"),
}
NOT_PIECES = {
    "fi": ["jm", "h", "yö", "krt"],
    "se": ["lpm", "tim", "natt", "gång"],
    "dk": ["lbm", "time", "døgn", "kuvert"],
    "de": ["SRM", "Std.", "Ster", "Tonne"],
    "co.uk": ["yd", "wk", "yr", "head", "session", "cwt"],
    "fr": ["stère", "convive", "séance"],
    "it": ["quintale", "anno"],
    "nl": ["m1", "uur", "jaar"],
    "pl": ["godz.", "noc", "mies.", "tona"],
    "cz": ["prm", "hod.", "týden"],
    "hu": ["fm", "óra", "év"],
    "ru": ["т", "час", "ночь", "смена"],
    "kr": ["마", "인"],
}
PIECES = {
    "fi": ["kpl", "pari", "rulla"],
    "se": ["st", "par", "förp"],
    "dk": ["stk.", "par", "pakke"],
    "de": ["Stück", "VE", "Rolle", "Paar"],
    "co.uk": ["each", "pair", "pack", "roll"],
    "fr": ["pièce", "paire"],
    "it": ["pz", "conf."],
    "nl": ["stuk", "doos"],
    "pl": ["szt.", "opak."],
    "cz": ["ks", "bal."],
    "hu": ["db", "csomag"],
    "ru": ["шт.", "упак."],
    "kr": ["개", "세트"],
}


def stored(ending: str, behind: str, *, is_declared: bool) -> str | None:
    price, currency, in_stock, button = SHOPS[ending]
    body = f"<p class=price>{price}{behind}</p><p>{in_stock}</p><button>{button}</button>"
    if is_declared:
        return stored_price("Vorra pine", body, "149.00", currency, ending)
    answer = read_page(f"<h1>Vorra pine</h1>{body}", url=f"https://www.pine-house.{ending}/p/4411", title="Vorra pine")
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("is_declared", [False, True])
@pytest.mark.parametrize(("ending", "unit"), [(ending, one) for ending, units in NOT_PIECES.items() for one in units])
def test_a_measure_a_time_or_a_head_makes_no_price(ending: str, unit: str, is_declared: bool) -> None:
    assert stored(ending, f" / {unit}", is_declared=is_declared) is None
    assert stored(ending, f"/{unit}", is_declared=is_declared) is None


@pytest.mark.parametrize("is_declared", [False, True])
@pytest.mark.parametrize(("ending", "piece"), [(ending, one) for ending, pieces in PIECES.items() for one in pieces])
def test_a_piece_leaves_the_price(ending: str, piece: str, is_declared: bool) -> None:
    assert stored(ending, f" / {piece}", is_declared=is_declared) in {"149", "149.00"}


@pytest.mark.parametrize(("name", "reason"), [("price-measure", None), ("aside", "UNCONFIRMED_PRICE")])
def test_what_one_of_many_costs_is_told_by_its_element(name: str, reason: str | None) -> None:
    body = (
        "<h1>Lampa Oak X5</h1><p><span>35 Kč</span> <span>–17 %</span> <span class=now>29 Kč</span></p>"
        f"<p class={name}><span>1,93 Kč / 1 ks</span></p><p>Skladem</p><button>Do košíku</button>"
    )
    answer = read_page(body, url="https://lampy.cz/lampa-oak-x5", title="Lampa Oak X5", lang="cs")
    assert answer["offer"]["price"] == "29.00" and answer["verdict"]["reason"] == reason
