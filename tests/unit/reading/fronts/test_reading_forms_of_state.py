"""State that fronts stream into their pages or keep in attributes: React Router, Astro, Inertia, SvelteKit,
React and Vue in pages that a server draws."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any

import pytest

from common.reading.state.objects.turbo_stream import of_stream
from tests.growth import assert_linear
from tests.invented.plain_page import read_page

CUP = {"name": "Blue cup", "sku": "CUP-100", "price": 12.5, "currency": "EUR", "inStock": True}
# As turbo-stream 2.4 writes an object with a promise, a date, a set and what JSON has no word for.
FIRST_LINE = (
    '[{"_1":2,"_26":-2},"loaderData",{"_3":4},"routes/p",{"_5":6,"_24":25},"product",{"_7":8,"_9":10,"_11":12,"_13":14,'
    '"_15":16,"_17":-7,"_18":-5,"_19":20,"_21":22},"name","Blue cup","sku","CUP-100","price",12.5,"currency","EUR",'
    '"inStock",true,"gone","nothing","when",["D",0],"tags",["S",23],"a","later",["P",25],"n"]\n'
)
SECOND_LINE = 'P25:[{"_28":29,"_30":6},"brand","Pinewood","own"]\n'


def enqueued(*pieces: str) -> str:
    calls = (f"window.__reactRouterContext.streamController.enqueue({json.dumps(piece)});" for piece in pieces)
    return "".join(f"<script>{call}</script>" for call in calls)


def paired(value: Any) -> list[Any]:
    """As Astro writes a value of an island's properties."""
    if isinstance(value, dict):
        return [0, {key: paired(one) for key, one in value.items()}]
    return [1, [paired(one) for one in value]] if isinstance(value, list) else [0, value]


def astro(product: Any) -> str:
    props = {"product": paired(product), "sizes": paired(["S", "L"]), "broken": 7, "also": [1, 7]}
    return f'<astro-island props="{html.escape(json.dumps(props))}"></astro-island>'


def inertia(product: Any) -> str:
    page = {"component": "Product/Show", "props": {"product": product}, "url": "/p/x"}
    return f'<div id="app" data-page="{html.escape(json.dumps(page))}"></div>'


def component(attribute: str, value: Any) -> str:
    return f'<div {attribute}="{html.escape(json.dumps(value))}"></div>'


def sveltekit(product: Any) -> str:
    answer = json.dumps({"status": 200, "statusText": "OK", "body": json.dumps({"product": product})})
    return f'<script type="application/json" data-sveltekit-fetched data-url="/api/p/x">{answer}</script>'


def read(body: str) -> dict[str, Any]:
    return read_page(body, url="https://shop.example/p/x", title="Blue cup")


@pytest.mark.parametrize(
    "body",
    [
        enqueued(FIRST_LINE, SECOND_LINE),
        enqueued(FIRST_LINE[:100], FIRST_LINE[100:] + SECOND_LINE[:7], SECOND_LINE[7:]),
        enqueued(FIRST_LINE, SECOND_LINE[:20]),
        astro(CUP),
        inertia(CUP),
        sveltekit(CUP),
        component("data-react-props", {"product": CUP}),
        component(":product", CUP),
    ],
    ids=["react router", "in pieces", "cut short", "astro", "inertia", "sveltekit", "react-rails", "vue"],
)
def test_the_pages_own_product(body: str) -> None:
    offer = read(body)["offer"]
    assert (offer["price"], offer["currency"], offer["availability"]) == ("12.50", "EUR", "IN_STOCK")
    assert offer["sku"] == "CUP-100"


def test_what_a_stream_stands_for() -> None:
    tree: Any = of_stream([enqueued(FIRST_LINE, SECOND_LINE)])
    route = tree["loaderData"]["routes/p"]
    assert route["later"]["own"] is route["product"]
    assert route["later"]["brand"] == "Pinewood"
    assert (route["product"]["nothing"], route["product"]["tags"], tree["n"]) == (None, ["a"], None)


@pytest.mark.parametrize("line", ["", "[]", "{}", "7", "[7]", '["P",0]', "P1:[7]", '[["P",0]]', '[{"_0":0}]', "[["])
def test_other_lines_are_no_stream(line: str) -> None:
    tree = of_stream([enqueued(line)])
    assert tree is None or tree == {"_0": tree}


@pytest.mark.parametrize(
    "page",
    ["{", "[1]", '{"component": "x"}', '{"props": {"product": {"name": "Blue cup", "price": 3}}}'],
)
def test_another_attribute_of_that_name_is_none_of_inertias(page: str) -> None:
    assert read(f'<div data-page="{html.escape(page)}"></div>').get("offer") is None


def nested(count: int) -> str:
    return '{"product":' + '[0,{"a":' * count + "1" + "}]" * count + "}"


HOSTILE: dict[str, tuple[int, Callable[[int], str]]] = {
    "entries": (20_000, lambda n: enqueued("[" + '{"_1":0},' * n + '"price"]\n')),
    "references to a set": (
        20_000,
        lambda n: enqueued("[" + json.dumps(["S", *range(2, n)]) + "," + "[0]," * n + '"price"]\n'),
    ),
    "promises": (400, lambda n: enqueued('[["P",1],"price"]\n' + 'P1:[["P",1]]\n' * n)),
    "calls": (5_000, lambda n: enqueued(*["[" for _ in range(n)]) + "price"),
    "islands": (2_000, lambda n: '<astro-island props="{&quot;price&quot;:[0,1]}"></astro-island>' * n),
    "nested islands": (20_000, lambda n: f'<astro-island props="{html.escape(nested(n))}"></astro-island>'),
    "components": (20_000, lambda n: """<div :product='{"price":7'></div>""" * n),
    "blocks": (20_000, lambda n: '<div data-page="{"></div>' * n),
}
"""Name → how often the hostile piece stands in the largest page, and the page's body with it so often."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_forms_take_linear_time(name: str) -> None:
    size, body = HOSTILE[name]

    def refused(text: str) -> None:
        assert read(text).get("offer") is None

    assert_linear(refused, body, size)
