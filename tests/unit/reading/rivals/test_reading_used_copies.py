"""What a shop asks for a used, opened or refurbished copy is no price of the new thing that its page sells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.declared_page import stored_of_offers
from tests.invented.plain_page import SHOPS

NAME = "Vorra Kettle 1200"
FIVE = "<p>Tested</p><p>Cleaned</p><p>Complete</p><p>Boxed</p><p>One year of warranty</p>"
OPENED = "<div><a href='?opened'>Buy Open-Box</a> <b>From $219.99</b></div>"


def read_of(offers: object, body: str, *, name: str = NAME, query: str = "") -> dict[str, Any]:
    """What is read of a page that declares these offers, and shows this between heading and button."""
    product = {"@context": "https://schema.org", "@type": "Product", "name": name, "offers": offers}
    html = (
        f"<html lang=en><title>{name} | Pine House</title>"
        f"<script type='application/ld+json'>{json.dumps(product)}</script>"
        f"<h1>{name}</h1>{body}<button>Add to cart</button>"
    )
    answer: dict[str, Any] = read_saved(html.encode(), f"https://pine-house.com/kettle-1200{query}", SHOPS)
    return answer


def stored(offers: object, body: str, *, name: str = NAME, query: str = "") -> str | None:
    """The price that is stored of it; None where it is doubted."""
    answer = read_of(offers, body, name=name, query=query)
    return str(answer["offer"]["price"]) if answer["verdict"]["status"] == "ok" else None


def one(price: str, condition: str = "", **more: object) -> dict[str, object]:
    """An offer as shops declare it."""
    stated = {"itemCondition": f"https://schema.org/{condition}Condition"} if condition else {}
    in_stock = {"availability": "https://schema.org/InStock"}
    return {"@type": "Offer", "price": price, "priceCurrency": "USD"} | in_stock | stated | more


NEW_AND_USED = [one("219.99", "Used"), one("279.99", "New"), one("246.99", "Refurbished")]
FROM_LOW = {"@type": "AggregateOffer", "priceCurrency": "USD", "lowPrice": "219.99", "highPrice": "279.99"}


@pytest.mark.parametrize(
    "offers",
    [
        NEW_AND_USED,
        FROM_LOW | {"offers": NEW_AND_USED},
        [one("279.99"), one("219.99", "Used")],
        [one("279.99", "New"), one("219.99", "Damaged")],
        [one("279.99", "New", name=NAME), one("219.99", "New", name=f"{NAME} - Open Box")],
        [one("279.99", "New", name="Neu"), one("219.99", "New", name="Generalüberholt")],
    ],
)
def test_the_new_one_is_the_price_of_offers_of_several_conditions(offers: object) -> None:
    answer = read_of(offers, f"<p class=price>$279.99</p>{OPENED}")
    assert (answer["offer"]["price"], answer["offer"]["price_kind"]) == ("279.99", "regular")
    assert answer["verdict"]["status"] == "ok"


def test_a_new_one_that_is_sold_out_is_not_priced_by_a_used_one() -> None:
    gone = one("279.99", "New") | {"availability": "https://schema.org/OutOfStock"}
    offer = read_of([gone, one("219.99", "Used")], "<p class=price>$279.99</p>")["offer"]
    assert (offer["price"], offer["availability"]) == ("279.99", "OUT_OF_STOCK")


@pytest.mark.parametrize(
    ("name", "offers"),
    [
        (f"{NAME} (refurbished)", one("219.99", "Refurbished")),
        (f"{NAME} - Used", [one("219.99", "Used"), one("239.99", "Used")]),
        (NAME, [one("219.99", "Used"), one("239.99", "Refurbished")]),
    ],
)
def test_where_all_are_used_that_is_the_price(name: str, offers: object) -> None:
    assert stored(offers, "<p class=price>$219.99</p>", name=name) == "219.99"


def test_the_used_copy_that_the_address_asks_for_is_the_price() -> None:
    address = "https://pine-house.com/kettle-1200"
    offers = [
        one("279.99", "New", url=f"{address}?condition=new"),
        one("219.99", "Used", url=f"{address}?condition=used"),
    ]
    assert stored(offers, "<p class=price>$219.99</p>", query="?condition=used") == "219.99"


@pytest.mark.parametrize(
    "body",
    [
        f"<p class=price>$279.99</p>{OPENED}",
        "<p class=price>$279.99</p><p>Refurbished from $219.99</p>",
        "<p class=price>$279.99</p><p>Pre-owned: $219.99</p>",
        "<p class=price>$279.99</p><p>Used - very good</p><p>$219.99</p>",
    ],
)
def test_the_low_end_that_only_a_used_copy_has_is_doubted(body: str) -> None:
    assert stored(FROM_LOW, body) is None


@pytest.mark.parametrize(
    ("used", "ending"),
    [
        ("Gebraucht ab", "de"), ("B-Ware", "de"), ("Reconditionné", "fr"), ("Reacondicionado", "es"),
        ("Ricondizionato", "it"), ("Recondicionado", "pt"), ("Refurbished", "nl"), ("Powystawowy", "pl"),
        ("Rozbalené", "cz"), ("Repasované", "sk"), ("Resigilat", "ro"), ("Felújított", "hu"), ("Begagnad", "se"),
        ("Käytetty", "fi"), ("Brugt", "dk"), ("Μεταχειρισμένο", "gr"), ("Rabljeno", "hr"),
    ],
)  # fmt: skip
def test_a_used_copy_in_other_languages(used: str, ending: str) -> None:
    body = f"<p class=price>279,99 €</p><p><span>{used}</span> <b>219,99 €</b></p><button>Buy</button>"
    assert stored_of_offers(NAME, body, FROM_LOW | {"priceCurrency": "EUR", "availability": "InStock"}, ending) is None


@pytest.mark.parametrize(
    ("name", "body"),
    [
        (f"{NAME}, refurbished", f"<p>New $279.99</p>{FIVE}<p>Refurbished</p><p class=price>$219.99</p>"),
        (NAME, "<p>Pre-owned</p><p class=price>$219.99</p><p>Free delivery over $300</p>"),
        (NAME, "<p><s>$279.99</s></p><p>Open box</p><p class=price>$219.99</p>"),
        (NAME, "<p>Used</p><p class=price>$219.99</p><p>RRP $279.99</p>"),
    ],
)
def test_a_shop_of_used_things_has_its_price(name: str, body: str) -> None:
    assert stored(one("219.99"), body, name=name) == "219.99"


@pytest.mark.parametrize("used", ["Used: good", "Open-Box from", "Refurbished"])
def test_what_a_used_copy_costs_is_no_rival_of_the_price(used: str) -> None:
    beside = f"<div><span>{used}</span> <b>£199.99</b></div><button>Buy</button><p>In stock</p>"
    html = f"<html lang=en><title>{NAME} | Pine House</title><h1>{NAME}</h1><p class=price>£279.99</p>{beside}"
    answer = read_saved(html.encode(), "https://pine-house.co.uk/p/kettle-1200", SHOPS)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("279.99", "ok")


def test_of_two_used_copies_each_is_the_others_rival() -> None:
    both = "<p>Used: fair <b>£199.99</b></p><p>Used: good <b class=price>£279.99</b></p><button>Buy</button>"
    html = f"<html lang=en><title>{NAME} | Pine House</title><h1>{NAME}</h1>{both}<p>In stock</p>"
    answer = read_saved(html.encode(), "https://pine-house.co.uk/p/kettle-1200", SHOPS)
    assert answer["verdict"]["status"] != "ok"


NEW_OR_USED = [one("279.99", "New"), one("219.99", "Used")]
RANGE = FROM_LOW | {"offers": NEW_OR_USED}


@pytest.mark.parametrize("offers", [NEW_OR_USED, RANGE])
@pytest.mark.parametrize(
    "body", ["<p class=price>$219.99</p><p>Used</p>", "<p class=price>$219.99</p><p>Colour: oak</p>"]
)
def test_the_used_copy_that_the_page_shows_as_its_price_is_what_it_sells(offers: object, body: str) -> None:
    assert stored(offers, body) == "219.99"


def test_a_used_copy_that_is_shown_has_its_own_stock() -> None:
    gone = one("279.99", "New") | {"availability": "https://schema.org/OutOfStock"}
    answer = read_of([gone, one("219.99", "Used")], "<p class=price>$219.99</p><p>Used</p>")
    assert (answer["offer"]["price"], answer["offer"]["availability"]) == ("219.99", "IN_STOCK")
    assert answer["verdict"]["status"] == "ok"


def test_the_shown_one_of_several_refurbished_ones_beside_a_new_one() -> None:
    offers = [one("209.00", "Used"), one("229.00", "Refurbished"), one("299.00", "New")]
    assert stored(offers, "<p class=price>$229.00</p>", name=f"{NAME} refurbished") == "229.00"


@pytest.mark.parametrize(
    "body",
    [
        "<p>Also: like new <b>$219.99</b></p>",
        "<h4>Used - grade A</h4><p class=price>$219.99</p>",
        "<p>Used <b class=price>$219.99</b></p>",
        "<p>Used</p><p class=price>$219.99</p><p>New <b>$279.99</b></p>",
    ],
)
def test_a_used_copy_that_may_be_sold_beside_a_new_one_is_doubted(body: str) -> None:
    assert stored(NEW_OR_USED, body) is None


def test_a_used_copy_drawn_as_the_price_before_a_new_one_is_doubted_abroad() -> None:
    body = "<p>D'occasion</p><p class=price>219,99 €</p><p>Neuf <b>279,99 €</b></p><button>Ajouter au panier</button>"
    euros = [offer | {"priceCurrency": "EUR"} for offer in NEW_OR_USED]
    assert stored_of_offers(NAME, body, euros, "fr") is None


def test_a_link_to_a_used_copy_above_the_price_changes_nothing() -> None:
    body = "<p><a href='?used'>Used</a> <b>$219.99</b></p><p class=price>$279.99</p>"
    assert stored(NEW_OR_USED, body) == "279.99"


def test_a_used_copy_that_is_marked_is_a_rival() -> None:
    new = "<div class=offer><p>New</p><p class=price>£279.99</p></div>"
    used = "<div class='offer selected'><p>Used</p><p class=price>£219.99</p></div>"
    page = f"<html lang=en-GB><title>{NAME} | Pine House</title><h1>{NAME}</h1>{new}{used}<p>In stock</p>"
    html = f"{page}<form action=/cart method=post><button>Add to basket</button></form>"
    answer = read_saved(html.encode(), "https://pine-house.co.uk/p/kettle-1200", SHOPS)
    assert (answer["offer"]["price"], answer["verdict"]["status"]) == ("279.99", "quarantine")


def test_what_a_new_one_costs_may_be_struck_out() -> None:
    body = "<p>New: <del>$279.99</del></p><p>Refurbished: <b class=price>$219.99</b></p>"
    assert stored(one("219.99", "Used"), body) == "219.99"
    assert stored(one("219.99"), body.replace("del>", "i>")) is None


@pytest.mark.parametrize("new", ["<p>$279.99</p>", "<p>New: $279.99</p>"])
def test_a_used_copy_behind_the_price_of_a_new_one_is_doubted(new: str) -> None:
    assert stored(NEW_OR_USED, f"{new}<p class=price>$219.99</p>") is None


def test_a_used_copy_that_stands_first_is_a_rival() -> None:
    assert stored(NEW_OR_USED, "<p>Used <b>$219.99</b></p><p>New <b>$279.99</b></p>") is None
