"""Categories and searches that show a single product, and comparisons of two: nothing looks more like a product's page,
and the price is that of another page's product.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pine-house.shop/chairs"


def read(
    body: str, heading: str = "Chairs", *, declared: str | None = "Oak chair Vorra", url: str = URL, **more: str
) -> dict[str, Any]:
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": declared, "offers": offer, **more})
    script = f"<script type='application/ld+json'>{node}</script>" if declared else ""
    return read_page(
        f"<main><h1>{heading}</h1>{body}</main>", url=url, title=f"{heading} | Pine House", lang="en", head=script
    )


def outcome(answer: dict[str, Any]) -> str:
    if "verdict" not in answer or not answer["verdict"]:
        return str(answer["reason"])
    return str(answer["verdict"].get("reason") or answer["verdict"]["status"])


CARD = (
    "<div class=card><a href='/oak-chair-vorra'><img src=a.jpg alt='Oak chair Vorra'></a>"
    "<a href='/oak-chair-vorra'>Oak chair Vorra</a><span class=price>129,00 €</span><button>Add to cart</button></div>"
)
HEADED = (
    "<h2><a href='/oak-chair-vorra'>Oak chair Vorra</a></h2><p>129,00 €</p><p>In stock</p><button>Add to cart</button>"
)


@pytest.mark.parametrize(
    "counted",
    [
        "1 result",
        "1 product(s)",
        "Showing the single result",
        "Items 1-1 of 1",
        "1 Treffer",
        "Es gibt 1 Artikel",
        "Il y a 1 produit.",
        "Hay 1 producto.",
        "C'è 1 prodotto",
        "Há 1 produto",
        "Enig resultaat",
        "Znaleziono 1 produkt",
        "1 položek celkem",
        "Visar 1 produkt",
        "1 termék",
        "Найдено товаров: 1",
        "1 ürün listeleniyor",
    ],
)
@pytest.mark.parametrize("shown", [CARD, HEADED])
def test_a_page_that_counts_one_product_with_a_page_of_its_own_is_a_list(counted: str, shown: str) -> None:
    assert outcome(read(f"<p>{counted}</p>{shown}")) == "LISTING"
    assert outcome(read(f"<p>{counted}</p>{shown}", declared=None)) == "LISTING"


@pytest.mark.parametrize("pager", ["Rezultati 1 - 1 od 1", "Showing 1-1 of 1 item(s)", "Afficher 1–1 / 1"])
def test_a_pager_below_the_card_counts_too(pager: str) -> None:
    assert outcome(read(f"{CARD}<p>{pager}</p>", declared=None)) == "LISTING"
    # Reviews are counted so, too, below a product that is no card's.
    own = "<p>129,00 €</p><p>In stock</p><button>Add to cart</button>"
    assert outcome(read(f"{own}<p>{pager}</p>", declared=None)) == "ok"


def test_in_other_letters_than_its_address_too() -> None:
    shown = CARD.replace("Oak chair Vorra", "Дубовый стул")
    assert outcome(read(f"<p>Найдено: 1 товар</p>{shown}", "Стулья", declared=None)) == "LISTING"


def test_a_card_that_nothing_counts_is_doubted() -> None:
    assert outcome(read(CARD, declared="Chairs")) == "UNCONFIRMED_PRICE"


def test_what_a_search_declares_is_what_it_found() -> None:
    url = "https://www.pine-house.shop/search?q=oak+chair"
    shown = "<div class=item><h3>Oak chair Vorra</h3><b class=price>129,00 €</b><button>Add to cart</button></div>"
    assert outcome(read(shown, "Results for: oak chair", url=url)) in {"SEARCH", "LISTING"}
    assert outcome(read("<b class=price>129,00 €</b><button>Add to cart</button>", "Oak chair Vorra", url=url)) == "ok"


@pytest.mark.parametrize("heading", ["Oak 5 vs Elm 6", "Elm 6 vs. Oak 5", "Oak 5 versus Elm 6"])
def test_a_comparison_is_no_page_of_the_one_that_it_declares(heading: str) -> None:
    table = "<table><tr><td>Price</td><td>129 €</td><td>149 €</td></tr></table><button>Add to cart</button>"
    assert outcome(read(table, heading, declared="Oak 5")) == "LISTING"


SOLD = "<p class=price>129,00 €</p><p>In stock</p><button>Add to cart</button>"
COLOURS = (
    "<a href='/oak-chair-blue'><img src=a alt='Oak chair blue'></a>"
    "<a href='/oak-chair-green'><img src=b alt='Oak chair green'></a>"
)
BEHIND = CARD.replace("129,00", "399,00").replace("chair", "table").replace("<div class=card>", "<div class=other>")


@pytest.mark.parametrize(
    ("body", "heading", "more"),
    [
        (f"{SOLD}<p>1 review</p>{BEHIND}", "Oak chair Vorra", {}),
        (f"<p>1 item in your cart</p>{SOLD}{BEHIND}", "Oak chair Vorra", {}),
        (f"<h3>From the same series</h3>{SOLD}{BEHIND}", "Oak chair Vorra", {}),
        (f"<p>1 result</p>{SOLD}", "Oak chair Vorra", {}),
        (f"<h3><a href='/pine-tools'>Pine Tools</a></h3>{SOLD}", "Oak chair Vorra", {"brand": "Pine Tools"}),
        (f"<h2><a href='/writers/ann-elm'>Ann Elm</a></h2><div>{SOLD}</div>", "Oak chair Vorra", {}),
        (f"<a href='/i/oak-chair-vorra.jpg'><img src=a alt='Oak chair blue'></a>{SOLD}", "Oak chair Vorra", {}),
        (f"<div>{COLOURS}{SOLD}</div>", "Oak chair", {}),
        (f"<div>{COLOURS.replace('Oak chair blue', 'Elm chair blue')}{SOLD}</div>", "Oak chair red", {}),
        (SOLD, "Bears vs. Wolves", {"name": "Bears vs. Wolves"}),
    ],
)
def test_the_page_of_a_product_stays_one(body: str, heading: str, more: dict[str, str]) -> None:
    assert outcome(read(body, heading, **more)) == "ok"


BOXES = {"ul": "li", "section": "article", "div class=list": "div class=product"}


@pytest.mark.parametrize(("around", "box"), BOXES.items(), ids=BOXES)
@pytest.mark.parametrize("heading", ["Desk lamps & chairs", "Your list"])
@pytest.mark.parametrize(
    "name", ["<h3><a href='{0}'>{1}</a></h3>", "<a href='{0}'><img src='{0}.jpg'></a><a href='{0}'>{1}</a>"]
)
def test_a_list_of_two_is_no_product_where_one_of_them_is_sold_out(
    around: str, box: str, heading: str, name: str
) -> None:
    kinds = (
        (
            "/lamp-malm",
            "Lamp Malm",
            "<span class=price>£149.00</span><span>In stock</span><button>Add to cart</button>",
        ),
        ("/stool-oller", "Stool Oller", "<span class=price>£59.00</span><span>Sold out</span>"),
    )
    ends, box_ends = around.partition(" ")[0], box.partition(" ")[0]
    boxes = "".join(f"<{box}>{name.format(href, said)}{rest}</{box_ends}>" for href, said, rest in kinds)
    body = f"<h1>{heading}</h1><{around}>{boxes}</{ends}>"
    answer = read_page(body, url="https://www.pine-house.co.uk/l/12", title=f"{heading} | Pine House", lang="en")
    assert answer["reason"] in {"NOT_A_PRODUCT", "LISTING"}


@pytest.mark.parametrize(
    "beside",
    [
        "<a href='/delivery'>Delivery</a> 3,99 €",
        "<a href='/warranty'>Warranty of three years</a> 4,99 €",
        "<a href='/delivery'>Free above 150,00 €</a>",
    ],
)
@pytest.mark.parametrize("box", ["div class=col-md-6", "li"])
def test_two_columns_of_one_product_are_none(beside: str, box: str) -> None:
    end = box.partition(" ")[0]
    own = "<a href='/brand/acme'>Acme Pottery</a><p>129,00 €</p><button>Add to cart</button>"
    boxes = f"<{box}>{own}</{end}><{box}>{beside}</{end}>"
    assert outcome(read(boxes, "Vorra", declared=None, url="https://www.pine-house.shop/p/vorra")) == "ok"
