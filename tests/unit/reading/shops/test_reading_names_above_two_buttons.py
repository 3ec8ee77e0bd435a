"""The name of a product on a page whose title and address name only the shop: above two buttons that are one offer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.invented.plain_page import read_page

TOP = "<div><a href='/basket'>Basket (0)</a></div>"
PRICE = "<table><tr><th>Price</th><td><b>£129.00</b></td></tr></table>"


def read(buttons: str, *, above: str = TOP, name: str = "<h3>Oak chair Vorra</h3>", body: str = PRICE) -> Any:
    return read_page(
        f"{above}<div><div>{name}{body}</div><div>{buttons}</div></div>",
        url="https://www.pine-house.co.uk/detail.php?no=3658",
        title="Pine House",
        lang="en-GB",
    )


@pytest.mark.parametrize(
    "buttons",
    [
        "<p><a href='#'>Buy now</a></p><p><a href='#'>Add to cart</a></p>",
        "<ul><li><a href='#'>Buy now</a></li><li><a href='#'>Add to cart</a></li></ul>",
        "<li><a href='#'>Add to cart</a></li><li><a href='#'>Buy now</a></li>",
        "<button>Buy now</button><button>Add to cart</button>",
        "<form><input type=submit value='Add to cart'><input type=submit value='Buy now'></form>",
        "<a href='#'>바로구매하기</a><a href='#'>장바구니담기</a>",
    ],
)
def test_two_buttons_of_one_offer_are_one(buttons: str) -> None:
    answer = read(buttons)
    assert answer["offer"]["title"] == "Oak chair Vorra", answer
    assert answer["offer"]["price_minor"] == 12900
    assert answer["verdict"]["status"] == "ok"


def test_bold_print_between_is_no_name() -> None:
    answer = read(
        "<a href='#'>Buy now</a><a href='#'>Add to cart</a>", body=f"{PRICE}<p><b>Total of all goods</b> :</p>"
    )
    assert answer["offer"]["title"] == "Oak chair Vorra", answer


@pytest.mark.parametrize(
    ("buttons", "above"),
    [
        ("<a href='#'>Add to cart</a><h3>Blue cup of the hills</h3><a href='#'>Buy now</a>", TOP),
        ("<a href='#'>Add to cart</a><a href='#'>Add to cart</a>", TOP),
        ("<div><p><a href='#'>Buy now</a></p></div><div><p><a href='#'>Add to cart</a></p></div>", TOP),
        ("", "<nav><ul><li><a href='#'>Buy now</a></li><li><a href='#'>Order</a></li></ul></nav>"),
    ],
)
def test_others_name_nothing(buttons: str, above: str) -> None:
    assert read(buttons, above=above).get("verdict", {}).get("status") != "ok"
