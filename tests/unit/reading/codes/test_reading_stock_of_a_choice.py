"""What is said of one choice of several, or of one branch of a shop, is not said of the product: in many languages."""

from __future__ import annotations

import pytest

from tests.unit.reading.languages.test_reading_stock_in_many_languages import read

GONE = (
    "Sold out",
    *"Ausverkauft Épuisé Esgotado Uitverkocht Slutsåld Vyprodáno Elfogyott Tükendi 품절 缺货 אזל".split(),
)


@pytest.mark.parametrize("gone", [*GONE, "Stoc epuizat", "在庫なし", "Нет в наличии", "غير متوفر"])
@pytest.mark.parametrize(
    "choice",
    [
        "<div><div>S</div><div>M</div><div>L <span>{}</span></div></div>",
        "<div><button type='button'>S</button><button disabled type='button'>L <span>{}</span></button></div>",
        "<div><a href='#s'>S</a> <a href='#m'>M</a> <a href='#l'>L <em>{}</em></a></div>",
        "<table><tr><td>S</td><td>12</td></tr><tr><td>M</td><td>3</td></tr><tr><td>L</td><td>{}</td></tr></table>",
        "<div><p>S</p><p>M</p><p>L - {}</p></div>",
    ],
)
def test_a_size_that_is_gone_beside_others_says_nothing(choice: str, gone: str) -> None:
    buys = "<form><button>Add to cart</button></form>"
    assert read(f"<p class='price'>€120.00</p>{choice.format(gone)}{buys}") == "IN_STOCK"


@pytest.mark.parametrize(
    "row",
    [
        "<ul><li>Availability: Sold out</li><li>Brand: Hill</li><li>Size: M</li></ul>",
        "<div><p>€120.00</p><p>Size M</p><p>This cup is sold out</p></div>",
        "<div><p>€120.00</p><p>AB-12</p><p>Cup: sold out</p></div>",
        "<div><b>New</b><b>Blue</b><b>Sold out</b></div>",
    ],
)
def test_what_is_gone_is_no_size(row: str) -> None:
    assert read(f"<p class='price'>€120.00</p>{row}") == "OUT_OF_STOCK"


@pytest.mark.parametrize(
    "line",
    [
        *("Not available in your store", "Nicht im Markt verfügbar, online lieferbar", "Niet op voorraad in winkel"),
        *("Slut i butik", "Ikke på lager i butikk", "Udsolgt i butik", "Ei saatavilla myymälässä", "店舗在庫なし"),
        *("Není skladem na prodejně", "Indisponibil în magazin", "매장 재고 없음", "门店无货", "לא זמין בסניף"),
    ],
)
def test_one_branch_that_has_none_says_nothing(line: str) -> None:
    buys = "<form><button>Add to cart</button></form>"
    assert read(f"<p class='price'>€120.00</p><p>{line}</p>{buys}") == "IN_STOCK"
