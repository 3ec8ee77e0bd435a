"""A small card of another product in the product's own column, with a button of its own, is not the product's."""

from __future__ import annotations

import pytest

from fleet.operations.read_saved import read_saved
from tests.growth import assert_linear
from tests.unit.reading.test_reading_no_single_product import SHOPS

NAME = "Vorra Kettle 1200"


def page(column: str, button: str, more: str = "") -> bytes:
    body = f"<h1>{NAME}</h1><div class=info>{column}<button>{button}</button><p>SKU: VK-1200</p></div>{more}"
    return f"<html><meta charset=utf-8><title>{NAME}</title><body><main>{body}</main></body></html>".encode()


def stored(column: str, button: str, ending: str) -> str | None:
    answer = read_saved(page(column, button), f"https://www.pine-house.{ending}/p/vorra-kettle-1200", SHOPS)
    return answer["offer"]["price"] if (answer.get("verdict") or {}).get("status") == "ok" else None


@pytest.mark.parametrize(
    ("ending", "said", "small", "button", "own", "buys", "stock"),
    [
        ("cz", "Před chvílí jste viděli", "349 Kč", "Do košíku", "8 990 Kč", "Přidat do košíku", "Skladem"),
        ("de", "Eben noch da", "3,49 €", "In den Warenkorb", "89,90 €", "In den Warenkorb", "Auf Lager"),
        ("it", "Visto un attimo fa", "3,49 €", "Aggiungi al carrello", "89,90 €", "Acquista", "Disponibile"),
        ("co.uk", "Seen a moment ago", "£3.49", "Add to basket", "£89.90", "Add to basket", "In stock"),
    ],
)
@pytest.mark.parametrize(
    "box", ["<div class=lv>{}</div>", "<ul><li>{}</li></ul>", "<aside><section>{}</section></aside>"]
)
def test_what_stands_before_the_price(
    ending: str, said: str, small: str, button: str, own: str, buys: str, stock: str, box: str
) -> None:
    other = f"<a href=/tin-cup>Tin cup</a><span class=price>{small}</span><button>{button}</button>"
    column = f"<b>{said}</b>{box.format(other)}<div class=own>{own}</div><p>{stock}</p>"
    assert stored(column, buys, ending) in {"8990.00", "89.90"}


def test_the_product_s_own_box_is_none() -> None:
    own = "<div><a href=/p/vorra-kettle>Vorra Kettle</a><b class=price>£89.90</b><button>Add to basket</button></div>"
    assert stored(f"{own}<p>In stock</p>", "Buy now", "co.uk") == "89.90"


def test_many_such_cards_take_time_in_proportion() -> None:
    card = "<div><a href=/tin-cup>Tin cup</a><b class=price>£3.49</b><button>Add to basket</button></div>"
    url = "https://www.pine-house.co.uk/p/vorra-kettle-1200"
    assert_linear(lambda body: read_saved(body, url, SHOPS), lambda size: page(card * size, "Add to basket"), 2000)
