"""Names of goods, of categories, of marks of quality and of the shop, where a brand could stand: none is one."""

from __future__ import annotations

import pytest

from tests.invented.plain_page import read_page

BUY = "<p class=price>129,00 €</p><button>Add to cart</button>"


def brand(body: str, *, title: str) -> str | None:
    url = "https://www.tarn-lane.example/p/27"
    found: str | None = read_page(body, url=url, title=title, lang="en")["offer"]["brand"]
    return found


def pictured(picture: str) -> str | None:
    return brand(f"{picture}<h1>Larchdale Soap concentrate</h1>{BUY}", title="Larchdale Soap concentrate")


LOGO = '<img src="/i/7.jpg" alt="Larchdale Soap">'


def test_a_logo_shows_the_beginning_of_the_name() -> None:
    assert pictured(f"<p>{LOGO}</p>") == "Larchdale Soap"


@pytest.mark.parametrize(
    "picture",
    [
        f'<div class="product-cover">{LOGO}</div>',
        f'<div class="cover">{LOGO}</div>',
        f'<a href="/i/7-large.JPG">{LOGO}</a>',
        f'<div class="packshot">{LOGO}</div>',
    ],
)
def test_a_picture_of_the_product_shows_its_kind(picture: str) -> None:
    assert pictured(picture) is None


def menu(entry: str) -> str | None:
    menu = f"<ul><li>{entry}</li><li><a href='/k/2'>Tables</a></li></ul>"
    return brand(f"{menu}<h1>Agatha Lorimer</h1>{BUY}", title="Sideboards : Agatha Lorimer")


def test_the_menus_entry_for_where_the_page_is() -> None:
    assert menu("<a class='menu-item active' href='/k/1'>Sideboards</a>") is None
    assert menu("<a href='/k/1'>Sideboards</a>") == "Sideboards", "two places speak for it, and nothing against it"


def test_a_sentence_that_says_the_whole_name_speaks_for_no_word_of_it() -> None:
    text = "<p>Comprá online Mate Imperial de Calabaza por poco dinero, con envío a todo el país.</p>"
    heading = f"<h1>Mate Imperial de Calabaza</h1>{BUY}"
    assert brand(heading + text, title="Mate Imperial de Calabaza") is None
    maker = "<p>Los artesanos del taller de Calabaza hacen cada mate a mano y uno por uno.</p>"
    assert brand(heading + maker, title="Mate Imperial de Calabaza") == "Calabaza"


def test_the_next_boxs_head_is_no_maker() -> None:
    boxes = (
        "<table class='infoBoxHeading'><tr><td>Manufacturer</td></tr></table><form><select><option value=''>"
        "</option></select></form><table class='infoBoxHeading'><tr><td>Basket</td></tr></table>"
    )
    heading = f"<h1>Zinc anode 30 mm</h1>{BUY}"
    assert brand(heading + boxes, title="Zinc anode 30 mm") is None
    cells = "<table><tr><td class='title'>Manufacturer</td><td class='title'>Larchdale</td></tr></table>"
    assert brand(heading + cells, title="Zinc anode 30 mm") == "Larchdale"


@pytest.mark.parametrize("mark", ["USDA", "FSC", "Oeko-Tex"])
def test_a_mark_of_quality(mark: str) -> None:
    name = f"{mark} Prime Towel"
    text = f"<p>Hand cut with the {mark} seal, which an office gives to few goods.</p>"
    links = f"<p><a href='/q'>{mark}</a></p>"
    assert brand(f"<h1>{name}</h1>{BUY}{text}{links}", title=f"{name} | {mark}") is None
    other = name.replace(mark, "TARN"), (text + links).replace(mark, "TARN")
    assert brand(f"<h1>{other[0]}</h1>{BUY}{other[1]}", title=f"{other[0]} | TARN") == "TARN"


def test_the_shops_name_before_the_products_in_the_title() -> None:
    top = "<header><h2><a href='/'>Namsan Tea</a></h2></header>"
    heading = f"<h1>First Flush Green Leaf 100g</h1>{BUY}"
    title = "Namsan Tea / First Flush Green Leaf 100g"
    assert brand(top + heading, title=title) is None
    assert brand(f"<p>Namsan Tea</p>{heading}", title=title) == "Namsan Tea"
