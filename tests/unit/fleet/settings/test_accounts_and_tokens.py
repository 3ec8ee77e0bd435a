"""Each account stands once in the settings, and a token goes to the account whose name its variable has."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.config import load
from common.settings import Settings
from common.settings_tables.feeds import FeedSettings
from fleet.doctor.finding import Level
from fleet.doctor.machine.on_disk import check_credentials
from tests.unit.fleet.settings.refusing import refused


def test_an_account_that_stands_twice_is_refused(tmp_path: Path) -> None:
    """One of the two would be polled, by the settings of either."""
    message = refused(tmp_path, 2 * '[[feeds]]\nsource = "rss"\naccount = "https://pine.example/feed?key=secret"\n')
    assert "feeds: number 1 and number 2 are one account, rss:https://pine.example/feed?key=…" in message
    assert "take one of them out" in message and "secret" not in message


def test_one_name_at_two_servers_is_told_how_it_is_written(tmp_path: Path) -> None:
    """Only the last was watched, from where the other had been read to."""
    account = '[[feeds]]\nsource = "mastodon"\naccount = "ada"\nbase_url = "https://%s.example"\n'
    message = refused(tmp_path, account % "oak" + account % "elm")
    assert "number 1 and number 2 are one account, mastodon:ada" in message
    assert 'write account = "NAME@SERVER" in both, without base_url' in message


def test_a_token_of_no_name_goes_to_no_account(tmp_path: Path) -> None:
    """It went to all that have none, whatever their servers."""
    text = '[[feeds]]\nsource = "mastodon"\naccount = "ada@oak.example"'
    message = refused(tmp_path, text, {"CRAWLFLEET_FEED_TOKEN_": "hush"})
    assert "CRAWLFLEET_FEED_TOKEN_ names no account" in message and "hush" not in message


@pytest.mark.parametrize(
    ("second", "sent_to_both"),
    [
        ('source = "mastodon"\naccount = "bo@elm.example"', True),
        ('source = "threads"\naccount = "bo"', True),
        ('source = "mastodon"\naccount = "bo@oak.example"', False),
        ('source = "rss"\naccount = "https://elm.example/feed"', False),
    ],
)
def test_a_token_is_no_other_servers(tmp_path: Path, second: str, sent_to_both: bool) -> None:
    """A name of two accounts: what one server is to know alone, the other would be sent as well."""
    text = f'[[feeds]]\nsource = "mastodon"\naccount = "ada@oak.example"\nname = "x"\n[[feeds]]\n{second}\nname = "X"\n'
    held = {"CRAWLFLEET_FEED_TOKEN_X": "hush"}
    if not sent_to_both:
        path = tmp_path / "crawlfleet.toml"
        path.write_text(text, "utf-8")
        assert len(load(path, held).feeds) == 2
        return
    message = refused(tmp_path, text, held)
    assert "CRAWLFLEET_FEED_TOKEN_X is the token of accounts at two servers" in message and "hush" not in message


def test_a_token_that_no_account_has_by_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a typing error in the variable, or an account that has no name."""
    monkeypatch.setenv("CRAWLFLEET_FEED_TOKEN_ADDA", "hush")
    watched = FeedSettings(source="mastodon", account="ada@oak.example", name="ada")
    (finding,) = check_credentials(Settings(feeds=(watched,)))
    assert (finding.level, "hush" in str(finding)) == (Level.WARNING, False)
    assert "CRAWLFLEET_FEED_TOKEN_ADDA is no account's token" in finding.text
    assert 'the line name = "adda"' in str(finding.next_step)
    monkeypatch.setenv("CRAWLFLEET_FEED_TOKEN_ADA", "hush")
    monkeypatch.delenv("CRAWLFLEET_FEED_TOKEN_ADDA")
    assert list(check_credentials(Settings(feeds=(watched,)))) == []
