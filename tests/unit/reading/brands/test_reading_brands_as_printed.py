"""A brand is spelled with the marks that the page prints, and without what kind of firm its maker is."""

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


@pytest.mark.parametrize(
    ("maker", "brand"),
    [
        ("Oak GmbH", "Oak"),
        ("Oak Inc.", "Oak"),
        ("Oak Deutschland GmbH &amp; Co. KG", "Oak"),
        ("Oak Electronics Co., Ltd.", "Oak"),
        ("Oak Sp. z o.o.", "Oak"),
        ("OAK, S.L.", "OAK"),
        ("Oakley GmbH", "Oakley GmbH"),
        ("Oak Ridge GmbH", "Oak Ridge GmbH"),
        ("Oak Electronics", "Oak Electronics"),
        ("Pine GmbH", "Pine GmbH"),
        ("Pine Trading Co., Ltd.", "Pine Trading Co., Ltd."),
        ("Pine Sp. z o.o.", "Pine Sp. z o.o."),
        ("Pine, Europe", "Pine"),
    ],
)
@pytest.mark.parametrize("label", ["Manufacturer", "Brand"])
def test_a_firms_whole_name_is_cut_to_what_the_heading_begins_with(label: str, maker: str, brand: str) -> None:
    assert brand_of_chair(f"<p>{label}: {maker}</p>") == brand


@pytest.mark.parametrize("named", ["Ach. Brito", "Gebr. Lindner", "Joh. Oak", "Fam. Pinewood"])
def test_a_word_cut_short_ends_no_name(named: str) -> None:
    assert brand_of_chair(f"<p>Brand: {named}</p>") == named


def test_a_full_stop_behind_other_words_does() -> None:
    assert brand_of_chair("<p>Brand: Pinewood. Made slowly.</p>") == "Pinewood"
    assert brand_of_chair("<p>Brand: Gebr.</p>") in {None, "Gebr"}
