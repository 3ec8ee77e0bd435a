"""A code behind a label and a sign of numbers, in brackets with its label, in blocks; none from another row."""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page


def sku(body: str, *, lang: str = "en", head: str = "") -> str | None:
    found: str | None = read_page(
        f"<main><h1>Oak chair</h1><p class=price>129,00 €</p>{body}<button>Add to cart</button></main>",
        url="https://www.pine-house.shop/p/oak",
        title="Oak chair | Pine House",
        lang=lang,
        head=head,
    )["offer"]["sku"]
    return found


@pytest.mark.parametrize(
    ("lang", "said", "code"),
    [
        ("ru", "Артикул № 48213", "48213"),
        ("ru", "Артикул: № VT-4471", "VT-4471"),
        ("fr", "Référence n° 48213", "48213"),
        ("fr", "Réf. n°VT-4471", "VT-4471"),
        ("it", "Codice n. 48213", "48213"),
        ("es", "Código nº 48213", "48213"),
        ("sv", "Artikel nr. 48213", "48213"),
        ("en", "SKU No. VT-4471", "VT-4471"),
        ("bg", "Код № VT-4471", "VT-4471"),
        ("pl", "(kod: B 2201)", "B 2201"),
        ("en", "[Code TRK 90-115]", "TRK 90-115"),
        ("el", "Κωδικός: ΘΜ-450", "ΘΜ-450"),
        ("uk", "Артикул: ІЇ-031", "ІЇ-031"),
        ("hu", "Raktári szám: 31877", "31877"),
    ],
)
def test_behind_the_label(lang: str, said: str, code: str) -> None:
    assert sku(f"<p>{said}</p>", lang=lang) == code


def test_a_code_may_begin_with_no() -> None:
    assert sku("<p>Code: NO4471</p>") == "NO4471"


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        ("fi", "Art.nro"),
        ("uk", "Номер за каталогом"),
        ("ko", "품목번호"),
        ("th", "รหัสรุ่น"),
        ("sv", "Varunr"),
        ("ro", "Nr. articol"),
        ("pt", "Cód. Ref"),
        ("pl", "Kod prod."),
        ("bg", "Номер на артикула"),
        ("id", "ID produk"),
        ("el", "Αρ. προϊόντος"),
        ("ar", "كود الصنف"),
        ("cs", "Č. zboží"),
        ("sk", "Kat. č."),
        ("lt", "Katalogo nr."),
        ("de", "Interne Nummer"),
        ("hu", "Termék azonosító"),
        ("fr", "Numéro de modèle"),
    ],
)
def test_labels(lang: str, label: str) -> None:
    assert sku(f"<p>{label}: VT-4471</p>", lang=lang) == "VT-4471"


def test_an_empty_cell_states_none() -> None:
    row = "<table><tr><td>SKU</td><td></td></tr><tr><td>2200-A</td><td>watts</td></tr></table>"
    assert sku(row) is None
    assert sku("<table><tr><td>SKU</td><td>2200-A</td></tr></table>") == "2200-A"


def test_a_label_in_the_cell_of_a_page_built_of_tables() -> None:
    assert sku("<table><tr><td><b>SKU:</b> <i>2200-A</i></td><td>Delivery in a week</td></tr></table>") == "2200-A"


def test_the_declared_code_is_taken_where_the_printed_one_has_blanks() -> None:
    offer = {"price": "129.00", "priceCurrency": "EUR"}
    for declared, taken in (("400044", "400044"), ("77", "400 044")):
        node = json.dumps({"@type": "Product", "name": "Oak chair", "sku": declared, "offers": offer})
        head = f"<script type='application/ld+json'>{node}</script>"
        assert sku("<p>Product code <b>400 044</b></p>", head=head) == taken


def test_the_code_of_a_sale_page_in_the_state() -> None:
    node = {"Title": "Oak chair", "SaleProductCode": "HT-4471", "Price": 129.0}
    assert sku("", head=f"<script>window.shop = {json.dumps({'page': node})};</script>") == "HT-4471"
