"""Words of the page's own product beside its only price, and boxes that themes leave empty: no reason to wait."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page, stored_of

NAME, LEAD = "Torvik oak side table", "<p>Turned by hand from one plank.</p>"
ADD, STOCK = "<button>Add to cart</button>", "<p>In stock</p>"
SCHEMA = """<script type="application/ld+json">{"@type": "Product", "name": "Torvik", "brand": "Ekholm"}</script>"""


def read(
    below: str, *, lang: str = "en", ending: str = "co.uk", name: str = NAME, head: str = "", above: str = ""
) -> dict[str, Any]:
    body = f"<header><a href='/'>Haven</a></header><main>{above}<div><h1>{name}</h1>{below}</div></main>"
    url = f"https://www.haven.example.{ending}/p/torvik"
    return read_page(body, url=url, title=f"{name} | Haven", lang=lang, head=head)


def box(said: str) -> str:
    return f"{LEAD}<div>{said}<p>£64.50</p>{ADD}</div>{STOCK}"


OWN = {
    "a second heading right below the name": f"<div><h2>Made to last</h2><p>£64.50</p></div>{LEAD}{STOCK}",
    "the same without a box": f"<h2>Made to last</h2><p>£64.50</p>{LEAD}{STOCK}",
    "a link right below the name": f"<div><a href='/w/ekholm'>Ekholm</a><p>£64.50</p></div>{LEAD}{STOCK}",
    "a link to the brand": box("<a href='/brands/ekholm'>Ekholm</a>"),
    "a link to an author": box("<a href='/author/7'>Anna Whitfield</a>"),
    "a link to a collection": box("<a href='/collections/fjord'>Fjord</a>"),
    "an element named so": box("<p class='product-variant'>Sage green</p>"),
    "the name with a variant of it": box("<b>Torvik table</b> <i>Sage green</i>"),
    "name and variant in one": box("<p>Torvik table – Sage green</p>"),
    "the picture of the product": box(f"<img src='/t.jpg' alt='{NAME}'><p>Sage green</p>"),
    "ways to pay": f"{LEAD}<div><p>£64.50</p><img src='/v.svg' alt='Visa'></div>{STOCK}",
    "an option": f"<select><option>Sage green</option><option>Sand</option></select>{box('<p>Sage green</p>')}",
    "a round button's label": f"<label><input type='radio'>Sage green</label>{box('<p>Sage green</p>')}",
    "a row of a table": f"<table><tr><th>Wood</th><td>Burnt ash</td></tr></table>{box('<p>Burnt ash</p>')}",
    "a form of a book": f"{LEAD}<dl><dt>Hardcover</dt><dd>£64.50</dd></dl>{ADD}{STOCK}",
    "a field for a number of pieces": box("<label>How many</label><input name='n'>"),
    "what heads such a field": box("<p>Quantity</p>"),
    "its description": f"{LEAD}<h3>Description</h3><p>£64.50</p>{ADD}{STOCK}",
    "where it is made": box("<p>Made in Sweden</p>"),
    "several pieces": box("<p>Set of two</p>"),
}


@pytest.mark.parametrize("below", OWN.values(), ids=OWN)
def test_words_of_the_own_product_are_no_reason_to_wait(below: str) -> None:
    assert stored_of(read(below)) == "64.50"


def test_nor_are_those_of_the_path_to_it_and_its_declared_maker() -> None:
    path = "<nav class='breadcrumb'><a href='/'>Haven</a> › <a href='/f'>Fjord lights</a></nav>"
    assert stored_of(read(box("<h3>Fjord lights</h3>"), above=path)) == "64.50"
    assert stored_of(read(box("<p>Ekholm</p>"), head=SCHEMA)) == "64.50"


SHORTER = [
    ("de", "de", "Torvik Beistelltisch aus Eiche", "Torvik Tisch", "Torvik Kissen", "64,50 €", "Auf Lager", "64.50"),
    ("sv", "se", "Torvik sidobord i ek", "Torvik bord", "Torvik kudde", "645 kr", "I lager", "645.00"),
    (
        "ja",
        "jp",
        "トルヴィク サイドテーブル",
        "トルヴィク テーブル",
        "トルヴィク クッション",
        "¥6,450",
        "在庫あり",
        "6450",
    ),
    ("zh-TW", "com.tw", "托爾維克橡木邊桌", "托爾維克邊桌", "托爾維克坐墊", "NT$1,640", "有現貨", "1640.00"),
]


@pytest.mark.parametrize(("lang", "ending", "name", "shorter", "other", "amount", "stock", "price"), SHORTER)
def test_the_name_said_shorter_is_its_own_and_an_accessory_of_its_maker_another(
    lang: str, ending: str, name: str, shorter: str, other: str, amount: str, stock: str, price: str
) -> None:
    def answer(said: str) -> str | None:
        return stored_of(
            read(
                f"<p>Torvik 1 2 3.</p><p>{stock}</p><div><p>{said}</p><p>{amount}</p></div>",
                lang=lang,
                ending=ending,
                name=name,
            )
        )

    assert answer(shorter) == price
    assert answer(other) is None


OTHERS = {
    "a link to a thing": box("<a href='/collections/all/products/case'>Carrying case</a>"),
    "named as a card": box("<a href='/p/case' class='collection-card__title'>Carrying case</a>"),
    "a colour of letters": box("<p class='text-brand font-size-2'>Carrying case</p>"),
    "a picture before the amount": f"{LEAD}<div><img src='/7.jpg' alt='Carrying case'><p>£64.50</p>{ADD}</div>{STOCK}",
    "a box to tick": box("<label><input type='checkbox'>Carrying case</label>"),
    "a maker's first word": box("<p>Torvik cushion</p>"),
}


@pytest.mark.parametrize("below", OTHERS.values(), ids=OTHERS)
def test_another_thing_still_waits(below: str) -> None:
    assert stored_of(read(below)) is None


EMPTY = [
    "price-from",
    "price-badge",
    "product-price__suffix",
    "price-message",
    "price-spinner",
    "price-row",
    "sale-price",
]


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_element_for_what_stands_beside_the_price_says_nothing_of_it(name: str) -> None:
    assert stored_of(read(f"<span class='{name}'></span><p>£64.50</p>{ADD}{STOCK}")) == "64.50"


def test_nor_does_a_field_or_a_drawing() -> None:
    empty = "<input type='hidden' class='price' value='7'><i class='price'></i>"
    assert stored_of(read(f"{empty}<p>£64.50</p>{ADD}{STOCK}")) == "64.50"


@pytest.mark.parametrize("name", ["product-price", "price", "price current", "js-price text-lg"])
def test_an_empty_element_for_the_price_itself_does(name: str) -> None:
    assert stored_of(read(f"<div class='{name}'></div><p>14 kg</p><p>£64.50</p>{STOCK}")) is None


@pytest.mark.parametrize("pressed", ["<a href='/a'>Angebot anfordern</a>", "<button>Angebot anfordern</button>"])
def test_a_quote_is_another_way_where_a_button_buys(pressed: str) -> None:
    bought = f"<div>{pressed}</div><p class='price'>64,50 €</p><button>In den Warenkorb</button>"
    told = "<p>Angebot anfordern</p><p>14 kg</p><p class='price'>64,50 €</p><p>Auf Lager</p>"
    assert stored_of(read(bought, lang="de", ending="de")) == "64.50"
    assert stored_of(read(told, lang="de", ending="de")) is None
