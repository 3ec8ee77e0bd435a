"""Names of products on pages without a heading for them: what is taken for one, and what never is."""

from __future__ import annotations

from tests.invented.plain_page import read_page

NAME = "Wall mounted heat pump QIRA 3.5 kW"
TITLE = f"{NAME} - Pine House"
URL = "https://www.pine-house.co.uk/product/heat-pump-qira/"
TRAIL = (
    f'<p id="breadcrumbs"><a href="/">Home</a> » <span class="breadcrumb_last" aria-current="page">{NAME}</span></p>'
)
FORM = (
    f'<form class="cart" method="post"><label class="screen-reader-text" for="quantity_1">{NAME} quantity</label>'
    '<input type="number" id="quantity_1" name="quantity" value="1">'
    '<button type="submit" name="add-to-cart" value="417">Add to basket</button></form>'
)


def test_the_label_of_a_field_is_no_name_and_the_breadcrumb_says_it() -> None:
    body = f'{TRAIL}<p class="price">£560.00</p><ul><li>5 years guarantee</li></ul>{FORM}<p>In stock</p>'
    answer = read_page(body, url=URL, title=TITLE, lang="en-GB")
    assert (answer["offer"]["title"], answer["offer"]["price"]) == (NAME, "560.00")


def test_a_breadcrumb_names_nothing_where_no_form_sells() -> None:
    body = f'{TRAIL}<p class="price">£560.00</p><p>Some words about pumps.</p>'
    answer = read_page(body, url="https://www.pine-house.co.uk/guides/pumps", title=TITLE, lang="en-GB")
    assert answer.get("verdict", {}).get("status") != "ok"


def test_neither_a_list_of_brands_nor_by_whom_is_the_name() -> None:
    body = (
        "<table><tr><td><b>Our Brands</b><br><a href='b.asp?b=1'>Aldermoor</a><br><a href='b.asp?b=2'>Denwick</a></td>"
        "<td><p class='crumb'><a href='/'>Home</a> &gt; <a href='list.asp?c=14'>Jugs</a></p>"
        "<p class='head'>Large pitcher in classic clay</p><p class='by'>by Stella Parrish</p>"
        "<img src='items/1907.jpg'><p class='price'>Our Price: £34.00</p>"
        "<form action='basket.asp' method='post'><input type='image' src='add.gif' alt='Add to Basket'></form>"
        "</td></tr></table>"
    )
    answer = read_page(body, url="http://www.pine-house.co.uk/item.asp?ItemID=1907", title="Pine House", lang="en-GB")
    assert answer["offer"]["title"] == "Large pitcher in classic clay"


def test_a_logos_words_begin_with_a_label_and_a_colon() -> None:
    logo = '<a href="/aldermoor" class="pd-manufacturer-link"><img class="pd-manufacturer-logo" src="/m/9.png"'
    body = (
        f'<div class="pd-manufacturer">{logo} alt="Bilder für Hersteller: Aldermoor"></a></div>'
        "<h1>Teichpumpe eco 45</h1>"
        '<p class="price">149,00 €</p><p>Auf Lager</p><button>In den Warenkorb</button>'
    )
    answer = read_page(body, url="https://www.teich-nord.de/teichpumpe-eco-45", title="Teichpumpe eco 45", lang="de")
    assert answer["offer"]["brand"] == "Aldermoor"


def test_boxes_inside_the_carts_form_are_no_cards_that_sell() -> None:
    """Some old shops draw the whole page inside the form of the cart, and links in it are links."""
    name = "Steam engine BR 74, digital"
    others = "".join(
        f'<td><a href="product_info.php?info=p{number}">Coach {number}</a> 27,50 EUR</td>' for number in (1, 2)
    )
    body = (
        '<form id="cart_quantity" action="product_info.php?info=p1823&amp;action=add_product" method="post">'
        f'<table><tr><td class="topics">{name}</td>'
        '<td><a href="index.php?makers=6"><img src="m.gif" alt="M"></a></td></tr></table>'
        "<table><tr><td><b>Art.Nr.:</b></td><td>37149</td></tr><tr><td class='price'>269,95 EUR</td></tr>"
        '<tr><td><input type="image" src="in_cart.gif" alt="In den Warenkorb"></td></tr></table>'
        f"<table><tr><td>Kunden kauften auch:</td>{others}</tr></table></form>"
    )
    url = "http://www.pine-modelle.de/product_info.php?info=p1823_steam-engine.html"
    answer = read_page(body, url=url, title=f"Pine Modelle - {name}", lang="de")
    assert (answer["verdict"]["status"], answer["offer"]["price"]) == ("ok", "269.95")


def test_a_group_above_its_product_gives_way_to_what_the_address_ends_with() -> None:
    body = (
        "<h1>Medus</h1><h2>Viršu medus 700 g</h2><p>€8.90</p><p>In stock</p><form><button>Add to cart</button></form>"
        "<h2>Delivery</h2>"
    )
    shop = "https://www.bites.eu"
    title = "Pine House"
    assert read_page(body, url=f"{shop}/medus/virsu-medus/", title=title)["offer"]["title"] == "Viršu medus 700 g"
    other = read_page(body, url=f"{shop}/medus/liepu-medus/", title=title)
    assert other["offer"]["title"] == "Medus"


def test_a_price_in_an_element_at_the_headings_end_is_no_part_of_the_name() -> None:
    below = "<p>In stock</p><form><button>Add to cart</button></form>"
    url, title = "https://www.pine-house.co.uk/p/vorra-candle-10-cm", "Pine House"
    for heading, name in (
        ("Vorra candle 10 cm <small>£5.90 / pc</small>", "Vorra candle 10 cm"),
        ("Vorra candle <small>10 cm</small>", "Vorra candle 10 cm"),
    ):
        answer = read_page(f"<h1>{heading}</h1><p>£5.90</p>{below}", url=url, title=title)
        assert (answer["offer"]["title"], answer["offer"]["price"]) == (name, "5.90")


def test_the_one_heading_that_ends_with_a_price_is_the_name() -> None:
    heading = "<h1><span>Stretch</span> <span>£5.90</span></h1>"
    body = f"{heading}<button>Add to basket</button><p>In stock</p><h1>Write a review!</h1><h1>Any questions?</h1>"
    answer = read_page(body, url="https://www.pine-house.co.uk/product/1436", title="Pine House", lang="en-GB")
    assert (answer["offer"]["title"], answer["offer"]["price"]) == ("Stretch", "5.90")


def test_a_heading_over_the_description_is_no_name() -> None:
    body = f"<h2>{NAME}</h2><p class='price'>£560.00</p>{FORM}<h1>Description</h1><p>It heats.</p>"
    answer = read_page(body, url=URL, title=TITLE, lang="en-GB")
    assert (answer["offer"]["title"], answer["offer"]["price"]) == (NAME, "560.00")
