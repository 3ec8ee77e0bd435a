"""Where a setting comes from: the file, a variable over it, a secret's own file; and which of them is blamed."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError
from tests.unit.fleet.settings.refusing import refused


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
    message = refused(tmp_path, "", {"CRAWLFLEET_NOSUCH": "1"})
    assert "names no setting. crawlfleet.example.toml has every setting." in message, "alike in its prefix alone"


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


def test_a_file_as_notepad_of_windows_saves_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "crawlfleet.toml"
    path.write_bytes(b"\xef\xbb\xbf[work]\r\nconcurrency = 7\r\n")
    assert load(path, {}).work.concurrency == 7


def test_two_settings_that_do_not_go_together_have_no_example_that_is_none(tmp_path: Path) -> None:
    message = refused(tmp_path, "[work]\nlease_seconds = 60")
    assert message.endswith("so one lost renewal costs no lease")


def test_the_example_of_a_variable_is_one_to_paste(tmp_path: Path) -> None:
    variable = "CRAWLFLEET_SHOPS_OTHER_DOMAINS"
    message = refused(tmp_path, "", {variable: "shop.example"})
    assert f"""(for example {variable}='["pinewood.example", "shop.oak.example"]')""" in message
    assert "(for example CRAWLFLEET_WORK_CONCURRENCY=4)" in refused(tmp_path, "", {"CRAWLFLEET_WORK_CONCURRENCY": "x"})
    assert "(for example CRAWLFLEET_LOG_LEVEL=info)" in refused(tmp_path, "", {"CRAWLFLEET_LOG_LEVEL": "loud"})


def test_a_missing_file_is_told_by_what_named_it(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(ConfigError, match=r"No such file or directory\. Check CRAWLFLEET_CONFIG\.$"):
        load(None, {"CRAWLFLEET_CONFIG": str(missing)})
    with pytest.raises(ConfigError, match=r"No such file or directory\. Check --config\.$"):
        load(missing, {})


def test_a_folder_that_may_not_be_looked_into_has_no_settings_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:  # as for root, whom no folder's mode stops
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    assert load(None, {"CRAWLFLEET_WORK_CONCURRENCY": "9"}).work.concurrency == 9
