"""Codes that markup calls a model or productID, and makers' numbers whose colour is a word of its own."""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page

URL = "https://www.pine-house.shop/product/5050-315/trail-shoe"


def sku(name: str, body: str = "", *, url: str = URL, **declared: str) -> str | None:
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": name, "offers": offer, **declared})
    offered = read_page(
        f"<main><h1>{name}</h1><p class=price>129,00 €</p><button>Add to cart</button>{body}</main>",
        url=url,
        title=f"{name} | Pine House",
        lang="en",
        head=f"<script type='application/ld+json'>{node}</script>",
    )["offer"]
    found: str | None = offered["sku"]
    return found


@pytest.mark.parametrize("code", ["DB4109-001", "7-37CMA0018312", "TR4450"])
def test_a_declared_model_that_the_name_repeats_is_its_code(code: str) -> None:
    assert sku(f"Trail shoe Vorra {code}", model=code, url="https://www.pine-house.shop/p/1") == code


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("Trail shoe Vorra", "DB4109-001"),
        ("Trail shoe Vorra DB4109-0019", "DB4109-001"),
        ("Trail shoe Air Runner 1", "Air Runner 1"),
        ("Memory card 500GB", "500GB"),
    ],
)
def test_other_models_are_none(name: str, model: str) -> None:
    assert sku(name, model=model, url="https://www.pine-house.shop/p/1") is None


def test_a_declared_sku_goes_first() -> None:
    assert sku("Trail shoe Vorra DB4109-001", model="DB4109-001", sku="TS-77") == "TS-77"


def test_a_product_id_in_the_address_is_its_code() -> None:
    assert sku("Trail shoe", productID="5050-315") == "5050-315"
    assert sku("Trail shoe", productID="5050-316") is None
    assert sku("Trail shoe", productID="505031", url="https://www.pine-house.shop/product/505031/shoe") is None


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ("var page = {'articleCode':'0566155005', 'colour': 'red'}", "0566155005"),
        ('{"product_code" : "0566155005"}', "0566155005"),
        ("shop.sku = '0566155005';", "0566155005"),
        ("{'articleCode':'0566155006'}", None),
        ("{'articleCode':'05661550051'}", None),
        ("{'product_no':'0566155005'}", None),
        ("{'row':'0566155005'}", None),
    ],
)
def test_a_code_that_only_a_script_states_is_the_one_of_the_address(stated: str, code: str | None) -> None:
    script = f"<script>{stated}</script>"
    assert sku("Trail shoe", script, url="https://www.pine-house.shop/product.trail-shoe-red.0566155005.html") == code
    assert sku("Trail shoe", script, url="https://www.pine-house.shop/product.trail-shoe-red.html") is None


@pytest.mark.parametrize(
    ("name", "label", "value", "code"),
    [
        ("WX-C210 BC [Bluetooth earphones black]", "Model", "WX-C210 BC", "WX-C210 BC"),
        ("WX-C210 BC [イヤホン ブラック]", "型番", "WX-C210 BC", "WX-C210 BC"),
        ("Drill DX440 RT J", "Model", "DX440 RT J", "DX440 RT J"),
        ("WX-C210 earphones black", "Model", "WX-C210 BC", "WX-C210"),
        ("Phone WX-A300 128GB", "Model", "WX-A300 128GB", "WX-A300"),
    ],
)
def test_a_makers_number_in_two_words_is_whole(name: str, label: str, value: str, code: str) -> None:
    url = "https://www.pine-house.shop/p/1"
    assert sku(name, f"<table><tr><th>{label}</th><td>{value}</td></tr></table>", url=url) == code


@pytest.mark.parametrize(
    ("label", "code"),
    [
        *(("Item code", "PH-939D+"), ("Prekės kodas", "PH939D+"), ("Ürün Kodu", "PH33D+"), ("Art.nr", "PHDongle-E")),
        *(("Tuotekoodi", "OAK SET E12"), ("Product code", "PH LUX A3"), ("通販コード", "M-15673")),
    ],
)
def test_a_label_of_the_shops_own_code(label: str, code: str) -> None:
    assert sku("Oak lamp", f"<p>{label}: {code}</p>") == code
    assert sku("Oak lamp", f"<p><b>{label}</b> <span>{code}</span></p>") == code


@pytest.mark.parametrize(
    "said",
    [
        *("Code: SUMMER+", "Item code: Oak-Lamp", "Item code: TV-Bench", "Code: SAVE NOW A1 today", "Stock: 500+"),
        *("Product code: see box", "Art.nr: på-E", "Tuotekoodi: PUU LAMPPU", "Ürün Kodu: +", "型番: なし"),
    ],
)
def test_what_is_no_code_behind_such_labels(said: str) -> None:
    assert sku("Oak lamp", f"<p>{said}</p>") is None


def test_the_shops_own_number_goes_before_a_makers_in_japanese() -> None:
    assert sku("Oak lamp", "<p>型番: WF-1000 SC</p><p>商品コード: 100000001007</p>") == "100000001007"
    assert sku("Oak lamp", "<p>型番: WF-1000</p>") == "WF-1000"
