"""The product's name where labels or the first heading say something else."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
SOLD = "<p>SKU: C-100</p><p class='price'>£12.50</p><form action='/cart'><button>Add to cart</button></form>"


def title(body: str, head: str = "") -> Any:
    html = f"<html lang='en-GB'><head><meta charset='utf-8'>{head}</head><body>{body}{SOLD}</body></html>"
    return (read_saved(html.encode(), "https://shop.example/p/1", SHOPS).get("offer") or {}).get("title")


def _labels(name: str, site: str) -> str:
    labels = f"<meta property='og:title' content='{name}'><meta property='og:site_name' content='{site}'>"
    return f"<title>Blue cup</title>{labels}"


@pytest.mark.parametrize(
    ("name", "site", "read"),
    [
        ("Blue cup - Pine House", "Pine House", "Blue cup"),
        ("Blue cup - large", "Pine House", "Blue cup - large"),
        ("Pine House", "Pine House", "Blue cup"),
        ("Pine House — cups since 1950", "Pine House", "Blue cup"),
        ("Blue cup with a lid", "Pine House", "Blue cup with a lid"),
    ],
)
def test_labels_that_name_the_site(name: str, site: str, read: str) -> None:
    assert title("<h1>Blue cup</h1>", _labels(name, site)) == read


def test_a_heading_that_says_product_details_only() -> None:
    head = "<title>Pine House</title>"
    assert title("<h1>Product details</h1><h2>Our products</h2><h4>Blue cup</h4>", head) == "Blue cup"
    assert title("<h4>Blue cup</h4><h1>Product details</h1>", head) == "Product details", "nothing stands below it"
    assert title("<h1>Blue cup</h1><h2>Product details</h2>", head) == "Blue cup"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        pytest.param(
            "<title>Blue tin cup | Pine House</title>",
            f"<div class='page has-breadcrumbs'><p>Home</p><div>Blue tin cup</div><p>{'A cup of tin. ' * 60}</p></div>",
            id="a whole page named after its breadcrumbs",
        ),
        pytest.param(
            "<title>Blue tin cup | Pine House</title>",
            "<ul>" + "<li>Town</li>" * 9_000 + "</ul><div>Blue tin cup</div>",
            id="behind thousands of other texts",
        ),
        pytest.param(
            "<title>Blue tin cup | Pine House</title>",
            "<svg><title>Blue tin cup | Pine House</title></svg><div>Blue tin cup</div>",
            id="the name of a drawing is no heading",
        ),
        pytest.param(
            "<title>Buy Blue tin cup online - cups, plates and pans of tin at Pine House</title>",
            "<p>Cups</p><div>Blue tin cup</div>",
            id="a title that asks to buy",
        ),
        pytest.param(
            "<title>Blue tin cup at Newport - cups - small ads</title>",
            "<p>Cups</p><div>Blue tin cup</div>",
            id="a title that goes on with the place",
        ),
        pytest.param(
            "<title>Smith&amp;#39;s blue tin cup, Springfield city</title>",
            "<div>Smith's blue tin cup</div>",
            id="a title that was escaped twice",
        ),
        pytest.param(
            "<title>Pine House</title>",
            "<h4>Do you like it?</h4><p><img src='/1.jpg' alt='Blue tin cup'></p><h2>Blue tin cup</h2>"
            "<h4>One more</h4><button>Add to cart</button>",
            id="a picture says the same",
        ),
        pytest.param(
            "<title>Pine House</title>",
            "<h1>Welcome to us</h1><p><a href='/1-large.jpg'><img src='/1.jpg' alt='Blue tin cup'></a></p>"
            "<h2>Blue tin cup</h2>",
            id="an h1 that nothing repeats beside a name that a picture repeats",
        ),
        pytest.param(
            "<title>Pine House</title>",
            "<h3>Blue tin cup</h3><p><strong>In stock</strong></p>",
            id="words of stock are no name",
        ),
        pytest.param(
            "<title>shop.example - Blue tin</title>",
            "<p>shop.example</p><h3>Blue tin</h3>",
            id="the site's own address is no name",
        ),
    ],
)  # fmt: skip
def test_a_name_that_is_no_first_heading(head: str, body: str) -> None:
    assert (title(body, head) or "").casefold() in {"blue tin cup", "blue tin", "smith's blue tin cup"}


def test_a_name_parted_over_elements() -> None:
    head = "<title>VINGE blue, cup of tin - Pine House</title>"
    name = "<div class='product-title'><span>VINGE</span> <span>Cup of tin</span>, <span>blue</span></div>"
    assert title(f"<p>Home</p>{name}", head) == "VINGE Cup of tin, blue"


def test_a_name_in_boxes_keeps_its_words_apart() -> None:
    name = "<h1><div>VORRA</div><span>Tin cup, blue</span><br>large</h1>"
    assert title(name, "<title>Pine House</title>") == "VORRA Tin cup, blue large"


@pytest.mark.parametrize(
    "inside",
    [
        "<button>Share</button>",
        "<div aria-hidden='true'><div>Saved!</div><a href='/lists'>Manage lists</a></div>",
        "<label>Compare <input type='checkbox'></label>",
    ],
)
def test_what_is_hidden_or_pressed_in_a_heading_is_no_name(inside: str) -> None:
    assert title(f"<h1>Blue tin cup {inside}</h1>", "<title>Pine House</title>") == "Blue tin cup"


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Vorra <span aria-hidden='true'>tin cup</span>", "Vorra tin cup"),
        ("Tin cup<span aria-hidden='true'> | </span>2 litres", "Tin cup | 2 litres"),
        ("<span aria-hidden='true'>Tin cup</span><span class='for-readers'>Tin cup</span>", "Tin cup"),
        ("Tin cup <i aria-hidden='true'>favorite</i>", "Tin cup"),
        ("Tin cup <span class='material-icons' aria-hidden='true'>favorite</span>", "Tin cup"),
        ("<label>Vorra</label> tin cup", "Vorra tin cup"),
        ("<button>Tin cup</button> ♡", "Tin cup ♡"),
    ],
)
def test_what_stands_on_the_screen_stays_in_a_name(heading: str, name: str) -> None:
    assert title(f"<h1>{heading}</h1>", "<title>Pine House</title>") == name


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("".join(f"<div style='display: inline-block'>{letter}</div>" for letter in "Kettle"), "Kettle"),
        ("南部鉄器<br>急須", "南部鉄器急須"),
        ("<div>กาต้มน้ำ</div><div>ทองแดง</div>", "กาต้มน้ำทองแดง"),
        ("Vorra<br>急須", "Vorra 急須"),
        ("구리<br>주전자", "구리 주전자"),
    ],
)
def test_a_word_stays_whole_over_boxes(heading: str, name: str) -> None:
    assert title(f"<h1>{heading}</h1>", "<title>Pine House</title>") == name


def test_a_heading_that_is_hidden_whole_is_a_name() -> None:
    assert title("<h1><span aria-hidden='true'>Blue tin cup</span></h1>", "<title>Pine House</title>") == "Blue tin cup"


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><th>Item name</th><td>Blue tin cup</td></tr><tr><th>Weight</th><td>100 g</td></tr></table>",
        "<table><tr><td>상품명</td><td><span>Blue tin cup</span></td></tr></table>",
        "<dl><dt>商品名：</dt><dd>Blue tin cup</dd></dl>",
        "<dl><dt>Nazwa produktu</dt><dd>Blue tin cup</dd></dl>",
    ],
)
def test_a_heading_that_a_table_repeats_as_the_name(table: str) -> None:
    around = "<h3>Do you like it?</h3>", "<h3>Total price</h3>"
    assert title(f"{around[0]}<h3>Blue tin cup</h3>{table}{around[1]}", "<title>Pine House</title>") == "Blue tin cup"


def test_a_column_of_names_names_no_heading() -> None:
    rows = "<tr><th>Item name</th><th>Blue tin cup</th></tr><tr><td>Item name</td><td>£12.50</td></tr>"
    read = title(f"<h3>Blue tin cup</h3><table>{rows}</table><h3>Our cup of tin</h3>", "<title>Pine House</title>")
    assert read == "Our cup of tin"


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td>Item name</td><td>Unit price</td><td>Number</td></tr></table><h2>Unit price</h2>",
        "<table><thead><tr><th>Item name</th><td>Unit price</td></tr></thead></table><h2>Unit price</h2>",
        "<table><tr><td>Item name</td><td>Description</td></tr></table><h2>Description</h2>",
        "<h4>Blue tin jug</h4><dl><dt>Item name</dt><dd>Blue tin jug</dd></dl>"
        "<h4>Blue tin can</h4><dl><dt>Item name</dt><dd>Blue tin can</dd></dl>",
    ],
)
def test_the_head_of_a_table_and_several_names_name_no_heading(table: str) -> None:
    html = f"<title>Pine House</title><body><h3>Blue tin cup</h3>{SOLD}{table}"
    read = read_saved(html.encode(), "https://shop.example/p/1", SHOPS)
    assert read["offer"]["title"] == "Blue tin cup", read


def test_what_a_picture_in_a_link_says_is_another_product() -> None:
    head = "<title>Pine House</title>"
    other = "<a href='/p/2'><img src='/2.jpg' alt='Green tin cup'></a><h3>Green tin cup</h3>"
    assert title(f"<h1>Blue tin cup</h1>{other}", head) == "Blue tin cup"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("Blue tin cup - Pine House", "<h1>Pine House</h1><h2>Blue tin cup</h2>"),
        ("Pine House: Blue tin cup", "<h1>Pine House</h1><h1>Blue tin cup</h1>"),
        ("Pine House | Cups | Blue tin cup", "<a href='/cups'>Cups</a><h1>Cups</h1><h2>Blue tin cup</h2>"),
        ("Blue tin cup - Pine House", "<a href='/cups'>Cups</a><h1>Cups</h1><h2>Blue tin cup</h2>"),
        ("Blue tin cup | Vorra | Pine House", "<a href='/cups'>Cups</a><h1>Blue tin cup</h1><h2>Vorra</h2>"),
    ],
)
def test_an_h1_of_the_shop_or_a_section_is_no_name(head: str, body: str) -> None:
    site = "<meta property='og:site_name' content='Pine House'>"
    assert title(f"{body}", f"<title>{head}</title>{site}") == "Blue tin cup"


def test_the_shops_name_is_the_products_where_nothing_else_is() -> None:
    site = "<meta property='og:site_name' content='Pine House'>"
    assert title("<h1>Pine House</h1>", f"<title>Pine House</title>{site}") == "Pine House"


@pytest.mark.parametrize(
    ("head", "body", "read"),
    [
        pytest.param(
            "Buy the Upright piano Vorra K-100 in our shop at a good price. Reviews, description, delivery.",
            "<div>Upright piano Vorra K-100</div>",
            "Upright piano Vorra K-100",
            id="in the middle of a long title",
        ),
        pytest.param(
            "Vorra 206 steel wheel 5x13 - Pine House",
            "<div>Steel wheel for Vorra 206, 5x13</div>",
            "Steel wheel for Vorra 206, 5x13",
            id="in another order",
        ),
        pytest.param(
            "Vorra tin lamp, blue, three legs - Free delivery - Pine House",
            "<div>Free delivery</div><div>Vorra tin lamp blue</div>",
            "Vorra tin lamp blue",
            id="terms of delivery are no name",
        ),
        pytest.param(
            "Blue tin cup with a lid, for you | GE0654",
            "<table><tr><th>GE0654</th></tr></table><div>Tin cup with a lid, blue, for you</div>",
            "Tin cup with a lid, blue, for you",
            id="a code only where nothing else is",
        ),
        pytest.param(
            "Today | GE0654 | Pine House",
            "<div>GE0654</div>",
            "GE0654",
            id="a code where nothing else is",
        ),
        pytest.param(
            "Blue tin cup with lid Springfield",
            "<div>$60 · Blue tin cup with lid</div>",
            "Blue tin cup with lid",
            id="behind its price",
        ),
        pytest.param(
            "Vorra blue tin cup with a lid and two handles - 12 ounces",
            "<h5><a title='Vorra blue tin cup with a lid and two handles'>Vorra blue tin cup with ...</a></h5>"
            "<ul><li>12 ounces</li><li>Tin cup</li></ul>",
            "Vorra blue tin cup with a lid and two handles",
            id="cut off, with its tip",
        ),
        pytest.param(
            "Vorra blue tin cup with a lid and two handles - 12 ounces",
            "<div>Vorra blue tin cup with…</div>",
            "Vorra blue tin cup with",
            id="cut off",
        ),
    ],
)  # fmt: skip
def test_a_name_that_the_title_says_otherwise(head: str, body: str, read: str) -> None:
    assert title(body, f"<title>{head}</title>") == read


@pytest.mark.parametrize("href", ["/", "https://shop.example/"])
def test_a_logo_that_is_a_link_home_is_no_heading(href: str) -> None:
    head = "<title>Blue cup | Pine Works</title>"
    logo = f"<h1><a href='{href}'><img src=l.gif alt='Pine Works'><span>Pine Works / Product details</span></a></h1>"
    assert title(f"{logo}<h2>Blue cup</h2>", head) == "Blue cup"


def test_an_h1_that_only_holds_a_link_home_is_one() -> None:
    head = "<title>Blue cup | Pine Works</title>"
    assert title("<h1><a href='/'>Pine Works</a> Blue cup</h1><h2>Care of cups</h2>", head) == "Pine Works Blue cup"
    assert title("<h1><a href='/p/1'>Blue cup</a></h1><h2>Pine Works</h2>", head) == "Blue cup"


def test_a_line_that_goes_on_from_the_shops_name_is_no_name() -> None:
    head = "<title>Blue cup with lid, 12 cl | Pine Works of Elmford</title>"
    body = "<span>Blue cup with lid, 12 cl</span><p>Copyright &copy; <i>2013</i> Pine Works of Elmford. All Rights</p>"
    assert title(body, head) == "Blue cup with lid, 12 cl"
    assert title(f"<p>Pine Works of Elmford. All Rights</p>{body}", head) == "Blue cup with lid, 12 cl"
