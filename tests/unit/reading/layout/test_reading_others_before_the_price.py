"""A box about other products between the heading and the price, or above both: the page's own price is still read, and
another's never.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

NAME = "Vorra razor R1"
OWN = "<p>New, with two blades</p><p>£18.50</p><p>In stock</p><button><span>Add to cart</span></button>"
CARD = "<a href='/p/alum-block'>Alum block</a> <span>£9.80</span>"
BUYS = "<button>Add to cart</button>"
BOXES = {
    "titled": f"<section><h2>You may also like</h2>{CARD}</section>",
    "seen": f"<div><p>Recently viewed</p><div>{CARD}</div></div>",
    "with a button": f"<div><h4>Frequently bought together</h4><div>{CARD}{BUYS}</div></div>",
}


def read(body: str, title: str = NAME) -> dict[str, Any]:
    return read_page(body, url="https://www.pine-house.co.uk/p/1204", title=title, lang="en")


def stored(body: str, title: str = NAME) -> str | None:
    answer = read(body, title)
    return answer["offer"]["price"] if answer.get("verdict", {}).get("status") == "ok" else None


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())
def test_the_page_goes_on_behind_such_a_box(box: str) -> None:
    assert stored(f"<div><h1>{NAME}</h1>{box}{OWN}</div>") == "18.50"
    assert stored(f"<div><h1>{NAME}</h1>{box}{box}{OWN}</div>") == "18.50"


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES.keys())
def test_a_box_behind_the_price_ends_the_product(box: str) -> None:
    more = "<p>Offer of the week</p><p>£11.00</p><button>Add to cart</button>"
    assert stored(f"<div><h1>{NAME}</h1>{OWN}{box}{more}</div>") == "18.50"


def test_behind_a_box_with_a_list_of_others_there_is_no_price() -> None:
    entry = "<div><p>{}</p><p>£{}</p><button>Add to cart</button></div>"
    others = "".join(
        entry.format(name, price) for name, price in (("Comb", "4.20"), ("Soap", "6.30"), ("Bowl", "8.40"))
    )
    gone = f"<div><h1>{NAME}</h1><p>Sold out</p>{BOXES['titled']}{others}</div>"
    assert stored(gone) is None


@pytest.mark.parametrize(
    "box",
    [
        f"<div style='display:none'><h2>Alum block, 100 g</h2><p>£9.80</p>{BUYS}</div>",
        f"<div class='hidden'><h2>Alum block, 100 g</h2><p>£9.80</p>{BUYS}</div>",
        f"<div><h3>Frequently bought together</h3><p>Total price: <b>£28.30</b></p>{BUYS}</div>",
    ],
)
def test_a_window_that_opens_later_names_no_product(box: str) -> None:
    own = f"<div><p><b>{NAME}</b></p><p>£18.50</p><p>In stock</p><p>Orders by telephone</p></div>"
    assert stored(box + own, title="Pine House") in {None, "18.50"}


def test_the_name_on_a_card_that_leads_to_another_page_is_not_this_page_s() -> None:
    card = f"<h3><a href='/p/alum-block'>Alum block, 100 g</a></h3><p>£9.80</p><p>In stock</p>{BUYS}"
    assert stored(f"<p>Nothing was found.</p><div>{card}</div>", title="Pine House") is None
    assert stored(f"<p>Welcome.</p><div>{card.replace('/p/alum-block', '#top')}</div>", title="Pine House") == "9.80"
