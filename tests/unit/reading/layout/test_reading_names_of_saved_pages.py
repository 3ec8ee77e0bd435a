"""Names and styles that saved pages of shops have around a product, which say less than they seem to."""

from __future__ import annotations

import pytest

from common.offer import Availability
from common.reading.text.availability import of_phrase
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS, plain_page, read_page

NAME = "Harbour lantern XR 20 with brass frame"
ABOUT = f"<p>{'It burns for nine hours and hangs on any hook. ' * 40}</p>"
URL = "https://www.harbour-lights.example.co.uk/p/harbour-lantern-xr-20"


def read(body: str, *, title: str = NAME, head: str = "", url: str = URL) -> dict[str, object]:
    return read_page(f"{body}{ABOUT}", url=url, title=f"{title} - Harbour Lights", head=head)


def offer_of(body: str) -> dict[str, object]:
    answer = read(body)
    assert answer["ok"], answer
    offer = answer["offer"]
    assert isinstance(offer, dict)
    return offer


BUYS = "<p class='price'>£84.00</p><button>Add to basket</button>"


def test_a_body_that_tells_of_its_footer_is_no_footer() -> None:
    said = f"{NAME}, brushed, without hook, one light"
    stars = "<div><strong>Ratings so far</strong><ul><li>5 stars</li><li>(11)</li></ul></div>"
    page = plain_page(f"<h1><span>{said}</span></h1>{stars}{BUYS}{ABOUT}", title="Harbour lantern XR 20 H-20")
    page = page.replace(b"<body>", b"<body class='page reached-footer'>")
    answer = read_saved(page, "https://www.harbour-lights.example.co.uk/hl20.html", SHOPS)
    assert answer["offer"]["title"] == said


@pytest.mark.parametrize("named", ["details-footer", "product-info-footer", "pdp-details_footer", "product-footer"])
def test_the_foot_of_the_product_s_own_box_is_not_the_page_s(named: str) -> None:
    assert offer_of(f"<h1>{NAME}</h1><div class='{named}'>{BUYS}</div>")["price_minor"] == 8400


def test_the_page_s_own_foot_has_no_price_of_it() -> None:
    answer = read(f"<h1>{NAME}</h1><div class='site-footer'>{BUYS}</div>")
    assert (answer.get("offer") or {}).get("price_minor") is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("away", ["style='display: none'", "style='visibility:hidden'", "hidden"])
def test_what_its_style_hides_is_no_part_of_a_name(away: str) -> None:
    assert offer_of(f"<h1><small {away}>Lumo</small> <span>{NAME}</span></h1>{BUYS}")["title"] == NAME


def test_a_name_that_is_hidden_whole_is_kept() -> None:
    assert offer_of(f"<h1><span style='display:none'>{NAME}</span></h1>{BUYS}")["title"] == NAME


def test_a_menu_of_brands_names_none() -> None:
    entry = "<li role='menuitem'><a id='byBrand' role='menuitem'>Brand Tour<span> Overview</span></a></li>"
    assert offer_of(f"<ul role='menubar'>{entry}</ul><h1>{NAME}</h1>{BUYS}").get("brand") is None


@pytest.mark.parametrize(
    ("said", "brand"),
    [("10G-P5-3885-KR", None), ("AB/1200.45", None), ("1-800-ROSES", "1-800-ROSES"), ("Lumo-24", "Lumo-24")],
)
def test_a_maker_s_number_is_no_maker(said: str, brand: str | None) -> None:
    assert offer_of(f"<h1>{NAME}</h1><p>Manufacturer: {said}</p>{BUYS}").get("brand") == brand


@pytest.mark.parametrize(
    "text", ["Camera-ready kit", "Ready to hang in the rain", "VR Ready", "Need to be ready for it"]
)
def test_what_is_ready_for_something_is_not_said_to_be_there(text: str) -> None:
    assert of_phrase(text) is Availability.UNKNOWN


@pytest.mark.parametrize("text", ["Ready", "ready stock", "Stok ready", "READY STOK"])
def test_indonesian_shops_say_ready_of_what_they_have(text: str) -> None:
    assert of_phrase(text) is Availability.IN_STOCK


def test_a_share_before_an_amount_is_no_part_of_it() -> None:
    price = "<div class='price'><s>29.599,00 TL</s><span>%9</span><strong>26.935,09 TL</strong></div>"
    answer = read(f"<h1>{NAME}</h1>{price}<button>Sepete Ekle</button>", url=URL.replace(".co.uk", ".com.tr"))
    assert answer["offer"]["price_minor"] == 2693509  # type: ignore[index]


@pytest.mark.parametrize(
    ("price", "minor"),
    [
        ("<ul><li class='price'><span><em>2</em>折</span>$<b>90</b></li></ul>", 9000),
        ("<p class='price'>79折 $350</p>", 35000),
        ("<p class='price'>9折</p><p class='price'>$420</p>", 42000),
    ],
)
def test_tenths_of_a_price_are_no_amount(price: str, minor: int) -> None:
    body = f"<h1>{NAME}</h1>{price}<button>加入購物車</button>"
    answer = read(body, url="https://www.harbour-lights.example.com.tw/p/harbour-lantern-xr-20")
    assert answer["offer"]["price_minor"] == minor  # type: ignore[index]


NODE = (
    '<script type="application/ld+json">{"@type": "Product", "name": "%s", "sku": "L-9", "offers": '
    '{"@type": "Offer", "price": "84.00", "priceCurrency": "GBP", "availability": "https://schema.org/InStock"}}</script>'
)


def test_what_a_page_that_is_not_there_recommends_is_not_its_product() -> None:
    shelf = f"<h2>Bestsellers</h2><div>{NODE % NAME}<a href='/p/other'>{NAME}</a>{BUYS}</div>"
    answer = read(f"<h1>Page not found</h1><p>Try one of these.</p>{shelf}", title="404")
    assert (answer["ok"], answer.get("reason")) == (False, "NOT_FOUND")


def test_a_product_whose_own_page_says_so_somewhere_stays_one() -> None:
    answer = read(f"<h2>Page not found</h2><h1>{NAME}</h1>{NODE % NAME}{BUYS}")
    assert answer["ok"], answer


def test_choices_in_a_box_that_sorts_make_a_list() -> None:
    sorter = "<ul class='sort'><li>Favourites</li><li>New in</li></ul>"
    cards = "<div class='box'><a href='/p/oil-lamp-two'>Oil lamp two</a><p>Code: 4411-2</p>" + BUYS + "</div>"
    answer = read(f"<h1>Lanterns</h1>{sorter}<div>{cards}</div>", title="Lanterns", url=f"{URL[:-21]}lanterns")
    assert (answer["ok"], answer.get("reason")) == (False, "LISTING")


def boxes_of_one_name(price: str) -> str:
    """A page laid out in boxes whose first name is the same, two of which lead to other things with a price."""
    others = "".join(
        f"<div class='box {named}'><h3>{named}</h3><a href='/p/lamp-{named}'>Lamp {named}</a> £{amount}</div>"
        for named, amount in (("editions", "91.00"), ("artist", "62.00"))
    )
    return (
        "<div itemscope itemtype='https://schema.org/Product'>"
        f"<h1 itemprop='name'>{NAME}</h1><section><div class='box title'>Lantern</div>{price}{others}</section></div>"
    )


OFFER = "itemprop='offers' itemscope itemtype='https://schema.org/Offer'"
PRICED = "<span itemprop='price'>£84.00</span> <button>Add to basket</button> <a href='/postage'>Postage</a>"


def test_the_one_marked_offer_is_the_product_s_though_its_box_is_called_as_others_are() -> None:
    page = boxes_of_one_name(f"<div class='box price' {OFFER}>{PRICED}</div>")
    answer = read(page)
    assert answer["offer"]["price_minor"] == 8400  # type: ignore[index]
    assert answer["verdict"]["status"] == "ok"  # type: ignore[index]


def test_one_of_several_marked_offers_may_be_another_product_s() -> None:
    page = boxes_of_one_name(f"<div class='box price' {OFFER}>{PRICED}</div>")
    page = page.replace("<div class='box artist'>", f"<div class='box artist' {OFFER}>")
    assert read(page)["verdict"]["status"] != "ok"  # type: ignore[index]
