"""A brand that markup writes without the marks over its letters is spelled as the page prints it."""

from __future__ import annotations

import json

import pytest

from tests.invented.plain_page import read_page


def brand(declared: str, body: str) -> str | None:
    offer = {"price": "129.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    node = json.dumps({"@type": "Product", "name": "Oak chair", "brand": {"name": declared}, "offers": offer})
    found: str | None = read_page(
        f"<main><h1>Oak chair</h1><p class=price>129,00 €</p><button>Add to cart</button>{body}</main>",
        url="https://www.pine-house.shop/p/oak",
        title="Oak chair | Pine House",
        lang="en",
        head=f"<script type='application/ld+json'>{node}</script>",
    )["offer"]["brand"]
    return found


@pytest.mark.parametrize(
    ("declared", "printed"),
    [
        ("Izeltas", "İzeltaş"),
        ("İzeltas", "İzeltaş"),
        ("Hermes", "Hermès"),
        ("Nestle", "Nestlé"),
        ("Lindstrom", "Lindström"),
        ("Wolczanka", "Wólczanka"),
        ("Skoda", "Škoda"),
    ],
)
@pytest.mark.parametrize("form", ["<p>Brand: <b>{}</b></p>", "<a href='/brands/x'>{}</a>", "<dl><dt>Brand<dd>{}</dl>"])
def test_it_is_spelled_with_its_marks(declared: str, printed: str, form: str) -> None:
    assert brand(declared, form.format(printed)) == printed


@pytest.mark.parametrize(
    ("declared", "body"),
    [
        ("Hermes", "<b>Hermes</b><i>Hermès</i>"),
        ("Hermès", "<b>Hermes</b>"),
        ("Hermes", "<b>Hermès Paris</b>"),
        ("Hermes", "<b>Hermés</b><b>Hermès</b>"),
        ("Lindstroem", "<b>Lindström</b>"),
    ],
)
def test_otherwise_it_stays_as_declared(declared: str, body: str) -> None:
    assert brand(declared, body) == declared
