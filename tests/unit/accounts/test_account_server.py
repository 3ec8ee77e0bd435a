"""The server of a Mastodon account: told from how it is written, and asked for at once where nothing names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.accounts.server import server_and_name
from common.config import load
from common.errors import ConfigError
from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


@pytest.mark.parametrize(
    ("account", "base_url", "expected"),
    [
        ("@oak@social.example", None, ("https://social.example", "oak")),
        ("oak", "https://social.example/", ("https://social.example", "oak")),
        ("oak@other.example", "https://social.example", ("https://social.example", "oak@other.example")),
        ("https://social.example/@oak", None, ("https://social.example", "oak")),
    ],
)
def test_account_names(account: str, base_url: str | None, expected: tuple[str, str]) -> None:
    assert server_and_name(account, base_url) == expected


@pytest.mark.parametrize("account", ["oak", "@oak", "oak@"])
def test_settings_without_a_server_are_refused_when_they_are_read(tmp_path: Path, account: str) -> None:
    file = tmp_path / "crawlfleet.toml"
    file.write_text(f'[[feeds]]\nsource = "mastodon"\naccount = "{account}"\n', "utf-8")
    with pytest.raises(ConfigError) as refused:
        load(file)
    assert "no server is named for the Mastodon account oak; " in str(refused.value)
    assert 'account = "oak@SERVER"' in str(refused.value) and 'base_url = "https://SERVER"' in str(refused.value)
    file.write_text(f'[[feeds]]\nsource = "mastodon"\naccount = "{account}"\nbase_url = "https://a.example"\n', "utf-8")
    assert len(load(file).feeds) == 1


@pytest.mark.parametrize("words", [("doctor",), ("feeds", "list"), ("ingest", "--once")])
def test_every_command_says_so_before_anything_is_polled(fleet: Fleet, words: tuple[str, ...]) -> None:
    Path("crawlfleet.toml").write_text('[[feeds]]\nsource = "mastodon"\naccount = "oak"\n', "utf-8")
    said = fleet(*words)
    assert said.code != 0
    assert "no server is named for the Mastodon account oak" in said.err + said.out
