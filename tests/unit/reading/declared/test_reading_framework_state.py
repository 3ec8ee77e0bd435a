"""State that frameworks write in forms of their own: Nuxt 2 and 3, Next's stream, Apollo's cache."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from common.reading.state.objects import nuxt as nuxt_state
from common.reading.text import flight as next_stream
from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.growth import assert_linear
from tests.invented.plain_page import read_page

SHOPS = Shops(ShopsSettings())
FILLER = "<p>" + 40 * "Earthenware from the hills. " + "</p>"

# As devalue 6 writes it.
NUXT_3 = (
    '[["ShallowReactive",1],{"data":2,"state":21},{"product":3,"related":17},["Reactive",4],{"id":5,"name":6,"sku":7,'
    '"brand":8,"price":10,"currency":12,"inStock":13,"when":14,"gone":-1,"tags":15},"c1","Blue cup","CUP-100",'
    '{"name":9},"Pinewood",{"amount":11,"currency":12},12.5,"EUR",true,["Date","1970-01-01T00:00:00.000Z"],[16,16],'
    '"a",[18],{"name":19,"price":20},"Other",3,["Set",16]]'
)
# As Nuxt 2 writes it: shared values become arguments, shared objects are filled in by statements.
NUXT_2 = (
    'window.__NUXT__=(function(a,b,c,d,e,f){b.id="c1";b.name="Blue cup";b.sku="CUP-100";b.brand={name:"Pinewood"};'
    "b.price=e;b.currency=a;b.inStock=f;b.tags=[d,d];b.note=void 0;b.when=new Date(0);e.amount=12.5;e.currency=a;"
    'e.half=.5;c[0]=b;return {layout:"default",text:"we return {it} (free);",data:[{product:b,related:[{name:"Other",'
    'price:3}]}],fetch:{},list:c,error:null,serverRendered:f}}("EUR",{},Array(1),"a);",{},true));'
)
CUP = {"name": "Blue cup", "sku": "CUP-100", "brand": "Pinewood", "price": 12.5, "currency": "EUR", "inStock": True}


def pushed(*pieces: str) -> str:
    return "".join(f"<script>self.__next_f.push({json.dumps([1, piece])})</script>" for piece in pieces)


def flight() -> str:
    text = "Größe: a text row\nb:{not a row}"
    tree: Any = CUP
    for _ in range(18):
        tree = ["$", "div", None, {"children": tree}]
    rows = [
        '1:"$Sreact.fragment"\n2:I[7,["8","static/x.js"],"Page"]\n',
        f"a:T{len(text.encode()):x},{text}",
        f"0:{json.dumps(tree)}\n",
        '3:["$","p",null,{"children":"end"}]\n',
    ]
    return "".join(rows)


def apollo() -> str:
    cache = {
        "ROOT_QUERY": {'product({"id":"c1"})': {"__ref": "Product:c1"}, "related": [{"__ref": "Product:c2"}]},
        "Product:c1": CUP | {"price": {"__ref": "Money:1"}, "brand": {"type": "id", "id": "Brand:1"}},
        "Product:c2": {"name": "Other", "price": 3, "self": {"__ref": "Product:c2"}},
        "Money:1": {"amount": 12.5, "currency": "EUR"},
        "Brand:1": {"name": "Pinewood"},
    }
    return f"<script>window.__APOLLO_STATE__ = {json.dumps(cache)};</script>"


def read(scripts: str) -> dict[str, Any]:
    return read_page(f"<h1>Blue cup</h1>{FILLER}{scripts}", url="https://shop.example/p/x", title="Blue cup")


@pytest.mark.parametrize(
    "scripts",
    [
        f'<script type="application/json" id="__NUXT_DATA__">{NUXT_3}</script>',
        f"<script>{NUXT_2}</script>",
        pushed(flight()),
        pushed(*(flight()[at : at + 97] for at in range(0, len(flight()), 97))),
        apollo(),
    ],
    ids=["nuxt 3", "nuxt 2", "next stream", "next stream in pieces", "apollo"],
)
def test_the_pages_own_product(scripts: str) -> None:
    offer = read(scripts)["offer"]
    assert (offer["price"], offer["currency"], offer["availability"]) == ("12.50", "EUR", "IN_STOCK")
    assert (offer["sku"], offer["brand"]) == ("CUP-100", "Pinewood")


def test_nuxt_3_references() -> None:
    tree: Any = nuxt_state.of_array(json.loads(NUXT_3))
    product = tree["data"]["product"]
    assert (product["when"], product["gone"], product["tags"]) == ("1970-01-01T00:00:00.000Z", None, ["a", "a"])
    circle: Any = nuxt_state.of_array([{"self": 0, "list": 1}, [0, 7, -2], "unused"])
    assert circle["self"] is circle
    assert circle["list"] == [circle, None, None]


@pytest.mark.parametrize("value", [[], [1, 2, 3], [{"a": "b"}, 1, 2], [{}, 1, 2], [["x", 1], 1, 2], [[1, 2], 3, 4]])
def test_other_lists_are_no_nuxt_state(value: list[Any]) -> None:
    assert not nuxt_state.is_array(value)


def test_nuxt_2_names() -> None:
    tree: Any = nuxt_state.of_call(NUXT_2)
    assert tree["text"] == "we return {it} (free);"
    assert tree["data"][0]["product"]["tags"] == ["a);", "a);"]
    assert float(tree["data"][0]["product"]["price"]["half"]) == 0.5
    assert tree["list"] == [tree["data"][0]["product"]]


@pytest.mark.parametrize("end", range(20, len(NUXT_2) - 1, 23))
def test_nuxt_2_cut_short_gives_nothing_or_a_tree(end: int) -> None:
    assert nuxt_state.of_call(NUXT_2[:end]) is None or end > NUXT_2.rfind("}}")


@pytest.mark.parametrize("end", range(0, 900, 31))
def test_a_stream_cut_short_gives_its_whole_rows(end: int) -> None:
    rows = list(next_stream.rows([f"self.__next_f.push({json.dumps([1, flight()[:end]])})"]))
    assert len(rows) <= 2


STREAMED_CUP = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": "Blue cup",
    "offers": {
        "@type": "Offer",
        "price": "12.50",
        "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock",
    },
}


def script_with(html: str) -> str:
    properties = {"type": "application/ld+json", "dangerouslySetInnerHTML": {"__html": html}}
    return json.dumps(["$", "script", None, properties])


@pytest.mark.parametrize(
    "stream",
    [
        f"1:{script_with(json.dumps(STREAMED_CUP))}\n",
        f"1:T{len(json.dumps(STREAMED_CUP)):x},{json.dumps(STREAMED_CUP)}2:{script_with('$1')}\n",
    ],
    ids=["in the element", "in a row of its own"],
)
def test_structured_data_that_scripts_will_write(stream: str) -> None:
    html = f"<html><head><title>Blue cup</title></head><body><div class='skeleton'></div>{pushed(stream)}</body></html>"
    offer = read_saved(html.encode(), "https://shop.example/blue-cup", SHOPS)["offer"]
    assert (offer["price"], offer["currency"], offer["availability"]) == ("12.50", "EUR", "IN_STOCK")
    assert offer["came_from"]["price_minor"] == "json-ld"


HOSTILE: dict[str, tuple[int, Callable[[int], str]]] = {
    "names": (40_000, lambda n: "__NUXT__=(function(" + "a," * n),
    "assignments": (100_000, lambda n: "__NUXT__=(function(a){" + "a.b=" * n + "return {price:a}}(1))"),
    "open assignments": (100_000, lambda n: "__NUXT__=(function(a){" + "a.b={;" * n + "return {price:a}}(1))"),
    "returns": (100_000, lambda n: "__NUXT__=(function(a){" + "return {" * n + "}(1))"),
    "nested returns": (20_000, lambda n: "__NUXT__=(function(a){" + "return {" * n + "price:a" + "}" * n + "}(1))"),
    "brackets": (
        100_000,
        lambda n: "__NUXT__=(function(a){return {" + "b:a," * n + "price:a}}(" + "(" * n + "))",
    ),
    "rows": (100_000, lambda n: '__next_f.push([1,"' + "a:T9," * n + 'price"])'),
    "pushes": (50_000, lambda n: "__next_f.push(" * n + "price"),
    "references": (100_000, lambda n: json.dumps([{"a": 1}, *([[number + 2] for number in range(n)]), "price"])),
}
"""Name → how often the hostile piece stands in the largest script, and the script with it so often."""


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["", ' type="application/json"'])
def test_hostile_state_takes_linear_time(name: str, kind: str) -> None:
    size, script = HOSTILE[name]

    def refused(text: str) -> None:
        assert read(f"<script{kind}>{text}</script>")["reason"] == "NOT_A_PRODUCT"

    assert_linear(refused, script, size)
