"""An amount that stands first and is not the price: a fee for recycling, what a load of washing costs, the lowest of
thirty days, what was asked before. The price behind it is stored, without any markup.
"""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra Kettle 1200"


def stored(body: str, button: str, ending: str) -> str | None:
    answer = read_page(
        f"<h1>{NAME}</h1>{body}<p>SKU: VK-1200</p><button>{button}</button>",
        url=f"https://www.pine-house.{ending}/p/vorra-kettle-1200",
        title=NAME,
    )
    return answer["offer"]["price"] if (answer.get("verdict") or {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("ending", "button", "sign", "words"),
    [
        ("fr", "Ajouter au panier", "{} €", "éco-participation, comprise"),
        ("nl", "In winkelmand", "€ {}", "recyclingbijdrage"),
        ("it", "Aggiungi al carrello", "{} €", "contributo RAEE incluso"),
        ("cz", "Do košíku", "{} Kč", "recyklační poplatek"),
        ("se", "Köp", "{} kr", "kemikalieskatt"),
        ("co.uk", "Add to basket", "£{}", "a load"),
        ("de", "In den Warenkorb", "{} €", "pro Waschladung"),
        ("es", "Añadir al carrito", "{} €", "por lavado"),
        ("pl", "Do koszyka", "{} zł", "– tyle najmniej w ciągu 30 dni przed obniżką"),
        ("de", "In den Warenkorb", "{} €", "(niedrigster Preis der letzten 30 Tage)"),
        ("hr", "Dodaj u košaricu", "{} €", "– najniža cijena u zadnjih 30 dana"),
    ],
)
def test_the_price_is_the_one_behind(ending: str, button: str, sign: str, words: str) -> None:
    low, price = ("12.00", "44.00") if ending == "co.uk" else ("12,00", "44,00")
    first = f"<p><b class=price>{sign.format(low)}</b> <span>{words}</span></p>"
    body = f"{first}<div><span class=sum>{sign.format(price)}</span></div>"
    assert stored(body, button, ending) == "44.00"


@pytest.mark.parametrize(
    ("ending", "button", "sign", "said"),
    [
        ("se", "Köp", "{} kr", "Säsongsrea – du sparar 600 kr"),
        ("co.uk", "Add to basket", "£{}", "Summer sale – you save £600"),
        ("de", "In den Warenkorb", "{} €", "Sommeraktion | Sie sparen 600 €"),
        ("fr", "Ajouter au panier", "{} €", "Soldes – vous économisez 600 €"),
    ],
)
def test_the_lower_of_two_in_a_row_that_differ_by_what_is_saved(ending: str, button: str, sign: str, said: str) -> None:
    prices = "".join(f"<span class=value>{sign.format(price)}</span> " for price in (1899, 1299))
    assert stored(f"<div class=price>{prices}</div><p>{said}</p>", button, ending) == "1299.00"
    assert stored(f"<div class=price>{prices}</div><p>{said.replace('600', '500')}</p>", button, ending) is None
