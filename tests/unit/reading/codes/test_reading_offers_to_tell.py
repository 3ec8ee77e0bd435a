"""Pages whose markup still says "in stock" and which, in place of a button that buys, offer to tell when the product is
back.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.invented.plain_page import read_page

REFRESH = "<form id='add-to-cart-or-refresh' action='/cart'><input name='refresh' type='submit' value='Refresh'></form>"


def offer(body: str, *, state: str = "InStock", **declared: Any) -> dict[str, Any]:
    asked = {"price": "129.00", "priceCurrency": "EUR", "availability": f"https://schema.org/{state}"}
    node = json.dumps({"@type": "Product", "name": "Oak chair Vorra", "offers": asked, **declared})
    offered: dict[str, Any] = read_page(
        f"<main><h1>Oak chair Vorra</h1><p class=price>129,00 €</p>{body}</main>",
        url="https://www.pine-house.shop/product/oak-vorra",
        title="Oak chair Vorra | Pine House",
        lang="en",
        head=f"<script type='application/ld+json'>{node}</script>",
    )
    return offered


@pytest.mark.parametrize(
    "told",
    [
        "<a href='#'>Notify me when available</a>",
        "<button>Notify me when available</button>",
        "<button>Benachrichtigen, wenn verfügbar</button>",
        "<button>Avísame cuando esté disponible</button>",
        "<button>Prévenez-moi lorsque le produit est disponible</button>",
        "<button>Powiadom o dostępności</button>",
        "<button>Сообщить о поступлении</button>",
        "<button>Gelince haber ver</button>",
        "<button>入荷お知らせ</button>",
        "<button>Ilmoita kun saatavilla</button>",
        "<button>Ειδοποίησέ με</button>",
        "<button>Уведоми ме</button>",
        "<button>به من اطلاع بده</button>",
        "<button>أعلمني عند التوفر</button>",
        "<button>Thông báo khi có hàng</button>",
        "<button>Beri tahu saya</button>",
        "<p>Out of stock</p><button>Join the waitlist</button>",
        f"{REFRESH}<a href='#'>Notify me when available</a>",
        f"<a href='#'>Notify me when available</a>{REFRESH}",
    ],
)
def test_what_is_told_of_when_it_is_back_is_sold_out(told: str) -> None:
    answer = offer(told)
    assert answer["offer"]["availability"] == "OUT_OF_STOCK", answer
    assert answer["verdict"]["status"] == "ok"


@pytest.mark.parametrize(
    "body",
    [
        "<button>Add to cart</button><button>Notify me when available</button>",
        "<button>Notify me when available</button><button>Add to cart</button>",
        "<button>Notify me when available</button><button disabled>Add to cart</button>",
        "<select name=size><option>41</option><option>42</option></select><button>Notify me when available</button>",
        "<input type=radio name=size><input type=radio name=size><button>Notify me when available</button>",
        "<form action='/cart/add'><button>Notify me when available</button><button>Let's go</button></form>",
        "<div class=related-products><div><a href='/b'>Blue cup</a><b>9,00 €</b>"
        "<button>Notify me when available</button></div></div><p>Only in our shops</p>",
        "<p>Sold out</p>",
        "<button>Sold out</button>",
        REFRESH,
        "<label>Notify me of new comments <input type=checkbox></label>",
        "<button>Notify me of a price drop</button>",
        "<button>Benachrichtige mich, wenn der Preis fällt</button>",
    ],
)
def test_where_something_may_be_bought_or_chosen_the_markup_counts(body: str) -> None:
    assert offer(body)["offer"]["availability"] == "IN_STOCK"
