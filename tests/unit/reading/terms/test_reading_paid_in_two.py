"""Parts of a price, what is sold besides, and what only looks like the price before it."""

from __future__ import annotations

from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
NAME = "Vorra Razor R1"


def stored(body: str, ending: str = "co.uk", buy: str = "<button>Add to basket</button>") -> str | None:
    """The price that is stored of a page with this below its heading."""
    head = f"<head><meta charset='utf-8'><title>{NAME}</title></head>"
    html = f"<html>{head}<body><h1>{NAME}</h1>{body}<p>In stock</p>{buy}</body></html>"
    answer: dict[str, Any] = read_saved(html.encode(), f"https://www.pine-house.{ending}/p/vorra-razor-r1", SHOPS)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


TWO = [
    ("Pay now", "On delivery", "£{}", "co.uk"),
    ("Due today", "Balance on delivery", "£{}", "co.uk"),
    ("Jetzt zahlen", "Bei Lieferung", "{} €", "de"),
    ("Paga ahora", "A la entrega", "{} €", "es"),
    ("Nu betalen", "Bij levering", "€ {}", "nl"),
    ("Şimdi öde", "Teslimatta", "{} TL", "com.tr"),
]


@pytest.mark.parametrize(("now", "later", "amount", "ending"), TWO)
@pytest.mark.parametrize("name", ["", " class='price'"])
def test_neither_of_two_payments_is_the_price(now: str, later: str, amount: str, ending: str, name: str) -> None:
    parts = ((now, "30.00"), (later, "89.00"))
    body = "".join(f"<p>{label} <b{name}>{amount.format(part)}</b></p>" for label, part in parts)
    assert stored(body, ending) is None


def test_one_of_the_two_labels_alone_takes_no_price_away() -> None:
    assert stored("<p class='price'>£119.00</p><p>On delivery: free</p>") == "119.00"


@pytest.mark.parametrize("label", ["Pre-order deposit", "3-year extended warranty", "Protection plan", "Setup fee"])
@pytest.mark.parametrize("first", [True, False])
def test_what_a_label_makes_another_amount_is_no_rival(label: str, first: bool) -> None:
    own, other = "<p>Price</p><p class='price'>£119.00</p>", f"<h4>{label}</h4><p class='price'>£11.90</p>"
    assert stored(f"{other}{own}" if first else f"{own}{other}") == "119.00"


def test_a_deposit_alone_is_not_the_price() -> None:
    assert stored("<p class='price'>34,73 €</p><p>Acompte de précommande</p>", "fr") is None


@pytest.mark.parametrize("body", ["<p class='price'>£999999.00</p>", "<p>£999,999</p>"])
def test_nines_only_fill_a_field(body: str) -> None:
    assert stored(body) is None


def test_the_set_is_not_the_product() -> None:
    assert stored(f"<p class='price'>£119.00</p><p>{NAME} + Vorra brush: £149.00</p>") == "119.00"
    together = "<p>Buy together: <b class='price'>£149.00</b></p>"
    assert stored(f"{together}<p class='price'>£119.00</p>") == "119.00"


def test_what_the_cart_holds_says_nothing() -> None:
    assert stored("<p>Total: <span class='price'>£0.00</span></p><p class='price'>£119.00</p>") == "119.00"
    assert stored("<p>Price: <span class='price'>£0.00</span></p><p class='price'>£119.00</p>") is None


def test_what_another_choice_costs_more_is_no_price() -> None:
    choices = "".join(
        f"<label><input type='radio' name='v'{more}</label>"
        for more in (" checked>Small", ">Large <span>+ £5.00</span>")
    )
    assert stored(f"{choices}<p>£119.00</p>") == "119.00"


def test_what_is_said_to_be_old_for_the_ear_is_old_for_the_eye() -> None:
    said = "<p class='visually-hidden'>Current price £119.00, original price £149.00</p>"
    assert stored(f"{said}<span class='price'>£119.00</span> <span class='price'>£149.00</span>") == "119.00"


def test_the_price_of_its_own_country_goes_first() -> None:
    both = "<div><span class='price'>EUR 139.10</span><span class='price'>£119.00</span></div>"
    assert stored(both) == "119.00"
    table = "<tr><td>GBP</td><td>£119.00</td></tr><tr><td>EUR</td><td>€139.10</td></tr>"
    assert stored(f"<table>{table}</table>") == "119.00"


def test_beside_bids_the_button_behind_it_buys_at_once() -> None:
    bids = "<p>Current bid: £59.00</p><button>Place bid</button>"
    assert stored(f"<p class='price'>£119.00</p><button>Buy it now</button>{bids}", buy="") == "119.00"
