"""Every way to state a brand and a product's code, and everything around it that looks like one: read right alone and
together.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from common.settings import ShopsSettings
from common.shops.registry import Shops
from fleet.operations.read_saved import read_saved
from tests.invented.shop_names_and_codes import ABROAD, AROUND, BRAND, CODE, FORMS, Form, abroad, filled

SHOPS = Shops(ShopsSettings())
EVERY = 23
"""So many pairs are passed over for one that is read; prime to the number of what stands around."""
NAMED = f"{BRAND} Oak Side Table 60cm"
ADDRESS = "https://www.hillshop.co.uk/tables/tarnwick-oak-side-table-60cm.html"


def said(form: Form, field: str, around: str = "nothing") -> Any:
    return (read_saved(form.page(around), form.url, SHOPS).get("offer") or {}).get(field)


def wrong(forms: dict[str, Form], field: str, wanted: str | None, around: str = "nothing") -> dict[str, Any]:
    found = {name: said(form, field, around) for name, form in forms.items()}
    return {name: one for name, one in found.items() if one != wanted}


BRANDS = {
    **{line: Form(detail=f"<p>{filled(line)}</p>") for line in FORMS["labelled_brands"]},
    **{html: Form(below=filled(html)) for html in FORMS["brands"]},
    **{f"behind: {html}": Form(behind=filled(html)) for html in FORMS["brands"]},
    **{f"above, in the title: {html}": Form(above=html, title=f"{NAMED} - Hill Shop")
       for html in ("<p>Tarnwick</p>", '<a href="/tarnwick">Tarnwick</a>', "<h2>Tarnwick</h2>")},
    **{f"above, in the address: {html}": Form(above=html, url=ADDRESS)
       for html in ("<p>Tarnwick</p>", '<a href="/tarnwick">Tarnwick</a>', "<h2>Tarnwick</h2>")},
    **{f"in the name: {html}": Form(heading=NAMED, url=ADDRESS, behind=html)
       for html in (
           '<img src="/x.gif" alt="Tarnwick">', '<a href="/t">More Tarnwick</a>', '<a href="/t">View all Tarnwick</a>',
           '<a href="/t">Visit the Tarnwick Store</a>', '<a href="/t">All Tarnwick products</a>',
       )},
    "the step behind all brands": Form(
        trail='<a href="/">Home</a> &gt; <a href="/x.html">Shop by Brand</a> &gt; <a href="/tarnwick">Tarnwick</a>'
    ),
}  # fmt: skip


@pytest.mark.unmeasured
def test_every_brand_alone() -> None:
    assert wrong(BRANDS, "brand", BRAND) == {}


@pytest.mark.unmeasured
@pytest.mark.parametrize("around", AROUND)
def test_a_brand_beside_others(around: str) -> None:
    assert wrong({"labelled": Form(detail=f"<p>Manufacturer: {BRAND}</p>")}, "brand", BRAND, around) == {}
    assert wrong({"nothing": Form()}, "brand", None, around) == {}


@pytest.mark.unmeasured
def test_pairs_of_brands_and_what_is_around_them() -> None:
    pairs = list(product(BRANDS, AROUND))[::EVERY]
    assert {pair: one for pair in pairs if (one := said(BRANDS[pair[0]], "brand", pair[1])) != BRAND} == {}


@pytest.mark.parametrize("html", FORMS["no_brands"])
def test_what_looks_like_a_brand(html: str) -> None:
    assert wrong({"below": Form(below=html), "behind": Form(behind=html)}, "brand", None) == {}


CODES = {
    **{f"{label}:": Form(detail=f"<p>{label}: {CODE}</p>") for label in FORMS["code_labels_with_colon"]},
    **{f"{label}:": Form(detail=f"<p>{label}: {CODE}</p>") for label in FORMS["code_labels"]},
    **{label: Form(detail=f"<p>{label} {CODE}</p>") for label in FORMS["code_labels"]},
    **{html: Form(detail=filled(html)) for html in FORMS["codes"]},
    **{name: Form(heading=filled(name)) for name in FORMS["codes_in_names"]},
}


@pytest.mark.unmeasured
def test_every_code_alone() -> None:
    assert wrong(CODES, "sku", CODE) == {}


@pytest.mark.unmeasured
def test_pairs_of_codes_and_what_is_around_them() -> None:
    pairs = list(product(CODES, AROUND))[::EVERY]
    assert {pair: one for pair in pairs if (one := said(CODES[pair[0]], "sku", pair[1])) != CODE} == {}


@pytest.mark.parametrize("code", FORMS["spelled"])
def test_codes_as_shops_write_them(code: str) -> None:
    row = f"<table><tr><td>Product code:</td><td>{code}</td></tr><tr><td>Colour</td><td>Oak</td></tr></table>"
    assert said(Form(detail=f"<p>SKU: {code}</p>"), "sku") == said(Form(detail=row), "sku") == code


@pytest.mark.parametrize("html", FORMS["no_codes"])
def test_what_looks_like_a_code(html: str) -> None:
    assert said(Form(detail=html), "sku") is None


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", ABROAD)
def test_labels_abroad(language: str) -> None:
    own = ABROAD[language]
    rows = {label: f"<table><tr><td>{label}</td><td>{{}}</td></tr><tr><td>60</td><td>70</td></tr></table>"
            for label in (*own["brands"], *own["codes"])}  # fmt: skip
    brands = {label: abroad(language, detail=f"<p>{label}: {BRAND}</p>") for label in own["brands"]}
    brands |= {f"{label} in a row": abroad(language, behind=rows[label].format(BRAND)) for label in own["brands"]}
    codes = {label: abroad(language, detail=f"<p>{label}: {CODE}</p>") for label in own["codes"]}
    codes |= {f"{label} in a row": abroad(language, behind=rows[label].format(CODE)) for label in own["codes"]}
    more = {
        link: abroad(language, heading=f"{BRAND} {own['name']}", behind=f"<a href='/t'>{link.replace('…', BRAND)}</a>")
        for link in own["more"]
    }
    assert wrong(brands | more, "brand", BRAND) == {}
    assert wrong(codes, "sku", CODE) == {}
