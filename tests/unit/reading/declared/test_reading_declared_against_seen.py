"""What a page's markup states against what the page prints: another currency's sign, words that make the price a part,
a list's range."""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())


def read(offer: dict[str, Any], body: str, host: str = "lampan.se", lang: str = "sv") -> dict[str, Any]:
    markup = json.dumps({"@type": "Product", "name": "Lykta Mini", "offers": offer})
    top = f"<meta charset='utf-8'><title>Lykta Mini</title><script type='application/ld+json'>{markup}</script>"
    page = f"<html lang='{lang}'><head>{top}</head><body><h1>Lykta Mini</h1>{body}</body></html>"
    return read_saved(page.encode(), f"https://{host}/produkt/lykta", SHOPS)


def one(price: str, currency: str) -> dict[str, Any]:
    return {"@type": "Offer", "price": price, "priceCurrency": currency, "availability": "https://schema.org/InStock"}


@pytest.mark.parametrize(
    ("printed", "declared", "host", "lang", "reason"),
    [
        ("249 kr", "USD", "lampan.se", "sv", "AMBIGUOUS_CURRENCY"),
        ("£249.00", "EUR", "lamps.co.uk", "en", "AMBIGUOUS_CURRENCY"),
        ("249,00 zł", "EUR", "lampy.pl", "pl", "AMBIGUOUS_CURRENCY"),
        ("249 kr", "SEK", "lampan.se", "sv", None),
        ("$249.00", "USD", "lamps.com.au", "en", "AMBIGUOUS_CURRENCY"),
        ("249,00 € / 2 800 kr", "EUR", "lampan.se", "sv", None),
        ("249", "USD", "lampan.se", "sv", None),
        ("$249.00", "EUR", "lamps.com", "en", "AMBIGUOUS_CURRENCY"),
        ("249 kr", "EUR", "lamps.com", "en", "AMBIGUOUS_CURRENCY"),
        ("249 kr", "NOK", "lamps.com", "en", None),
        ("$249.00", "CAD", "lamps.com", "en", None),
        ("R 249.00", "ZAR", "lamps.com", "en", None),
        ("C$249.00", "CAD", "lamps.com", "en", None),
    ],
)
def test_a_declared_currency_that_no_printed_sign_means_is_not_believed(
    printed: str, declared: str, host: str, lang: str, reason: str | None
) -> None:
    answer = read(one("249", declared), f"<p>{printed}</p><button>Buy now</button>", host, lang)
    assert answer["verdict"]["reason"] == reason


def test_a_declared_price_that_the_page_calls_a_bid_is_doubted() -> None:
    body = "<p>Current bid</p><p>£45.00</p><p>6 bids</p><button>Bid now</button>"
    assert read(one("45.00", "GBP"), body, "lamps.co.uk", "en")["verdict"]["reason"] == "UNCONFIRMED_PRICE"


def test_stock_in_a_range_s_markup_makes_no_product_of_a_page_that_sorts() -> None:
    ranged = {
        "@type": "AggregateOffer",
        "lowPrice": "19.90",
        "highPrice": "249.00",
        "priceCurrency": "EUR",
        "offerCount": 842,
        "availability": "https://schema.org/InStock",
    }
    cards = "".join(f"<p><a href='/p/{at}'>Lampe {at}</a> {50 + at},00 €</p>" for at in range(1, 4))
    answer = read(ranged, f"<p>842 produits</p><p>Trier par : Pertinence</p>{cards}", "lampes.fr", "fr")
    assert answer["reason"] == "LISTING"


SORTS = "<form><select id=sort><option>Standard<option>Lägst pris</select></form>"
BOXES = "".join(
    f"<div class=box><a href='/p/{at}'>Lampa {at}</a><div>{at}99 kr</div><a class=btn>Köp</a></div>"
    for at in range(2, 5)
)


@pytest.mark.parametrize(("above", "is_list"), [("", True), ("<b class=price>199 kr</b>", False)])
def test_a_range_over_boxes_that_sell_is_a_list_s_unless_a_price_is_shown(above: str, is_list: bool) -> None:
    ranged = {"@type": "AggregateOffer", "lowPrice": "190", "highPrice": "390", "priceCurrency": "SEK"}
    assert (read(ranged, above + SORTS + BOXES).get("reason") == "LISTING") is is_list


RADIOS = (
    "<label><input type=radio name=size> S $82.99</label><label><input type=radio name=size checked> M $99.00</label>"
    "<label><input type=radio name=size> L $139.00</label>"
)


@pytest.mark.parametrize(
    ("body", "state", "price"),
    [
        ("<p class=price>$139.00</p><button>Add to bag</button>", "139.00", "139.00"),
        ("<p class=price>$139.00</p><button>Add to bag</button>", "", "139.00"),
        ("<p class=price>$139.00</p><button>Add to bag</button><p>Size S $82.99</p>", "", "82.99"),
        ("<p class=price>$99.00</p><button>Add to bag</button>", "99.00", "99.00"),
        ("<p class=price>$99.00</p><button>Add to bag</button>", "", "99.00"),
        ("<p class=price><s>$139.00</s> $99.00</p><button>Add to bag</button>", "", "99.00"),
        ("<p class=price>$149.00</p><button>Add to bag</button>", "", "82.99"),
        (f"<p class=price>$99.00</p>{RADIOS}<button>Add to bag</button>", "", "99.00"),
        ("<p class=price>$82.99 - $139.00</p><button>Add to bag</button>", "", "82.99"),
        ("<p class=price>From $82.99</p><button>Add to bag</button>", "", "82.99"),
        ("<p class=price><s>$139.00</s> $82.99</p><button>Add to bag</button>", "", "82.99"),
    ],
)
def test_a_chosen_variants_price_goes_before_the_lowest_of_a_declared_range(body: str, state: str, price: str) -> None:
    label = f"<meta property='product:price:amount' content='{state}'>" if state else ""
    assert read(RANGED, label + body, "lamps.com", "en")["offer"]["price"] == price


RANGED = {
    "@type": "AggregateOffer",
    "lowPrice": "82.99",
    "highPrice": "139.00",
    "priceCurrency": "USD",
    "availability": "https://schema.org/InStock",
}


def test_what_a_chosen_variant_costs_is_stored_with_its_range() -> None:
    answer = read(RANGED, "<p class=price>$99.00</p><button>Add to bag</button>", "lamps.com", "en")
    offer = answer["offer"]
    assert (answer["verdict"]["status"], offer["price_kind"]) == ("ok", "regular")
    assert (offer["price_min_minor"], offer["price_max_minor"]) == (8299, 13900)


@pytest.mark.parametrize(
    "body",
    [
        "<div class=prices><span>$129.00</span> <span>$99.00</span></div><button>Add to bag</button>",
        "<p><a href='/p/velka'><img src=v.jpg alt='Velka 2'>Velka 2</a> <b>$99.00</b></p><button>Add to bag</button>",
    ],
)
def test_one_of_two_amounts_and_another_things_amount_in_a_range_wait(body: str) -> None:
    assert read(RANGED, body, "lamps.com", "en")["verdict"]["reason"] == "UNCONFIRMED_PRICE"


@pytest.mark.parametrize(
    ("body", "availability"),
    [
        ("<p>249 kr</p><p>I lager</p><button>Köp</button>", "IN_STOCK"),
        ("<p>249 kr</p><button>Köp</button>", "OUT_OF_STOCK"),
        ("<p>249 kr</p><p>I lager</p><button disabled>Köp</button>", "OUT_OF_STOCK"),
        ("<p>249 kr</p><p>I lager</p><button>Meddela mig när varan är tillbaka</button>", "OUT_OF_STOCK"),
    ],
)
def test_a_declared_sold_out_gives_way_to_words_and_a_button_that_sells(body: str, availability: str) -> None:
    gone = one("249", "SEK") | {"availability": "https://schema.org/OutOfStock"}
    assert read(gone, body)["offer"]["availability"].name == availability
    assert read(gone, body.replace("I lager", "Slut i lager"))["offer"]["availability"].name == "OUT_OF_STOCK"


ARTICLE = "<p>" + " ".join(f"ord{at} och text{at}" for at in range(40)) + "</p>"


def test_markup_about_a_product_that_the_page_does_not_show_is_doubted() -> None:
    markup = json.dumps({"@type": "Product", "name": "Oak board", "offers": one("249", "SEK")})
    head = f"<script type='application/ld+json'>{markup}</script>"
    address = {"url": "https://lampan.se/om-oss/historia", "title": "Vår historia", "head": head}
    assert read_page(f"<h1>Vår historia</h1>{ARTICLE}", **address)["verdict"]["reason"] == "UNCONFIRMED_PRICE"
    for shown in ("<h2>Oak board</h2>", "<p>249 kr</p>"):
        assert read_page(f"<h1>Vår historia</h1>{shown}{ARTICLE}", **address)["verdict"]["reason"] is None
    assert read_page("<h1>Vår historia</h1>", **address)["verdict"]["reason"] is None, "drawn by scripts"


@pytest.mark.parametrize(
    ("declared", "printed", "kind", "high"),
    [
        ("249.00", "249 kr – 279 kr", "from", 27900),
        ("249.00", "249 kr", "regular", 24900),
        ("265.00", "249 kr – 279 kr", "regular", 26500),
    ],
)
def test_the_lowest_of_a_shown_range_is_stored_as_such_be_one_price_declared(
    declared: str, printed: str, kind: str, high: int
) -> None:
    body = (
        f"<p class='price'>{printed}</p><select><option>Välj storlek</option></select><button>Lägg i varukorg</button>"
    )
    offer = read(one(declared, "SEK"), body)["offer"]
    assert (offer["price_kind"], offer["price_max_minor"]) == (kind, high)
