"""What the documentation tells people to type is known: commands with their options, variables, tables of settings."""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from pydantic import BaseModel

from common.settings import Settings
from fleet.cli import app_of
from tests.places import REPO

PAGES = sorted([REPO / "README.md", REPO / "deploy/systemd/README.md", *(REPO / "docs").glob("*.md")])
_ALL = typer.main.get_command(app_of())
_FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_COMMAND = re.compile(r"(?:^|[\s/])crawlfleet((?: +(?![|&;#<>…])\S+)+)")
_VARIABLE = re.compile(r"\bCRAWLFLEET_[A-Z_0-9]+(?![A-Z_0-9<*…])")
_OF_ONE_NAME = ("CRAWLFLEET_FEED_TOKEN_", "CRAWLFLEET_OFFICIAL_SECRET_", "CRAWLFLEET_SHOPS_OTHER_")
_SETTING = re.compile(r"([a-z_]+)\.([a-z_]+)(?: = .*)?")
_NOT_OF_SETTINGS = {("crawl", "official"), ("crawl", "browser"), ("shops", "read_to"), ("shops", "judged_from")}
"""Queues and columns of the database, which look like settings."""
_NO_SETTINGS = {"CRAWLFLEET_CONFIG", "CRAWLFLEET_HOME", "CRAWLFLEET_MATERIAL", "CRAWLFLEET_PROXY_PASSWORD"}


def typed(text: str) -> Iterator[list[str]]:
    """The words behind `crawlfleet` in every code span and every line of a fenced block."""
    lines = [line for block in _FENCED.finditer(text) for line in block[2].splitlines()]
    spans = (" ".join(span[1].split()) for span in _SPAN.finditer(_FENCED.sub("", text)))
    for piece in (*lines, *spans):
        for found in _COMMAND.finditer(piece):
            yield found[1].split()


def unknown(words: list[str]) -> list[str]:
    """Those of the words that the command line does not know: options, and the names of commands."""
    command = _ALL
    options = {name: option for option in command.params for name in (*option.opts, *option.secondary_opts)}
    strange = []
    rest = iter(words)
    for word in rest:
        of_group: dict[str, typing.Any] = getattr(command, "commands", {})
        name, _, value = word.partition("=")
        if re.match(r"--?[a-z]", name):
            if name not in options and name != "--help":
                strange.append(name)
            elif not value and not getattr(options.get(name), "is_flag", True):
                next(rest, None)
        elif word in of_group:
            command = of_group[word]
            options |= {name: option for option in command.params for name in (*option.opts, *option.secondary_opts)}
        elif of_group and re.fullmatch(r"[a-z-]+", word):
            strange.append(word)
    return strange


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_a_page_names_is_known(page: Path) -> None:
    told = list(typed(page.read_text("utf-8")))
    assert [" ".join(words) for words in told if unknown(words)] == []


def test_a_command_that_is_gone_is_noticed() -> None:
    text = "Type `crawlfleet jobs list --status DEAD`.\n```\n$ crawlfleet --config a.toml leave\n```\n"
    assert list(typed(text)) == [["--config", "a.toml", "leave"], ["jobs", "list", "--status", "DEAD"]]
    assert [unknown(words) for words in typed(text)] == [["leave"], []]
    assert unknown(["jobs", "list", "--stand", "DEAD"]) == ["--stand"]
    assert unknown(["shops", "domain"]) == ["domain"]


def tables() -> dict[str, set[str]]:
    """The keys of each table of the settings; of a table of tables those of all together."""
    return {name: set(_keys(field.annotation)) for name, field in Settings.model_fields.items()}


def _keys(kind: object) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield from kind.model_fields
    for part in typing.get_args(kind):
        yield from _keys(part)


@pytest.mark.parametrize("page", [*PAGES, REPO / "crawlfleet.example.toml"], ids=lambda page: page.name)
def test_every_variable_and_every_setting_in_a_block_is_known(page: Path) -> None:
    text = page.read_text("utf-8")
    known = {f"CRAWLFLEET_{table}_{key}".upper() for table, keys in tables().items() for key in keys} | _NO_SETTINGS
    named = {name for name in _VARIABLE.findall(text) if not name.startswith(_OF_ONE_NAME)}
    assert sorted(named - known) == []
    for block in _FENCED.finditer(text):
        if block[1] == "toml":
            for table, said in tomllib.loads(block[2]).items():
                assert {key for one in (said if isinstance(said, list) else [said]) for key in one} <= tables()[table]


def unknown_settings(text: str) -> list[str]:
    """The settings that a text names by table and key in a code span (`work.ways`), and that there are not."""
    named = {
        (found[1], found[2]) for span in _SPAN.findall(_FENCED.sub("", text)) if (found := _SETTING.fullmatch(span))
    }
    known = {(table, key) for table, keys in tables().items() for key in keys} | _NOT_OF_SETTINGS
    files = {"json", "md", "py", "sql", "toml"}
    return sorted(".".join(one) for one in named - known if one[0] in tables() and one[1] not in files)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_a_page_names_is_known(page: Path) -> None:
    assert unknown_settings(page.read_text("utf-8")) == []


def test_a_setting_that_is_gone_is_noticed() -> None:
    assert unknown_settings("`work.ways`, `work.way`, `crawl.ways = [1]`, `log.md`, `no.table`") == ["work.way"]
