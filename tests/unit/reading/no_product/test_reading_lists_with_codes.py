"""At a category's address the code that a card prints makes no product of the page; a page that says "product not
found" is none.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.reading.address import is_list
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

CARD = "<h3><a href='/product/oak-mirror'>Oak mirror with light</a></h3><p>£75.00</p><p>SKU: PH-0259</p>"
OWN = "<p>£75.00</p><p>SKU: PH-0259</p>"
URL = "https://pine-house.co.uk/product-category/rooms/mirrors/"


def read(body: str, url: str = URL, name: str = "Mirrors") -> dict[str, Any]:
    """What is read of a page with this below its heading, without a list's other signs."""
    html = (
        f"<html><meta charset=utf-8><title>{name} | Pine House</title><h1>{name}</h1>{body}<button>Add to cart</button>"
    )
    answer: dict[str, Any] = read_saved(html.encode(), url, SHOPS)
    return answer


def test_a_category_of_one_card_is_a_list() -> None:
    assert read(CARD)["reason"] == "LISTING"


def test_a_product_at_such_an_address_is_one() -> None:
    answer = read(OWN + CARD.replace("PH-0259", "PH-0260"), name="Oak mirror")
    assert (answer["offer"]["price"], answer["offer"]["sku"]) == ("75.00", "PH-0259")


def test_the_same_card_at_a_products_address_changes_nothing() -> None:
    answer = read(OWN + CARD, "https://pine-house.co.uk/product/oak-mirror-small", "Oak mirror small")
    assert answer["offer"]["sku"] == "PH-0259"


@pytest.mark.parametrize(
    ("path", "lists"),
    [
        ("product-category/rooms/bath/mirrors/", True), ("categoria-producto/acabados/espejos/", True),
        ("produkt-kategorie/bad/spiegel/", True), ("categorie-produit/bain/miroirs/", True),
        ("kategori-produk/kamar/cermin/", True), ("tuote-osasto/kylpy/peilit/", True), ("product-tag/oak", True),
        ("category/rooms/oak-mirror-12", False), ("brands/vorra/oak-mirror-12", False),
        ("product-category/rooms/product/oak-mirror", False),
    ],
)  # fmt: skip
def test_words_for_categories_in_an_address(path: str, lists: bool) -> None:
    assert is_list(f"https://pine-house.example/{path}") is lists


@pytest.mark.parametrize(
    "words",
    [
        "Proizvod nije pronađen!", "Izdelek ni najden", "Продуктът не е намерен!", "Produkt sa nenašiel!",
        "Produkt nebyl nalezen!", "Prekė nerasta!", "Prece nav atrasta!", "Toodet ei leitud!", "Tuotetta ei löydy!",
        "المنتج غير موجود", "محصول یافت نشد", "המוצר לא נמצא", "该商品不存在", "此商品不存在", "Məhsul tapılmadı",
        "Тауар табылмады", "Producte no trobat", "Производот не е пронајден", "उत्पाद नहीं मिला", "Produk tidak dijumpai",
    ],
)  # fmt: skip
def test_product_not_found(words: str) -> None:
    beside = "<p>£75.00</p><p>SKU: PH-0259</p>"
    assert read(beside, "https://pine-house.example/p/4711", words)["reason"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "link",
    [
        "<h3><a href='/vorra'>Vorra</a></h3>",
        "<h2><a href='/brands/pine'>Pine works</a></h2>",
        "<h2><a href='/collections/w'>Wide ones</a></h2>",
    ],
)
def test_a_products_maker_or_series_may_be_linked_above_its_code(link: str) -> None:
    answer = read(link + OWN, "https://pine-house.co.uk/category/vorra-oak-mirror", "Vorra oak mirror")
    assert (answer["offer"]["price"], answer["offer"]["sku"]) == ("75.00", "PH-0259")


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        *(
            ("Oak-Mirrors_c_24.html", "LISTING"),
            ("Oak_Mirrors_s/12.htm", "LISTING"),
            ("c45/page=7;wood=oak/", "LISTING"),
        ),
        *(("search/key/oak%20mirror", "SEARCH"), ("search/q/mirror/", "SEARCH")),
        *(("board/product/read.html?no=20&board_no=4", "REVIEW"), ("board/product/list.html?board_no=4", "REVIEW")),
    ],
)
def test_addresses_that_programs_of_shops_give_to_what_is_no_product(path: str, reason: str) -> None:
    assert read("<p>£75.00</p>", f"https://pine-house.co.uk/{path}")["reason"] == reason


@pytest.mark.parametrize(
    "path",
    [
        *(
            "Oak-Mirror_p_24.html",
            "Oak_Mirror_p/ph12.htm",
            "vitamin_c_24.html",
            "Vitamin_c_1000.html",
            "oak_c_24b.html",
        ),
        *(
            "oak_mirror_c_24.html",
            "mirrors/12.htm",
            "oak-homepage=7.html",
            "product/detail.html?product_no=7",
            "mirror_c_24",
        ),
        *("search/oak/mirror/small", "board/mirror.html", "dash-board/product/oak-mirror", "Mirrors/12.htm"),
    ],
)
def test_addresses_of_products_that_look_like_those(path: str) -> None:
    assert read("<p>£75.00</p>", f"https://pine-house.co.uk/{path}", name="Oak mirror")["offer"]["price"] == "75.00"
