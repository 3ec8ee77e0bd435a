"""A brand that markup writes without the marks over its letters is spelled as the page prints it."""

from __future__ import annotations

import pytest

from tests.invented.declared_brand import brand_of_chair


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
    assert brand_of_chair(form.format(printed), declared=declared) == printed


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
    assert brand_of_chair(body, declared=declared) == declared
