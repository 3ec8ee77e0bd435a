"""A button that buys may say what the chosen variant costs, where the page declares no more than a range."""

from __future__ import annotations

import json

import pytest

from tests.unit.reading.no_product.test_reading_no_single_product import LONG, read

OFFERS = {
    "@type": "AggregateOffer",
    "priceCurrency": "GBP",
    "lowPrice": "30.00",
    "highPrice": "60.00",
    "availability": "https://schema.org/InStock",
}
SIZES = "".join(
    f"<button><div>{name}</div><div>{grams} g</div><div>£{price}</div></button>"
    for name, grams, price in (("Small", 250, 30), ("Middle", 500, 45), ("Large", 900, 60))
)


def stored(buttons: str, sizes: str = SIZES) -> tuple[str | None, str | None]:
    """(price, its kind)"""
    product = {"@context": "https://schema.org", "@type": "Product", "name": "Vorra honey", "offers": OFFERS}
    declared = f"<script type='application/ld+json'>{json.dumps(product)}</script>"
    body = f"{declared}<h1>Vorra honey</h1><p>Size of the jar</p><div>{sizes}</div>{buttons}{LONG}"
    answer = read(body, path="/p/vorra-honey", title="Vorra honey")
    if answer["verdict"]["status"] != "ok":
        return None, None
    return answer["offer"]["price"], answer["offer"]["price_kind"]


@pytest.mark.parametrize(
    "button",
    [
        "<button>Add to basket · £45</button>",
        "<button><span>Add to cart</span><span>£45.00</span></button>",
        "<a class=btn href=/cart/add>Buy now - £45</a>",
        "<button>£45 | Add to cart</button>",
        "<button>Do koszyka · £45</button><button>Kaufen – £45</button>",
    ],
)
def test_the_chosen_variants_price_is_on_the_button(button: str) -> None:
    assert stored(button) == ("45.00", "regular")


@pytest.mark.parametrize(
    "buttons",
    [
        "<button>Add to basket</button>",
        "<button>Add to basket · £45</button><button>Add to basket · £60</button>",
        "<button>Add to basket £60 £45</button>",
        "<button>Add 2 to basket · £45</button><button>Add to basket</button>",
        "<button>Subscribe and save · £45</button><button>Add to basket</button>",
        "<button>Add to basket</button><p>Free delivery over £45</p>",
        "<button>Add to basket</button><button>Pay a deposit of £45</button>",
        "<button>Add to basket · £75</button>",
        "<button>Add to basket</button><a href=/p/other><h3>Other cup</h3><span>Add to basket · £45</span></a>",
        "<button>Add to basket</button><button>Add a gift box · £45</button>",
    ],
)
def test_no_other_amount_is(buttons: str) -> None:
    assert stored(buttons) in {("30.00", "from"), (None, None)}


def seen(buttons: str, sizes: str = SIZES, price: str = "") -> str | None:
    body = f"<h1>Vorra honey</h1>{price}<p>Size of the jar</p><div>{sizes}</div>{buttons}<p>In stock</p>{LONG}"
    answer = read(body, path="/p/vorra-honey", title="Vorra honey")
    return answer["offer"]["price"] if answer["verdict"]["status"] == "ok" else None


@pytest.mark.parametrize("price", ["30", "45", "60"])
def test_without_markup_it_is_one_of_the_choices(price: str) -> None:
    assert seen(f"<button>Add to cart · £{price}</button>") == f"{price}.00"


@pytest.mark.parametrize(
    "buttons",
    [
        "<button>Add to cart</button><button>Add to cart · £45</button>",
        "<button>Add to cart · £30</button><button>Add to cart · £45</button>",
        "<button>Add 2 to cart · £60</button>",
        "<button>Add to cart · £20</button>",
    ],
)
def test_a_button_of_something_else_chooses_nothing(buttons: str) -> None:
    assert seen(buttons) in {None, "30.00"}


def test_what_a_price_was_reduced_from_is_not_taken_from_a_button() -> None:
    price = "<p><s>£60.00</s> <b class=price>£45.00</b></p>"
    assert seen("<button>Add to cart · £60</button>", sizes="", price=price) in {None, "45.00"}
