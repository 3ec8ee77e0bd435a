"""Microdata and RDFa as nodes: nesting, borrowed elements, values by tag."""

from __future__ import annotations

from typing import Any

from common.reading.declared import microdata
from common.reading.parsed.document import parse_text

URL = "https://shop.example/p/x"


def items(body: str) -> list[dict[str, Any]]:
    return microdata.items(parse_text(f"<html><body>{body}</body></html>", URL))


def test_items_nest_under_their_property() -> None:
    found = items(
        "<div itemscope itemtype='https://schema.org/Product' itemid='#p'><p><b itemprop='name'>Blue  cup</b></p>"
        "<p itemprop='offers' itemscope itemtype='https://schema.org/Offer'><i><meta itemprop='price' content='12.50'>"
        "</i></p><a itemprop='url' href='/p/x'>here</a></div><p itemprop='name'>nobody's</p>"
    )
    assert found == [
        {
            "@type": ["Product"],
            "@id": "#p",
            "name": ["Blue cup"],
            "offers": [{"@type": ["Offer"], "price": ["12.50"]}],
            "url": ["https://shop.example/p/x"],
        }
    ]


def test_an_item_inside_another_without_a_property_stands_alone() -> None:
    found = items("<div itemscope itemtype='a'><b itemscope itemtype='b'><i itemprop='name'>x</i></b></div>")
    assert [one["@type"] for one in found] == [["a"], ["b"]]
    assert found[1]["name"] == ["x"]


def test_borrowed_elements_before_and_behind_the_item() -> None:
    found = items(
        "<div id='above'><b itemprop='name'>Blue cup</b></div>"
        "<div itemscope itemtype='https://schema.org/Product' itemref='above below'></div>"
        "<div><p id='below'><i><u itemprop='sku'>CUP-100</u></i></p></div>"
    )
    assert found == [{"@type": ["Product"], "name": ["Blue cup"], "sku": ["CUP-100"]}]


def test_rdfa_without_prefixes() -> None:
    page = "<div typeof='schema:Product'><b property='schema:name'>Blue cup</b></div>"
    document = parse_text(f"<html><head><meta property='og:type' content='x'></head><body>{page}</body></html>", URL)
    assert microdata.rdfa(document) == [{"@type": ["Product"], "name": ["Blue cup"]}]


def test_the_word_alone_makes_no_item() -> None:
    document = parse_text("<p property='name'>x</p><script>if (typeof x == 'itemscope') y()</script>", URL)
    assert microdata.rdfa(document) == microdata.items(document) == []


def test_a_name_on_a_link_and_a_brand_on_a_logo_are_no_addresses() -> None:
    found = items(
        "<div itemscope itemtype='https://schema.org/Product'><a itemprop='name' href='/p/x'>Blue <b>cup</b></a>"
        "<a itemprop='brand' href='/b/7'>Vorra</a><img itemprop='manufacturer' src='/v.png' alt='Vorra Ltd'>"
        "<img itemprop='image' src='/x.png' alt='A cup'><a itemprop='url' href='/p/x'>here</a></div>"
    )
    host = "https://shop.example"
    assert found == [
        {
            "@type": ["Product"], "name": ["Blue cup"], "brand": ["Vorra"], "manufacturer": ["Vorra Ltd"],
            "image": [f"{host}/x.png"], "url": [f"{host}/p/x"],
        }
    ]  # fmt: skip


def test_attributes_are_known_in_any_case() -> None:
    found = items("<div itemScope itemType='https://schema.org/Product'><b itemProp='name'>Blue cup</b></div>")
    assert found == [{"@type": ["Product"], "name": ["Blue cup"]}]
