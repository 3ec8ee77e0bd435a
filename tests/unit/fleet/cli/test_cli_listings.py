"""Every listing of the command line can be read by programs and by spreadsheets; found by walking all of its words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from fleet import cli
from tests.unit.fleet.command_line import Fleet, fleet, new_job

__all__ = ["fleet"]

DOES = {
    ("dlq", "requeue"), ("jobs", "add"), ("jobs", "cancel"), ("jobs", "recheck"), ("jobs", "requeue"),
    ("notify", "test"),
    ("shops", "add-domain"), ("shops", "remove-domain"),
}  # fmt: skip
"""They act, and say a line for each thing they acted on."""
LISTS = {
    "audit",
    "changes",
    "domains",
    "doctor",
    "errors",
    "history",
    "links",
    "list",
    "log",
    "unregistered",
    "workers",
}
ELSEWHERE = {("broker", "status"), ("broker", "user", "list"), ("dlq", "list")}
"""A broker in memory has nothing to show."""
GIVEN = {("links",): ("look: https://shopee.tw/product/1/2",), ("products", "history"): ("shopee:tw:1",)}


def words_of(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for name, command in group.commands.items():
        yield (*words, name), {flag: option for option in command.params for flag in option.opts}
        if hasattr(command, "commands"):
            yield from words_of(command, (*words, name))


WORDS = dict(words_of(typer.main.get_command(cli.app_of())))
LISTINGS = {
    words
    for words, options in WORDS.items()
    if words not in DOES and ("--json" in options and "a line" in options["--json"].help)
}


def test_every_listing_takes_json_and_csv() -> None:
    named = {words for words, options in WORDS.items() if words[-1] in LISTS}
    assert sorted(named - LISTINGS) == [], "a listing says an object a line with --json (options.Json)"
    assert sorted(words for words in LISTINGS if "--csv" not in WORDS[words]) == []
    only_csv = {words for words, options in WORDS.items() if "--csv" in options and words not in LISTINGS}
    assert sorted(only_csv) == []


@pytest.mark.parametrize("words", sorted(LISTINGS - ELSEWHERE), ids=" ".join)
def test_its_csv_has_a_heading_whether_there_are_rows_or_none(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path_factory.mktemp("home")))
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    said = fleet(*words, *GIVEN.get(words, ()), "--csv")
    if words == ("products", "history"):
        assert (said.code, said.out) == (1, ""), "it is of one product, and there is none"
        return
    assert said.code in ({0, 1} if words == ("doctor",) else {0}), said.err
    heading, *rows = csv.reader(io.StringIO(said.out))
    assert all(name.isidentifier() for name in heading), heading
    assert all(len(row) == len(heading) for row in rows)


def test_a_word_that_has_a_list_below_it_lists_when_typed_alone(fleet: Fleet) -> None:
    alone = {words[:-1] for words in LISTINGS if words[-1] == "list" and words[:-1] != ("console",)}
    assert alone > {("notify", "rules"), ("notify", "targets"), ("dlq",), ("jobs",)}
    fleet.store(lambda store: store.jobs.add([new_job(1)]))
    for words in alone - {listing[:-1] for listing in ELSEWHERE}:
        for options in ((), ("--json",)):
            said = fleet(*words, *options)
            assert (said.code, said.err) == (0, ""), words
            assert said.out == fleet(*words, "list", *options).out
        assert "Commands:" in fleet(*words, "--help").out
    assert fleet("db").code == 2, "which has none and shows its help"
