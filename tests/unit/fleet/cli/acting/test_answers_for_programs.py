"""What an acting command did, told to programs: `--json` everywhere, and one object for what is told in sentences."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from common.job import Sighting
from common.store import Store
from fleet.cli import app_of
from tests.unit.fleet.cli.test_cli_help import each_command
from tests.unit.fleet.command_line import Fleet, fleet, new_job

__all__ = ["fleet"]

WITHOUT = {("completion",), ("gateway",), ("console", "serve")}
"""A script for a shell, and services, whose word is their log."""


def test_every_command_answers_programs() -> None:
    command = get_command(app_of())
    silent = set()
    for words in each_command(command):
        one = command
        for word in words:
            one = one.commands[word]  # type: ignore[attr-defined]
        if not hasattr(one, "commands") and not any("--json" in param.opts for param in one.params):
            silent.add(words)
    assert silent == WITHOUT


async def posted(store: Store) -> None:
    job = new_job(1)
    seen = Sighting(job.id, "rss", "https://blog.example/feed", "p1", None, None, job.url)
    await store.feeds.record_poll("rss", "https://blog.example/feed", jobs=[job], sightings=[seen], cursor="c")


@pytest.fixture
def set_up(fleet: Fleet, tmp_path: Path) -> Fleet:
    (tmp_path / "crawlfleet.toml").write_text('[[feeds]]\nsource = "jsonl"\naccount = "posts.jsonl"\n', "utf-8")
    (tmp_path / "ctl.py").write_text(RABBITMQCTL, "utf-8")
    fleet.store(posted)
    return fleet


RABBITMQCTL = r"""import json, sys
rights = {"user": "pc", "configure": "^$", "write": r"^crawl\.(retry|dlx)$", "read": r"^crawl\.(shopee|taobao|other)$"}
if "list_permissions" in sys.argv:
    print(json.dumps([rights]))
"""
FEED = ("rss", "https://blog.example/feed")
CTL = ("--rabbitmqctl", f"{sys.executable} ctl.py", "--vhost", "/fleet")


@pytest.mark.parametrize(
    ("before", "words", "told"),
    [
        ([], ("feeds", "poll", "posts.jsonl"), {"account": "jsonl:posts.jsonl"}),
        ([], ("feeds", "forget", *FEED, "--dry-run"), {"erased": 0, "dry_run": True, "meant": 1}),
        ([], ("feeds", "forget", *FEED), {"erased": 1, "dry_run": False, "meant": 1}),
        (
            [],
            ("shops", "review", "shopee", "--by", "Ada", "--note", "yes"),
            {"shop": "shopee", "by": "Ada", "note": "yes"},
        ),
        ([], ("shops", "add-domain", "pine.example"), {"domain": "pine.example", "new": True}),
        (
            [("shops", "add-domain", "pine.example")],
            ("shops", "add-domain", "pine.example"),
            {"domain": "pine.example", "new": False},
        ),
        (
            [("shops", "add-domain", "pine.example")],
            ("shops", "remove-domain", "pine.example"),
            {"domain": "pine.example"},
        ),
        (
            [],
            ("proxies", "add", "tw", "http://tw.example:80", "--domain", "shopee.tw"),
            {"name": "tw", "address": "http://tw.example:80", "domains": ["shopee.tw"]},
        ),
        (
            [("proxies", "add", "all", "http://tw.example:80", "--domain", "shopee.tw")],
            ("proxies", "remove", "all"),
            {"name": "all", "now_from_own_addresses": ["shopee.tw"]},
        ),
        ([("console", "invite", "ada")], ("console", "revoke", "Ada"), {"revoked": "ada"}),
        ([("console", "token", "add", "nightly")], ("console", "token", "revoke", "nightly"), {"revoked": "nightly"}),
        ([], ("broker", "user", "remove", "pc", *CTL), {"name": "pc", "vhost": "/fleet"}),
        ([], ("init", "--file", "own.toml", "--yes"), {"file": "own.toml", "feed": None}),
        (
            [],
            ("init", "--file", "own.toml", "--account", "posts.jsonl"),
            {"file": "own.toml", "feed": {"source": "jsonl", "account": "posts.jsonl"}},
        ),
        (
            [],
            ("init", "--file", "own.toml", "--account", "https://blog.example/feed?key=hush"),
            {"file": "own.toml", "feed": {"source": "rss", "account": "https://blog.example/feed?key=…~24cf"}},
        ),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_it_is_one_object(
    set_up: Fleet, before: list[tuple[str, ...]], words: tuple[str, ...], told: dict[str, object]
) -> None:
    for one in before:
        assert set_up(*one).code == 0
    said = set_up(*words, "--json")
    assert (said.code, said.objects) == (0, [told]), said.err


def test_rules_and_targets_of_notifications(set_up: Fleet, tmp_path: Path) -> None:
    pytest.importorskip("apprise", reason="needs `pip install 'crawlfleet[notify]'`")
    (tmp_path / "address").write_text("json://127.0.0.1:9/SECRET\n", "utf-8")
    (added,) = set_up("notify", "targets", "add", "phone", "--file", "address", "--json").objects
    assert added["name"] == "phone" and "SECRET" not in added["address"]
    set_up("notify", "rules", "add", "gone", "--to", "phone")
    switched = [set_up("notify", "rules", word, "1", "--json").objects for word in ("on", "off", "off", "on")]
    assert [(one["on"], one["changed"]) for (one,) in switched] == [
        (True, False),
        (False, True),
        (False, False),
        (True, True),
    ]
    assert set_up("notify", "rules", "on", "1").out == "rule 1 was on already; nothing was changed.\n"
    assert set_up("notify", "rules", "remove", "1", "--json").objects == [{"rule": 1}]
    assert set_up("notify", "targets", "remove", "phone", "--json").objects == [{"target": "phone"}]


@pytest.mark.parametrize(
    ("word", "about"),
    [("add", {"name": "pc", "role": "worker"}), ("password", {"name": "pc"})],
    ids=["add", "password"],
)
def test_a_password_of_the_broker_stands_in_one_place(
    set_up: Fleet, tmp_path: Path, word: str, about: dict[str, str]
) -> None:
    (told,) = set_up("broker", "user", word, "pc", *CTL, "--json").objects
    assert told | {"password": None} == about | {"vhost": "/fleet", "password": None, "password_file": None}
    assert len(str(told["password"])) > 40
    (told,) = set_up("broker", "user", word, "pc", *CTL, "--password-file", "pw", "--json").objects
    assert (told["password"], told["password_file"]) == (None, "pw")
    assert stat.S_IMODE((tmp_path / "pw").stat().st_mode) == 0o600


@pytest.mark.parametrize("word", ["add", "password"])
def test_a_password_goes_into_no_folder(set_up: Fleet, word: str) -> None:
    said = set_up("broker", "user", word, "pc", *CTL, "--password-file", "")
    assert said.code == 1 and said.err.startswith("crawlfleet: cannot ")


def test_of_several_domains_each_is_an_object_and_what_was_not_there_is_told_beside(set_up: Fleet) -> None:
    said = set_up("shops", "add-domain", "pine.example", "oak.example", "--json")
    assert [one["domain"] for one in said.objects] == ["pine.example", "oak.example"]
    said = set_up("shops", "remove-domain", "pine.example", "ash.example", "oak.example", "--json")
    assert [one["domain"] for one in said.objects] == ["pine.example", "oak.example"]
    assert said.code == 1 and "ash.example was not added here" in said.err


def test_what_cannot_be_done_is_said_beside_the_answer(set_up: Fleet) -> None:
    for words in (
        ("proxies", "on", "nosuch"),
        ("feeds", "pause", "nosuch", "--reason", "x"),
        ("feeds", "forget", "rss", "https://nosuch.example/"),
        ("console", "revoke", "nosuch"),
        ("notify", "rules", "off", "9"),
    ):
        said = set_up(*words, "--json")
        assert (said.code, said.out) == (1, "") and said.err.startswith("crawlfleet: "), words


def test_a_word_that_is_no_domain_is_told_as_itself(set_up: Fleet) -> None:
    said = set_up("shops", "add-domain", "not a domain")
    assert said.code == 2
    assert said.err == "crawlfleet: not a domain: it is no domain name; write the shop's domain alone.\n"
