"""A shop that nobody knows is paused, or has a rule, all the same, and whoever typed it is told what that means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.errors import StoreUnavailable
from common.settings import DatabaseSettings
from common.store import Store, open_store
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


def test_whoever_pauses_a_shop_that_nobody_knows_is_told_so(fleet: Fleet) -> None:
    """A misspelt one was called paused for the whole fleet, and the shop that was meant went on."""
    fleet("db", "init")
    assert fleet("shops", "add-domain", "pinewood.example").code == 0
    pause = ("jobs", "pause", "--reason", "captchas")
    misspelt = fleet(*pause, "other/pinewod.example")
    assert (misspelt.code, misspelt.out.count("\n")) == (0, 1)
    assert misspelt.err.startswith("But pinewod.example is no shop here, and no job is of it")
    assert "`crawlfleet shops domains`" in misspelt.err
    assert fleet(*pause, "other/pinewood.example").err == ""
    assert fleet(*pause, "shopee/1").err == "", "such shops are registered nowhere"
    fleet("jobs", "add", "https://pinewood.example/mug")
    fleet("shops", "remove-domain", "pinewood.example")
    assert fleet(*pause, "other/pinewood.example").err == "", "its open jobs wait"


def test_whoever_adds_a_rule_for_a_shop_that_nobody_knows_is_told_so(fleet: Fleet) -> None:
    """A misspelt one stood among the rules, and never told anything."""
    fleet("db", "init")
    fleet("shops", "add-domain", "pinewood.example")
    Path("hook.secret").write_text("json://127.0.0.1:9/x", "utf-8")
    assert fleet("notify", "targets", "add", "hook", "--file", "hook.secret").code == 0
    add = ("notify", "rules", "add", "price-drop", "--by", "10", "--to", "hook")
    misspelt = fleet(*add, "--shop", "other/pinewod.example")
    assert misspelt.code == 0 and "other/pinewod.example" in misspelt.out
    assert misspelt.err.startswith("But pinewod.example is no shop here, and no job is of it: this rule tells nothing")
    for known in (("--shop", "other/pinewood.example"), ("--shop", "shopee"), ()):
        assert fleet(*add, *known).err == ""


def test_a_database_that_fails_as_the_shop_is_looked_for_leaves_no_rule(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was asked behind the rule: whoever typed the command again, as they were told, had two."""
    fleet("db", "init")
    Path("hook.secret").write_text("json://127.0.0.1:9/x", "utf-8")
    fleet("notify", "targets", "add", "hook", "--file", "hook.secret")

    async def fails(*_: Any) -> bool:
        raise StoreUnavailable("the database is away")

    monkeypatch.setattr("fleet.operations.notices.rules.is_unknown_in", fails)
    assert fleet("notify", "rules", "add", "gone", "--shop", "other/a.example", "--to", "hook").code != 0
    assert fleet("notify", "rules", "list", "--json").out == ""


@pytest.mark.parametrize(
    "words",
    [
        ("jobs", "pause", "other/nowhere.example", "--reason", "x"),
        ("notify", "rules", "add", "gone", "--shop", "other/nowhere.example", "--to", "hook"),
    ],
)
def test_the_database_is_opened_once(fleet: Fleet, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    fleet("db", "init")
    Path("hook.secret").write_text("json://127.0.0.1:9/x", "utf-8")
    fleet("notify", "targets", "add", "hook", "--file", "hook.secret")
    opened = []

    async def counted(settings: DatabaseSettings, **how: Any) -> Store:
        opened.append(settings.url)
        return await open_store(settings, **how)

    monkeypatch.setattr("common.store.open_store", counted)
    told = fleet(*words)
    assert told.code == 0 and "But nowhere.example is no shop here" in told.err
    assert len(opened) == 1
