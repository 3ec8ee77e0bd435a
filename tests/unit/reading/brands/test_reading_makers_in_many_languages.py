"""A maker behind a label, and without one behind words for "more from", "by" and "made by", of many languages; and what
a page by hand says of its price and of how to order.
"""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

MORE = (
    *("Mer av …", "Kaikki … tuotteet", "Fleiri vörur frá …", "Kõik … tooted", "Citas … preces", "Daugiau … prekių"),
    *("Další produkty značky …", "Všetky produkty …", "Vsi izdelki …", "Ostali proizvodi marke …", "Сви производи …"),
    *("Сите производи од …", "Më shumë nga …", "Още от …", "Toate produsele de la …", "Összes … termék"),
    *("Άλλα προϊόντα …", "Diğer … ürünleri", "Усі товари бренду …", "Больше от …", "Усе тавары …", "Més de …"),
    *("עוד מבית …", "همه محصولات …", "Bütün … məhsulları", "Барлық … тауарлары", "Barcha … mahsulotlari"),
)
MADE = ("Tillverkas av …", "Laget av …", "Framleitt af …", "Pagamino …", "Vyrába …", "Proizvaja …", "Gyártja a …")
BY = ("valmistajalta", "frá", "tootjalt", "nga", "de la", "ад", "per", "מבית")
LABELS = (
    *("Trademark", "Product manufacturer", "Produktmarke", "Hersteller-Name", "Constructeur", "Grife"),
    *("Nome del produttore", "Gemaakt door", "Marka produktu", "Výrobce produktu", "Výrobca tovaru", "Gyártja"),
    *("Nume producător", "Марка на продукта", "Название производителя", "Назва виробника", "Кампанія-вытворца"),
    *(
        "Κατασκευάστρια εταιρεία",
        "Marka adı",
        "Varumärkesnamn",
        "Produceret af",
        "Fremstillet af",
        "Fremstilt av",
        "Tillverkad av",
        "Merkenavn",
        "Tuotteen valmistaja",
    ),
    *("Tootja nimi", "Zīmola nosaukums", "Prekių ženklas", "Naziv proizvajalca", "Proizvodjač", "Назив произвођача"),
    *("Трговска марка", "Markë", "製造会社", "ブランド／メーカー", "메이커", "제작사", "品牌商", "產品品牌", "Nhà SX"),
    *("ยี่ห้อสินค้า", "Merek produk", "Jenama produk", "اسم الماركة", "חברה יצרנית", "نام برند", "নির্মাতা", "მარკა"),
    *("Մակնիշ", "Маркасы", "Savdo markasi", "Brendin adı", "Nom de la marca", "ແບຣນດ໌", "អ្នកផលិត", "उत्पादक"),
)
PRICES = (
    *("Der Preis beträgt 48 €", "Le prix est de 48 €", "Il prezzo è 48 €", "El precio es de 48 €", "O preço é 48 €"),
    *("De prijs is 48 €", "Hinta on 48 €", "Hind on 48 €", "Cena ir 48 €", "Kaina yra 48 €", "Cena je 48 €"),
    *("Cijena iznosi 48 €", "Цената е 48 €", "El preu és de 48 €", "Kaina: 48 eurai"),
)


def read(name: str, body: str) -> Any:
    html = f"<html><head><meta charset='utf-8'><title>{name}</title></head><body><h1>{name}</h1>{body}</body></html>"
    return read_saved(html.encode(), "https://www.shop-77.ie/p/1", SHOPS)


def brand(name: str, said: str) -> Any:
    sells = "<p class='price'>€120.00</p><form><button>Add to basket</button></form>"
    return read(name, f"{sells}{said}")["offer"]["brand"]


@pytest.mark.parametrize("line", MORE)
def test_a_line_that_leads_to_more(line: str) -> None:
    link = f"<p><a href='/c/12'>{line}</a></p>"
    assert brand("Pinewold Vorra 3000", link.replace("…", "Pinewold")) == "Pinewold"


@pytest.mark.parametrize("line", ["Kõik … tooted", "Citas … preces", "Още от …", "Összes … termék", "Més de …"])
def test_a_kind_of_goods_there_is_no_maker(line: str) -> None:
    link = f"<p><a href='/c/12'>{line}</a></p><p>Of solid oak.</p>"
    assert brand("Oak bowl 3000", link.replace("…", "Oak")) is None


@pytest.mark.parametrize("line", MADE)
def test_a_line_that_says_who_made_it(line: str) -> None:
    assert brand("Vorra 3000", f"<p>{line.replace('…', 'Pinewold')}</p>") == "Pinewold"


@pytest.mark.parametrize("label", LABELS)
def test_a_label_for_it(label: str) -> None:
    assert brand("Vorra 3000", f"<table><tr><th>{label}</th><td>Pinewold</td></tr></table>") == "Pinewold"
    assert brand("Vorra 3000", f"<p>{label}: <a href='/c/12'>Pinewold</a></p>") == "Pinewold"


@pytest.mark.parametrize("row", ["Producător procesor", "Thương hiệu shop", "Märke ram"])
def test_more_words_in_the_same_script_are_no_maker(row: str) -> None:
    assert brand("Vorra 3000", f"<table><tr><td>{row}</td><td>77</td></tr></table>") is None
    label = row.rpartition(" ")[0]
    assert brand("Vorra 3000", f"<p>{label} Pinewold</p>") == "Pinewold"


def test_a_word_for_by_in_a_box_named_brand_is_no_maker() -> None:
    assert brand("Vorra 3000", "<p class='by-brand'>โดย <a href='/brand/pinewold/'>Pinewold</a></p>") == "Pinewold"


@pytest.mark.parametrize("word", BY)
def test_a_link_behind_a_word_for_by(word: str) -> None:
    assert brand("Vorra 3000", f"<p>{word} <a href='/c/pinewold'>Pinewold</a></p>") == "Pinewold"


@pytest.mark.parametrize("line", PRICES)
def test_a_line_that_says_what_the_price_is(line: str) -> None:
    order = "<p>To order, write to anna@pine-house.ie</p>"
    assert read("Ash bowl", f"<p>{line}</p>{order}")["offer"]["price"] == "48.00"
