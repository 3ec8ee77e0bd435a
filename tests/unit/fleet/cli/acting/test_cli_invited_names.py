"""A volunteer's name is what an operator types to steer that person: it is kept as typed, or refused."""

from __future__ import annotations

import json

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


@pytest.fixture(autouse=True)
def door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWLFLEET_GATEWAY_PUBLIC_URL", "https://fleet.example")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x\ny", r"x\ny cannot be a name: it has characters that cannot be seen"),
        ("a\u202eda", r"a\u202eda cannot be a name"),
        ("ada\u200b", r"ada\u200b cannot be a name"),
        ("n" * 101, "a name has 100 characters at most, and this one 101."),
    ],
)
def test_a_name_that_could_not_be_typed_again_as_it_is_shown_is_refused(fleet: Fleet, name: str, told: str) -> None:
    fleet("db", "init")
    said = fleet("volunteers", "invite", name)
    assert (said.code, said.out) == (1, "")
    assert told in said.err
    assert fleet("volunteers", "list", "--json").out == "", "nobody was invited"


@pytest.mark.parametrize("name", ["ada", "Zoë", "松木", "Ada B.", "n" * 100, "\U0001f469\u200d\U0001f33e"])
def test_any_other_name_finds_its_person(fleet: Fleet, name: str) -> None:
    fleet("db", "init")
    assert fleet("volunteers", "invite", f" {name} ").code == 0
    assert json.loads(fleet("volunteers", "show", name, "--json").out)["name"] == name
