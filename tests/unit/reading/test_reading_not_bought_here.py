"""Pages that declare a product and sell none: reviews that lead to shops, tours, courses, hire, gifts of money. And
amounts to choose from, as of a gift card.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved

SHOPS = Shops(ShopsSettings())
URL = "https://www.hollow-oak.co.uk/oakley-x5"
BUY = "<button>Add to basket</button>"


def read(body: str, name: str = "Oakley X5", price: str = "45.00", currency: str = "GBP") -> dict[str, Any]:
    offer = {"price": price, "priceCurrency": currency, "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": name, "offers": offer})
    html = (
        f"<html><head><meta charset='utf-8'><title>{name}</title><script type='application/ld+json'>{node}</script>"
        f"</head><body><a href='/give'>Donate</a><h1>{name}</h1>{body}</body></html>"
    )
    return read_saved(html.encode(), URL, SHOPS)


def reason(answer: dict[str, Any]) -> str:
    return str(answer.get("reason", "taken"))


@pytest.mark.parametrize(
    "body",
    [
        "<p>£45.00</p><p>3 hours, daily at ten</p><button>Book now</button>",
        "<p>£45.00</p><a class=button href='/book'>Book your place</a>",
        "<p>£45.00</p><button>Donate now</button>",
        "<p>£45.00</p><button>Hire now</button>",
        "<p>£45.00</p><button>Buy tickets</button>",
        "<p>45,00 £</p><button>Jetzt buchen</button>",
        "<p>£45.00</p><button>Prendre rendez-vous</button>",
        "<p>£45.00</p><button>Dona ora</button>",
        "<p>£45.00</p><button>Записаться на курс</button>",
        "<p>Verdict: fine</p><p>£45.00</p><a href='https://www.amazon.co.uk/dp/B1'>Check price on Amazon</a>",
        "<p>£45.00</p><a rel='nofollow sponsored' href='https://elsewhere.example/1'>Have a look</a>",
        "<ul><li>One £45.00 <a href='https://one.example/1'>Go to shop</a><li>Two £52.00 <a href='https://two.example/1'>"
        "Go to shop</a></ul>",
        "<p>£45.00</p><a href='https://www.amazon.de/dp/B1'>Preis bei Amazon prüfen</a>",
        "<p>£45.00</p><a href='https://sklep.example/1'>Idź do sklepu</a>",
    ],
)
def test_where_nothing_is_bought_there_is_no_product(body: str) -> None:
    assert reason(read(body)) in {"NOT_A_PRODUCT", "ARTICLE"}


@pytest.mark.parametrize(
    "body",
    [
        f"<p>£45.00</p>{BUY}<button>Book now</button>",
        f"<p>£45.00</p><a href='https://www.amazon.co.uk/dp/B1'>Check price on Amazon</a>{BUY}",
        "<p>£45.00</p><a href='/p/other'>View offer</a><p>In stock</p>",
        f"<p>£45.00</p>{BUY}<footer><a href='/give'>Donate</a></footer>",
        "<p>£45.00</p><p>In stock</p>",
    ],
)
def test_where_something_is_it_stays_one(body: str) -> None:
    assert read(body)["verdict"]["status"] == "ok"


def test_what_is_sold_out_stays_one_too() -> None:
    assert reason(read("<p>Sold out</p><button>Book now</button>")) == "taken"


CHOICES = "<select name=value><option>£10.00</option><option>£25.00</option><option>£50.00</option></select>"


@pytest.mark.parametrize(
    "body",
    [
        f"<p class=price>£10.00</p>{CHOICES}",
        f"<p class=price>£10.00 – £50.00</p>{CHOICES}",
        "<p class=price>£10.00</p><button>£10</button><button>£25</button><button>£50</button>",
        "<p class=price>£10.00</p><label><input type=radio> £10</label><label><input type=radio> £25</label>",
    ],
)
def test_one_of_several_amounts_to_choose_from_is_doubted(body: str) -> None:
    answer = read(f"{body}{BUY}", "Oakley gift card", "10.00")
    assert (answer["verdict"]["status"], answer["verdict"]["reason"]) == ("quarantine", "UNCONFIRMED_PRICE")


@pytest.mark.parametrize(
    "body",
    [
        "<p class=price>£10.00</p><select><option>Small £10.00</option><option>Large £25.00</option></select>",
        "<p class=price>£10.00</p><select><option>1</option><option>2</option></select>",
        "<p class=price>£10.00</p><select><option>£3.00</option><option>£4.00</option></select>",
        "<p class=price>£10.00</p><label>£10.00</label>",
    ],
)
def test_choices_that_are_no_amounts_say_nothing(body: str) -> None:
    assert read(f"{body}{BUY}", price="10.00")["verdict"]["status"] == "ok"
