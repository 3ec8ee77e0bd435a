"""`shops add-domain` and `remove-domain`, typed with one domain or several."""

from __future__ import annotations

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


def named(fleet: Fleet) -> list[str]:
    return [row["domain"] for row in fleet("shops", "domains", "--json").objects]


@pytest.fixture(autouse=True)
def _database(fleet: Fleet) -> None:
    assert fleet("db", "init").code == 0


def test_several_are_added_by_one_command_and_told_one_by_one(fleet: Fleet) -> None:
    assert fleet("shops", "add-domain", "elm.example").code == 0
    said = fleet("shops", "add-domain", "pine.example", "Elm.example", "oak.example", "pine.example")
    assert said.code == 0
    assert said.out.splitlines() == [
        "pine.example is a shop now; every process knows it within half a minute.",
        "elm.example is a shop here already.",
        "oak.example is a shop now; every process knows it within half a minute.",
        "  crawlfleet ingest --again --since 7d   # reads posts of before once more, for links to them",
    ]
    assert named(fleet) == ["elm.example", "oak.example", "pine.example"]
    assert len(fleet("audit", "--action", "shops add-domain", "--json").objects) == 3


@pytest.mark.parametrize(("wrong", "code"), [("https://oak.example/p", 2), ("co.uk", 2), ("shopee.tw", 1)])
def test_where_one_is_refused_none_is_added(fleet: Fleet, wrong: str, code: int) -> None:
    said = fleet("shops", "add-domain", "pine.example", wrong)
    assert said.code == code
    assert wrong.rpartition("/")[0].removeprefix("https://") in said.err and not said.out
    assert named(fleet) == []


def test_several_are_removed_and_those_that_were_not_there_are_named(fleet: Fleet) -> None:
    fleet("shops", "add-domain", "pine.example", "oak.example")
    said = fleet("shops", "remove-domain", "pine.example", "elm.example", "oak.example", "ash.example")
    assert said.code == 1
    assert [line.partition(" ")[0] for line in said.out.splitlines()] == ["pine.example", "oak.example"]
    assert "elm.example, ash.example were not added here" in said.err
    assert named(fleet) == []


def test_none_is_removed_while_one_stands_in_the_settings(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet("shops", "add-domain", "pine.example")
    monkeypatch.setenv("CRAWLFLEET_SHOPS_OTHER_DOMAINS", '["oak.example"]')
    said = fleet("shops", "remove-domain", "pine.example", "oak.example")
    assert said.code == 1 and "oak.example stands in the settings" in said.err
    assert named(fleet) == ["oak.example", "pine.example"]
