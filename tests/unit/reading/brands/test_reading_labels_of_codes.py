"""Codes beside their labels in many languages: the shop's own before the model, and the number under the bars, in a
table and in one line of several labels.
"""

from __future__ import annotations

from typing import Any

import pytest

from fleet.operations.read_saved import read_saved
from tests.invented.plain_page import SHOPS

NAME = "Vorra 3000"
GTIN = "4006381333931"
MODEL_AND_CODE = (
    *(("Réf. fabricant", "Réf."), ("Tillverkarens artikelnummer", "Art.nr"), ("Mudel", "Tootekood")),
    *(("Modelis", "Preces kods"), ("Modelis", "Prekės kodas"), ("P/N", "Katalogové číslo"), ("الموديل", "رقم المنتج")),
    *(("דגם", 'מק"ט'), ("مدل", "کد محصول"), ("Код производителя", "Артикул"), ("Артикул виробника", "Код товару")),
    *(("Model", "Codi article"), ("Мадэль", "Нумар тавару"), ("Modeli", "Nr. artikullit")),
    ("Загвар", "Барааны дугаар"),
)
BARS = (
    *("Strichcode", "Code barre", "Codice a barre", "Código EAN", "Streepjescode", "Streckkod", "Strekkode"),
    *(
        "Stregkode",
        "Viivakoodi",
        "Strikamerki",
        "Ribakood",
        "Svītrkods",
        "Brūkšninis kodas",
        "Čárový kód",
        "Čiarový kód",
    ),
    *("Črtna koda", "Bar-kod", "Бар код", "Barkodi", "Баркод", "Cod de bare", "Vonalkód", "Γραμμωτός κώδικας"),
    *("Штрих код", "Штрых-код", "Codi de barres", "باركود", "ברקוד", "بارکد", "შტრიხკოდი", "Շտրիխ կոդ", "Ştrix-kod"),
    *("Shtrix kod", "Kod kreskowy", "Barkod"),
)


def read(details: str) -> Any:
    body = f"<h1>{NAME}</h1><p class='price'>€120.00</p><form><button>Add to basket</button></form>{details}"
    html = f"<html><head><meta charset='utf-8'><title>{NAME}</title></head><body>{body}</body></html>"
    return read_saved(html.encode(), "https://www.pine-house.ie/p/vorra-3000", SHOPS)["offer"]


@pytest.mark.parametrize(("model", "code"), MODEL_AND_CODE)
def test_the_shops_own_code_goes_before_the_model(model: str, code: str) -> None:
    assert read(f"<p>{model}: ZX900T</p><p>{code}: PW-4711</p>")["sku"] == "PW-4711"
    assert read(f"<p>{model}: ZX900T</p>")["sku"] == "ZX900T"


@pytest.mark.parametrize("label", BARS)
def test_the_number_under_the_bars(label: str) -> None:
    assert read(f"<table><tr><th>{label}</th><td>{GTIN}</td></tr></table>")["gtin"] == GTIN
    assert read(f"<p>SKU: PW-4711 | {label}: {GTIN}</p>")["gtin"] == GTIN


def test_a_number_without_its_check_digit_is_none() -> None:
    assert read("<p>SKU: PW-4711 | EAN: 4006381333930</p>")["gtin"] is None
