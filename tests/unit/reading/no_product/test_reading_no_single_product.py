"""Lists, searches, reviews, articles, logins and front pages: refused, and said which."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

SHOP = "https://shop.example"
PASSWORD = "<form><input type='password'></form>"
CARDS = "".join(f"<div class=card><a href='/p/{n}'>Cup {n}</a><b class=price>£{n}.99</b></div>" for n in range(2, 8))
LONG = f"<p>{'All about cups and how they are made. ' * 120}</p>"
AGGREGATE = {
    "@type": "Product", "name": "Cups at a low price", "image": "https://shop.example/a.jpg",
    "offers": {"@type": "AggregateOffer", "lowPrice": 10, "highPrice": 90, "offerCount": 64, "priceCurrency": "EUR"},
}  # fmt: skip


def read(body: str, *, path: str = "/cups", title: str = "Cups", head: str = "") -> Any:
    return read_page(body, url=f"{SHOP}{path}", title=title, lang="en-GB", head=head)


def rows(count: int, *, name: str = "div") -> str:
    """Products in the manner of tables: nothing of a row but its text tells that it is one of many."""
    return "".join(
        f"<{name}><a href='/p/{n}'>Cup {n}</a></{name}><i>Product code: 8564{n}</i>"
        f"<b class='price'>£1{n}.99</b><input type=submit value='Add to cart'>"
        for n in range(count)
    )


def ld(node: dict[str, Any]) -> str:
    return f"<script type='application/ld+json'>{json.dumps(node)}</script>"


def test_boxes_that_sell_under_headings_of_their_own_are_a_list() -> None:
    """No page tells of each of them alone, so none has a link."""
    boxes = "".join(
        f"<div class=pack><h4>{name} pack</h4><p>Cups and tea.</p><p class=price>£{10 + n}.00</p>"
        "<button class='btn-buy'>Choose</button></div>"
        for n, name in enumerate(("Morning", "Garden", "Harvest"))
    )
    answer = read(
        f"<h3>Ready packs</h3><p>Sent within 48 hours.</p><div>{boxes}</div>", path="/packs", title="Pine House"
    )
    assert answer["reason"] == "LISTING"


@pytest.mark.parametrize(
    "control",
    [
        "<p>Sort by:</p><p>Items per page</p>",
        "<p>Showing 1–25 of 274 items</p>",
        "<ul class='navbar'><li>Sort by: <a>price</a></li></ul>",
        "<p>Сортировать по: наименованию</p>",
        "<p>Sortieren nach Preis</p>",
        "<p>並び替え</p>",
        "<label>Doporučujeme</label><label>Nejlevnější</label><label>Nejdražší</label>",
        "<ul><li>Price (low to high)</li><li>Price (high to low)</li></ul>",
        "<div class='filter-price'><b>Price</b> <i>£8.75</i> <i>£14.50</i></div><p>Sort by</p>",
    ],
)
def test_what_is_sorted_before_the_first_price_is_a_list(control: str) -> None:
    answer = read(f"<h1>Cups</h1>{control}{rows(1)}")
    assert answer["reason"] == "LISTING", answer


def test_one_word_of_the_cheapest_praises_a_product() -> None:
    body = f"<h1>Blue cup</h1><span>Nejlevnější</span><p class='price'>£12.50</p><button>Add to cart</button>{LONG}"
    assert read(body, path="/p/blue-cup", title="Blue cup")["ok"]


def test_reviews_that_are_sorted_make_no_list_of_a_product() -> None:
    body = "<h1>Blue cup</h1><p class='price'>£12.50</p><button>Add to cart</button><p>SKU: CUP-1</p>"
    assert read(f"{body}<p>Sort by: newest</p>{LONG}", path="/p/blue-cup", title="Blue cup")["ok"]


def test_a_group_of_products_is_a_list_whatever_it_marks_up() -> None:
    nodes = "".join(
        "<div itemscope itemtype='https://schema.org/Product'>"
        f"<a itemprop='url' href='/p/{n}'><b itemprop='name'>Cups of kind {n}</b></a>"
        "<i itemprop='offers' itemscope itemtype='https://schema.org/Offer'><b itemprop='price' content='10'></b>"
        "<b itemprop='priceCurrency' content='GBP'></b><link itemprop='availability' href='InStock'></i></div>"
        for n in range(3)
    )
    head = "<meta property='og:type' content='product.group'>"
    assert read(f"<h1>Cups</h1>{nodes}", head=head)["reason"] == "LISTING"


@pytest.mark.parametrize(
    "path",
    [
        "/search?q=cup",
        "/search/?text=cup",
        "/catalogsearch/result/?q=cup",
        "/sch/i.html?_nkw=cup",
        "/s?k=cup",
        "/fr/recherche?q=cup",
    ],
)
def test_a_search_is_said_to_be_one_whatever_its_labels_say(path: str) -> None:
    head = "<meta property='og:type' content='product'><meta property='product:price:amount' content='10'>"
    body = f"<h1>Results for cup</h1>{rows(2)}"
    assert read(body, path=path, head=head)["reason"] == "SEARCH"
    assert read(body + ld(AGGREGATE), path=path)["reason"] == "SEARCH"


def test_labels_make_no_product_of_what_was_searched_for() -> None:
    head = "<meta property='og:type' content='product'><meta property='og:title' content='cup - the best cups'>"
    body = f"<h1>cup</h1><p>102 found</p>{CARDS}{LONG}"
    assert read(body, path="/catalog/?q=cup", head=head, title="cup")["reason"] == "SEARCH"


@pytest.mark.parametrize(
    "path", ["/category/cups/", "/collections/cups", "/CategoryDisplay?categoryId=1", "/brands/pine"]
)
def test_what_is_visible_alone_makes_no_product_at_the_address_of_a_category(path: str) -> None:
    body = "<h1>Cups</h1><p class='price'>£3.99</p><p>In stock</p><button>Add to cart</button>"
    assert not read(f"{body}{LONG}", path=path)["ok"]
    assert read(f"{body}<p>SKU: CUP-100</p>{LONG}", path=path)["ok"]


def test_a_heading_that_is_the_title_over_a_price_is_a_product_of_unknown_stock() -> None:
    body = f"<h1>Blue cup with a lid</h1><p class='price'>£3.99</p>{LONG}"
    answer = read(body, path="/blue-cup-with-a-lid", title="Blue cup with a lid | Shop")
    assert answer["verdict"] == {"status": "drop", "reason": "UNKNOWN_AVAILABILITY"}
    said_nowhere = read(body, path="/4711", title="Everything for the table")
    assert said_nowhere["reason"] == "NOT_A_PRODUCT"
    listed = read(f"{body}{CARDS}", path="/blue-cup-with-a-lid", title="Blue cup with a lid | Shop")
    assert listed["verdict"]["status"] != "ok", "cards of others beside it: kept, and never stored"
    smaller = f"{body}{CARDS}".replace("h1>", "h2>")
    assert read(smaller, path="/blue-cup-with-a-lid", title="Blue cup with a lid | Shop")["reason"] == "LISTING"


def test_a_product_below_a_collection_is_one() -> None:
    body = "<h1>Blue cup</h1><p class='price'>£3.99</p><p>In stock</p><button>Add to cart</button>"
    assert read(f"{body}{LONG}", path="/collections/cups/products/blue-cup", title="Blue cup")["ok"]


def test_a_product_whose_address_holds_what_was_searched_for_stays_one() -> None:
    node = {
        "@type": "Product",
        "name": "Blue cup",
        "offers": {"price": 12.5, "priceCurrency": "GBP", "availability": "InStock"},
    }
    assert read(f"<h1>Blue cup</h1>{ld(node)}", path="/p/blue-cup?q=cup&s=1", title="Blue cup")["ok"]


def test_an_offer_over_a_whole_category_is_no_product() -> None:
    answer = read(f"<h1>Cups</h1><p>Filter by</p>{rows(2)}{ld(AGGREGATE)}")
    assert answer["reason"] == "LISTING", answer


def test_prices_repeated_as_metas_in_the_body_are_of_no_one_product() -> None:
    cards = "".join(
        f"<div><meta itemprop='price' content='1{n}'><meta itemprop='priceCurrency' content='EUR'></div>"
        for n in range(3)
    )
    head = "<meta property='og:type' content='product'>"
    answer = read(f"<h1>Cups</h1>{cards}<p>In stock</p>", head=head)
    assert not answer["ok"] or answer["offer"]["price"] is None, answer


@pytest.mark.parametrize(
    "path", ["/reviews/blue-cup", "/product-reviews/C1", "/write-review.html?id=1", "/p/blue-cup/reviews"]
)
def test_a_page_of_reviews_is_no_product(path: str) -> None:
    node = {"@type": "Product", "name": "Blue cup", "aggregateRating": {"ratingValue": 4}}
    assert read(f"<h1>Blue cup</h1><p>£12.50</p><p>In stock</p>{LONG}{ld(node)}", path=path)["reason"] == "REVIEW"


@pytest.mark.parametrize(
    ("path", "body", "head", "reason"),
    [
        ("/", f"<h1>The cup shop</h1>{LONG}", "", "HOME"),
        ("/en-gb/", f"<h1>The cup shop</h1>{LONG}", "", "HOME"),
        ("/index.php", f"<h1>The cup shop</h1>{LONG}", "", "HOME"),
        ("/how-cups-are-made", f"<h1>How</h1>{LONG}", "<meta property='og:type' content='article'>", "ARTICLE"),
        ("/how-cups-are-made", f"<h1>How</h1>{LONG}{ld({'@type': 'BlogPosting', 'headline': 'How'})}", "", "ARTICLE"),
        ("/blog/how-cups-are-made", f"<h1>How cups are made</h1>{LONG}", "", "ARTICLE"),
        ("/customer/account/login/", f"<h1>Your account</h1>{PASSWORD}{LONG}", "", "LOGIN_WALL"),
        ("/password", f"<h1>Pine House</h1>{PASSWORD}{LONG}", "", "LOGIN_WALL"),
        ("/AccountLogin.aspx", f"<h1>Welcome</h1>{PASSWORD}{LONG}", "", "LOGIN_WALL"),
        ("/authentication?back=addresses", f"<h1>Hello</h1>{PASSWORD}{LONG}", "", "LOGIN_WALL"),
        ("/checkout/cart/", f"<h1>What you chose</h1>{LONG}", "", "NOT_A_PRODUCT"),
        ("/p/1", "<title>Oops!</title><h1>Something went wrong</h1><p>Please try again later.</p>", "", "ERROR_PAGE"),
        ("/p/1", "<h1>Sorry, an error occurred</h1><p>Try once more.</p>", "", "ERROR_PAGE"),
        ("/p/1", "<h1>Are you human?</h1><p>Solve the puzzle below.</p><div class='g-recaptcha'></div>", "", "CAPTCHA"),
        ("/p/1", "<p>Please wait.</p><script src='https://captcha.example/c.js'></script>", "", "CAPTCHA"),
        ("/p/1", "<form id='challenge-form' action='/cdn-cgi/challenge'></form><p>Please stand by</p>", "", "CAPTCHA"),
    ],
)  # fmt: skip
def test_a_refusal_says_which(path: str, body: str, head: str, reason: str) -> None:
    answer = read(body, path=path, head=head, title="Shop")
    assert answer.get("reason") == reason, answer


@pytest.mark.parametrize("path", ["/sepet", "/cos-cumparaturi", "/gio-hang", "/ostoskori/", "/handlekurv"])
def test_a_cart_is_known_by_its_address_in_many_languages(path: str) -> None:
    body = f"<b>Blue cup</b><p>Number: 1</p><b class=price>£9.00</b><button>Buy</button>{LONG}"
    assert read(body, path=path, title="Shop").get("detail") == "a shopping cart"


@pytest.mark.parametrize("path", ["/products/password", "/games/password", "/password"])
def test_a_product_that_is_called_password_is_one(path: str) -> None:
    body = f"<h1>Password</h1><p class='price'>£12.50</p><p>In stock</p><button>Add to cart</button>{LONG}"
    assert read(body, path=path, title="Password")["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    ("path", "is_order"),
    [("/checkout/thankyou/9f3a", True), ("/checkouts/c/77/thank_you", True), ("/thank-you-cup", False)],
)
def test_a_page_that_thanks_for_an_order_is_no_products(path: str, is_order: bool) -> None:
    body = f"<h1>Blue cup</h1><p>Number: 1</p><b class=price>£9.00</b><p>In stock</p>{LONG}"
    assert (read(body, path=path, title="Blue cup").get("detail") == "a shopping cart") is is_order


def test_a_shop_with_a_captcha_in_its_contact_form_is_no_traffic_check() -> None:
    body = f"<h1>Our team</h1>{LONG}<form action='/contact'><div class='g-recaptcha'></div></form>"
    assert read(body, path="/team", title="Our team")["reason"] == "NOT_A_PRODUCT"


@pytest.mark.parametrize(("own", "is_product"), [("<p>Art.-Nr.: CUP-100</p>", True), ("", False)])
def test_a_page_that_marks_up_others_is_a_products_when_it_prints_a_code_price_and_button(
    own: str, is_product: bool
) -> None:
    others = "".join(
        f"<div itemscope itemtype='https://schema.org/Product'><a itemprop='url' href='/p/{n}'><b itemprop='name'>"
        f"Jug {n}</b></a></div>"
        for n in range(2)
    )
    answer = read(
        f"<h1>Blue cup</h1>{own}<b class=price>£9.00</b><button>Add to cart</button>{others}{LONG}", path="/p/1"
    )
    assert answer["ok"] is is_product
    assert is_product or answer["reason"] == "LISTING"


def test_a_heading_that_the_address_of_a_product_repeats_is_one_in_spite_of_a_list() -> None:
    listed = "<ul itemscope itemtype='https://schema.org/ItemList'><li>400 g</li></ul>"
    body = f"<h1>Blue cup with a lid</h1>{listed}<p>12.50 or so</p><button>Add to cart</button>{LONG}"
    assert read(body, path="/product/blue-cup-with-a-lid", title="Blue cup with a lid")["ok"]
    for path in ("/product/cups", "/blue-cup-with-a-lid"):
        assert read(body, path=path, title="Blue cup with a lid")["reason"] == "LISTING"


def test_a_code_beside_what_buys_is_a_products_in_spite_of_cards_below() -> None:
    """A script draws its price, and the cards of others are named by nothing."""
    own = "<h1>Blue cup of the hills</h1><p>Product code: BC-4711</p>{}"
    answer = read(own.format(f"<button>Add to cart</button>{CARDS}"), title="Blue cup of the hills", path="/cups-4711")
    assert (answer["offer"]["sku"], answer["offer"]["price"]) == ("BC-4711", None)
    assert read(own.format(CARDS), title="Blue cup of the hills", path="/cups-4711")["reason"] == "LISTING"
