"""What a person reads who mistyped a setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError


def refused(tmp_path: Path, text: str, environ: dict[str, str] | None = None) -> str:
    path = tmp_path / "crawlfleet.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, environ or {})
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[work]\nconcurency = 4", ["work.concurency", "no such setting", "did you mean concurrency?"]),
        ("[wrok]\nconcurrency = 4", ["wrok", "no such setting", "did you mean work?"]),
        ('[work]\nconcurrency = "many"', ["work.concurrency", "valid integer", "for example concurrency = 4"]),
        ("[work]\nconcurrency = 0", ["work.concurrency", "greater than or equal to 1"]),
        ("[work]\nlease_seconds = 60\nrenew_seconds = 50", ["work", "renew_seconds must be at most half"]),
        ('[database]\nurl = "postgres://db"', ["database.url", "'postgres://db'", "file:crawlfleet.db"]),
        ('[broker]\nurl = "kafka:x"', ["broker.url", "memory:"]),
        ('[[feeds]]\nsource = "myspace"\naccount = "a"', ["feeds.0.source", "'threads'"]),
        ('[[feeds]]\nsource = "rss"', ["feeds.0.account", "Field required"]),
        (
            '[[feeds]]\nsource = "rss"\naccount = "a"\npol_seconds = 3',
            ["feeds.0.pol_seconds", "did you mean poll_seconds?"],
        ),
        ("[shops.shopee]\nbrust = 3", ["shops.shopee.brust", "did you mean burst?"]),
        ('[metrics]\nlisten = "9400"', ["metrics.listen", "127.0.0.1:9400"]),
        ('[log]\nlevel = "loud"', ["log.level", "'debug'"]),
        ("[work", ["is not valid TOML", "crawlfleet.example.toml"]),
        ("work = 3", ["work"]),
        ("feeds = 3", ["feeds"]),
    ],
)
def test_a_wrong_setting_is_named_with_its_problem(tmp_path: Path, text: str, parts: list[str]) -> None:
    message = refused(tmp_path, text)
    assert "crawlfleet.toml" in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ('[database]\nauth_token = "hush"', "auth_token_file"),
        ('[broker]\npassword = "hush"', "password_file"),
        ('[broker]\nurl = "amqp://worker:hush@broker/"', "broker.password_file"),
        ('[[feeds]]\nsource = "rss"\naccount = "a"\ntoken = "hush"', "token_file"),
        ('[database]\nurl = "https://user:hush@db/"', "auth_token_file"),
    ],
)
def test_secrets_are_refused_in_the_file_and_never_repeated(tmp_path: Path, text: str, instead: str) -> None:
    message = refused(tmp_path, text)
    assert instead in message
    assert "hush" not in message


def test_a_credential_in_the_database_variable_is_not_repeated(tmp_path: Path) -> None:
    message = refused(tmp_path, "", {"CRAWLFLEET_DATABASE_URL": "https://user:hush@db/"})
    assert "hush" not in message


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    path = tmp_path / "crawlfleet.toml"
    path.write_text('[work]\nconcurrency = 2\n[shops.other]\ndomains = ["a.example"]\n', "utf-8")
    environ = {
        "CRAWLFLEET_WORK_CONCURRENCY": "9",
        "CRAWLFLEET_SHOPS_OTHER_DOMAINS": '["b.example", "c.example"]',
        "CRAWLFLEET_FETCH_ROBOTS": "false",
        "CRAWLFLEET_BROKER_PASSWORD": "hush",
        "CRAWLFLEET_TEST_ANYTHING": "ignored",
        "PATH": "/bin",
    }
    settings = load(path, environ)
    assert settings.work.concurrency == 9
    assert settings.shops.other.domains == ("b.example", "c.example")
    assert settings.fetch.robots is False
    assert settings.broker.password is not None
    assert settings.broker.password.get_secret_value() == "hush"
    assert "hush" not in repr(settings)


def test_an_unknown_variable_is_refused_with_the_nearest_known(tmp_path: Path) -> None:
    message = refused(tmp_path, "", {"CRAWLFLEET_DATABSE_URL": "file:x.db"})
    assert "CRAWLFLEET_DATABSE_URL" in message
    assert "did you mean CRAWLFLEET_DATABASE_URL?" in message


@pytest.mark.parametrize("name", ["CRAWLFLEET_MATERIAL", "CRAWLFLEET_TEST_SQLD"])
def test_a_variable_of_the_tests_is_no_setting(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("", "utf-8")
    assert load(tmp_path / "a.toml", {name: "x"}) == load(tmp_path / "a.toml", {})


def test_an_override_over_a_section_of_the_wrong_kind_is_a_config_error(tmp_path: Path) -> None:
    assert "work" in refused(tmp_path, "work = 3", {"CRAWLFLEET_WORK_CONCURRENCY": "9"})


def test_feed_tokens_come_by_name_from_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "crawlfleet.toml"
    path.write_text('[[feeds]]\nsource = "threads"\naccount = "a"\nname = "mine"\n', "utf-8")
    settings = load(path, {"CRAWLFLEET_FEED_TOKEN_MINE": "hush"})
    assert settings.feeds[0].token is not None
    assert settings.feeds[0].token.get_secret_value() == "hush"


def test_a_secret_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    message = refused(tmp_path, f'[database]\nauth_token_file = "{tmp_path}/none"\n')
    assert f"{tmp_path}/none" in message
    assert "database.auth_token_file" in message


def test_a_named_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load(tmp_path / "none.toml", {})


def test_a_wrong_value_is_blamed_on_the_variable_that_brought_it(tmp_path: Path) -> None:
    file = tmp_path / "crawlfleet.toml"
    file.write_text("[work]\nconcurrency = 2\n")
    with pytest.raises(ConfigError, match=r"the variable CRAWLFLEET_DATABASE_URL: database\.url"):
        load(file, {"CRAWLFLEET_DATABASE_URL": ""})
    with pytest.raises(ConfigError, match=r"crawlfleet\.toml: work\.concurrency"):
        file.write_text("[work]\nconcurrency = 0\n")
        load(file, {})
