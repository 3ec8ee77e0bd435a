"""What shops write where no brand is stated is none: words for "no brand", a label, the shop's address."""

from __future__ import annotations

import pytest

from tests.invented.declared_brand import brand_of_chair

NO_BRAND = [
    ("en", "Unspecified"),
    ("en", "Your Brand"),
    ("de", "Sonstige Hersteller"),
    ("de", "No-Name"),
    ("fr", "Marque inconnue"),
    ("es", "Marca genérica"),
    ("pt", "Não possui"),
    ("it", "Altre marche"),
    ("nl", "Overige merken"),
    ("pl", "Nieokreślona"),
    ("cs", "Nezařazeno"),
    ("sk", "Neznačkové"),
    ("hu", "Márka nélkül"),
    ("ro", "Fără marcă"),
    ("ru", "Россия"),
    ("uk", "Без бренду"),
    ("bg", "Няма"),
    ("el", "Χωρίς μάρκα"),
    ("tr", "Muhtelif"),
    ("sv", "Märkeslös"),
    ("da", "Uden mærke"),
    ("nb", "Ikke oppgitt"),
    ("fi", "Ei tiedossa"),
    ("ja", "ノンブランド"),
    ("ko", "자체제작"),
    ("zh-TW", "自有品牌"),
    ("th", "ไม่มีแบรนด์"),
    ("vi", "Đang cập nhật"),
    ("id", "Tidak bermerek"),
    ("he", "ללא יצרן"),
    ("ar", "بدون علامة تجارية"),
    ("hr", "Ostalo"),
    ("lt", "Nenurodyta"),
    ("sq", "Pa përcaktuar"),
    ("he", "לא"),
    ("hu", "Nem"),
    ("el", "Όχι"),
    ("ja", "いいえ"),
    ("tr", "Hayır"),
    ("en", "Exclusive"),
    ("fr", "Nouveauté"),
    ("ru", "Хит продаж"),
]


@pytest.mark.parametrize(("lang", "word"), NO_BRAND)
def test_words_for_no_brand(lang: str, word: str) -> None:
    assert brand_of_chair(f"<p>Brand: {word}</p>", lang=lang) is None
    assert brand_of_chair(declared=word, lang=lang) is None


@pytest.mark.parametrize(
    "declared", ["Brand", "Značka", "Márka:", "--", "www.pine-house.shop", "Pine-House.shop", "pine-house.ca"]
)
def test_a_label_a_dash_or_the_shops_address(declared: str) -> None:
    assert brand_of_chair(declared=declared) is None
    assert brand_of_chair("<p>Brand: Vorra</p>", declared=declared) == "Vorra"


@pytest.mark.parametrize("declared", ["Anderes Holz", "Diversion", "pine.house", "pine-house.wear"])
def test_what_only_looks_so_is_a_brand(declared: str) -> None:
    assert brand_of_chair(declared=declared) == declared


@pytest.mark.parametrize(
    "body",
    [
        "<p><span>Brand</span><span></span></p><p><span>Market price</span><span>150.00</span></p>",
        "<p>Brand</p><p>In stock</p>",
        "<p>Brand</p><p>Item no.</p><p>12</p>",
        "<ul><li><a href='/c/4'>Winery</a></li></ul><h3>Sections</h3>",
        "<div id='fromTheManufacturer'><button class='manufacturer'>The words behind it</button></div>",
    ],
)
def test_another_label_or_a_heading_is_no_brand(body: str) -> None:
    assert brand_of_chair(body) is None


def test_the_tab_behind_a_label_is_no_brand() -> None:
    assert brand_of_chair("<ul><li>Details</li><li>Brand</li><li>Chairs</li></ul>") is None
    assert brand_of_chair("<ul><li>Brand</li><li>Vorra</li></ul>") == "Vorra"


def test_a_mark_of_a_template_for_a_new_line_is_no_brand() -> None:
    assert brand_of_chair("<p>Brand</p><p>\\n</p>") is None
    assert brand_of_chair("<p>Brand</p><p>\\n</p><p>Manufacturer: Vorra</p>") == "Vorra"
