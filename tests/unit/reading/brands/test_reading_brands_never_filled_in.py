"""What shops write where no brand is stated is none: words for "no brand", a label, the shop's address."""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page


def brand(body: str = "", *, declared: str | None = None, lang: str = "en") -> str | None:
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Oak chair", "brand": {"name": declared}, "offers": offer})
    found: str | None = read_page(
        f"<main><h1>Oak chair</h1><p class=price>129,00 €</p><button>Add to cart</button>{body}</main>",
        url="https://www.pine-house.shop/p/oak",
        title="Oak chair | Pine House",
        lang=lang,
        head=f"<script type='application/ld+json'>{node}</script>" if declared else "",
    )["offer"]["brand"]
    return found


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
]


@pytest.mark.parametrize(("lang", "word"), NO_BRAND)
def test_words_for_no_brand(lang: str, word: str) -> None:
    assert brand(f"<p>Brand: {word}</p>", lang=lang) is None
    assert brand(declared=word, lang=lang) is None


@pytest.mark.parametrize("declared", ["Brand", "Značka", "Márka:", "--", "www.pine-house.shop", "Pine-House.shop"])
def test_a_label_a_dash_or_the_shops_address(declared: str) -> None:
    assert brand(declared=declared) is None
    assert brand("<p>Brand: Vorra</p>", declared=declared) == "Vorra"


@pytest.mark.parametrize("declared", ["Anderes Holz", "Diversion", "pine.house"])
def test_what_only_looks_so_is_a_brand(declared: str) -> None:
    assert brand(declared=declared) == declared


def test_the_tab_behind_a_label_is_no_brand() -> None:
    assert brand("<ul><li>Details</li><li>Brand</li><li>Chairs</li></ul>") is None
    assert brand("<ul><li>Brand</li><li>Vorra</li></ul>") == "Vorra"
