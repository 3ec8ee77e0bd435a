"""What a link or logo says of a brand, with the words around the name; and texts beside a product that are no brand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.cup-shop.example/p/17"


def brand(body: str, *, before: str = "", name: str = "Vorra Blue Cup", url: str = URL, title: str = "") -> Any:
    price = "<p class='price'>£12.50</p><p>SKU: C-100</p><button>Add to cart</button>"
    shown = f"{before}<main><div><h1>{name}</h1>{price}{body}</div></main>"
    answer = read_page(shown, url=url, title=title or name, lang="en-GB")
    return (answer.get("offer") or {}).get("brand")


@pytest.mark.parametrize(
    "body",
    [
        "<a href='/brand/vorra/' title='See all'><img src='/v.gif' alt='See all Vorra products'></a>",
        "<div class='brand'><img src='/v.gif' alt='View all Vorra products'></div>",
        "<a href='/brand/vorra/n/56/'>See all Vorra mugs and cups of clay</a>",
        "<a href='/brand/31-vorra.html'>Toate produsele Vorra</a>",
    ],
)
def test_the_name_in_what_a_link_or_logo_says(body: str) -> None:
    assert brand(body) == "Vorra"


def test_the_name_in_a_step_of_the_trail() -> None:
    steps = "<a href='/cups'>Cups</a> <a href='/cups/filter/brand/vorra.html'>Clay cups Vorra</a>"
    assert brand("", before=f"<div class='breadcrumb'>{steps}</div>", name="Clay cup in blue") == "Vorra"


@pytest.mark.parametrize(
    "text",
    [
        "Garantie 24 luni", "Warranty until 2030", "Гарантия производителя", "保証書付き", "Záruka navíc", "اعرض الكل",
        "Ver tudo", "Zobacz wszystkie", "Vezi detalii", "더보기", "Guaranteed for life",
    ],
)  # fmt: skip
def test_a_text_about_warranty_or_of_a_link_is_no_brand(text: str) -> None:
    assert brand(f"<div class='brand-plus'><div class='extra'>{text}</div></div>", name="Clay cup in blue") is None


@pytest.mark.parametrize("name", ["Allvorra", "Verdanna", "Mareven", "Shop-Vac"])
def test_a_name_may_begin_with_the_letters_of_such_a_word(name: str) -> None:
    assert brand(f"<p class='brand'>{name}</p>", name="Clay cup in blue") == name


def test_a_label_above_the_heading_is_no_brand() -> None:
    page = brand("", before="<main><div><p>Length:</p>", name="Cup 23 cm", title="Blue cup, Length: 23 cm")
    assert page is None


@pytest.mark.parametrize("href", ["../index.html", "/index.php", "https://www.cup-shop.example/", "/"])
def test_a_link_home_is_called_by_the_shops_name(href: str) -> None:
    logo = f"<div class='top'><a class='brand' href='{href}'><img src='/l.png' alt='Cup Shop of Leeds'></a></div>"
    assert brand("", before=logo, name="Clay cup in blue") is None


def test_the_name_of_a_colour_is_no_brand() -> None:
    assert brand("<p class='text-brand-deep'>Vorra</p>", name="Clay cup in blue") is None
    assert brand("<p class='product-brand'>Vorra</p>", name="Clay cup in blue") == "Vorra"


def test_xtcommerces_link_to_a_maker() -> None:
    shown = "<p>von <a href='index.php?manu=m3_Toepferei-Vorra.html'>Töpferei Vorra</a></p>"
    assert brand(shown, name="Clay cup in blue") == "Töpferei Vorra"


def test_a_heading_above_a_field_of_makers_has_no_value() -> None:
    field = "<h2>Hersteller</h2><div><select><option>Vorra</option></select></div><div>Bestseller</div>"
    assert brand("", before=field, name="Clay cup in blue") is None


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("You are here: <a href='/'>Home</a> / <a href='/b'>Brands</a> / <a href='/c/vorra'>Vorra</a> / {0}", "Vorra"),
        ("<a href='/'>Domov</a> / <a href='/b'>Blagovne znamke</a> / <a href='/c/vorra'>Vorra</a> / {0}", "Vorra"),
        ("<a href='/'>Home</a> / <a href='/b'>Brands</a> / <a href='/c/vorra'>Vorra</a>", None),  # a menu
        ("<a href='/'>Home</a> / <a href='/c'>Clay</a> / <a href='/c/vorra'>Vorra</a> / {0}", None),
        ("<a href='/'>Home</a> / <a href='/b'>Brands</a> / {0}", None),
    ],
)
def test_the_step_behind_all_brands_in_a_line_that_ends_with_the_name(steps: str, found: str | None) -> None:
    name = "Clay cup in blue"
    assert brand("", before=f"<div id='path'>{steps.format(name)}</div>", name=name) == found


def test_a_logo_in_a_block_that_is_named_so() -> None:
    logo = "<div class='{0}-container'><span class='{0}-icon'><img src='/v.png' alt='Vorra'></span></div>"
    assert brand(logo.format("brandblock"), name="Clay cup in blue") == "Vorra"
    assert brand(logo.format("cardblock"), name="Clay cup in blue") is None
    several = logo.format("brandblock") + logo.format("brandblock").replace("Vorra", "Tarn")
    assert brand(several, name="Clay cup in blue") is None


def test_the_logo_of_the_system_that_made_the_page_is_no_brand() -> None:
    logo = "<a href='https://vorra.example'><img src='/brand/vorra.png' alt='Vorra Shop'></a>"
    made = "<meta name='generator' content='Vorra Shop Storefront'>"
    assert brand(logo, name="Clay cup in blue") == "Vorra Shop"
    assert brand(logo, before=made, name="Clay cup in blue") is None


BRANDS = "<div><a href='brand.asp?b=7'>Tarnwick</a><br><a href='brand.asp?b=8'>Ovra</a></div>"
AUTHORS = BRANDS.replace("brand.asp", "author.asp")


@pytest.mark.parametrize(
    ("around", "below", "others", "found"),
    [
        (BRANDS, "by Vorra Lind", "Red jug<br>by Tarnwick", "Vorra Lind"),
        (BRANDS, "by Ovra", "", "Ovra"),
        (BRANDS, "by Vorra Lind", "Red jug<br>by Nobody Known", None),
        (AUTHORS, "by Vorra Lind", "Red jug<br>by Tarnwick", None),  # they wrote it
        ("", "by Vorra Lind", "Red jug<br>by Tarnwick", None),
        (BRANDS, "by post to England", "Red jug<br>by Tarnwick", None),
    ],
)
def test_a_line_of_the_maker_where_links_to_brands_say_so_of_such_lines(
    around: str, below: str, others: str, found: str | None
) -> None:
    shown = f"{around}<main><h1>Clay cup in blue</h1><p>{below}</p><p class='price'>£12.50</p>"
    body = f"{shown}<button>Add to cart</button><section><h2>You may also like</h2><p>{others}</p></section></main>"
    answer = read_page(body, url=URL, title="Clay cups and jugs", lang="en-GB")
    assert (answer.get("offer") or {}).get("brand") == found


def test_a_link_upwards_that_names_no_page_is_the_shops_name() -> None:
    logo = "<header><a class='brand' href='{}'>Pinehouse</a></header>"
    at = "https://cup-shop.example/pine/vorra-cup/"
    assert brand("", before=logo.format("../"), url=at) is None
    assert brand("", before=logo.format("/brands/pinehouse/"), url=at) == "Pinehouse"


@pytest.mark.parametrize(
    ("page", "alt", "found"),
    [("torvald", "Torvald", "Torvald"), ("commander", "Commander", None), ("order", "Order", None)],
)
def test_a_drawn_button_that_leads_to_the_page_of_how_to_order_is_no_makers_logo(
    page: str, alt: str, found: str | None
) -> None:
    drawn = f"<a href='{page}.htm'><img src='{page}.gif' alt='{alt}'></a>"
    shown = f"<h1>Clay cup in blue</h1><p class='price'>£12.50</p>{drawn}<p>In stock</p>"
    body = f"<div><div>{shown}</div><button>Buy now</button></div>"
    answer = read_page(body, url="https://cup-shop.example/cup1.htm", title="Clay cups and jugs", lang="en-GB")
    assert (answer.get("offer") or {}).get("brand") == found
