"""Files that are named as a configuration, whatever wrote them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.config import load
from common.errors import ConfigError
from fleet.opening import embedded_path
from tests.unit.fleet.settings.refusing import refused


def test_a_file_without_an_end_is_no_configuration() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("this system has no /dev/zero")
    with pytest.raises(ConfigError, match="longer than 10 MB, and no configuration"):
        load(endless)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_the_editor_ended_them(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "crawlfleet.toml"
    path.write_bytes(f"\ufeff[work]{ending}concurrency = 3{ending}".encode())
    assert load(path).work.concurrency == 3


def test_a_secret_in_the_file_is_refused_whoever_may_read_it(tmp_path: Path) -> None:
    """A file that others may read as well is not the reason: making it private would not help."""
    said = refused(tmp_path, '[broker]\nurl = "amqp://a@localhost/"\npassword = "hush"\n')
    assert "broker.password must not stand in a settings file" in said and "broker.password_file" in said
    assert "others" not in said and "hush" not in said


def test_a_secret_begins_behind_the_mark_of_an_editor(tmp_path: Path) -> None:
    """The settings are read so, and a password with it in front was refused by every broker."""
    (tmp_path / "password").write_bytes(b"\xef\xbb\xbfhush\r\n")
    path = tmp_path / "crawlfleet.toml"
    path.write_text(
        f'[broker]\nurl = "amqp://a@localhost/"\npassword_file = {json.dumps(str(tmp_path / "password"))}\n', "utf-8"
    )
    password = load(path).broker.password
    assert password and password.get_secret_value() == "hush"


def test_a_secret_pasted_where_its_file_belongs_is_not_repeated(tmp_path: Path) -> None:
    """One that no path can be; what else is pasted there is met when the file is read."""
    feed = '[[feeds]]\nsource = "threads"\naccount = "a"\ntoken_file = "hush\\u0000"'
    said = refused(tmp_path, feed)
    assert "token_file: a NUL" in said
    assert "hush" not in said


def test_a_path_at_home_is_the_one_that_a_shell_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is called ~ would be made where the fleet was started, and nobody would look there."""
    home = tmp_path / "home of ada"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    path = tmp_path / "crawlfleet.toml"
    path.write_text(
        '[database]\nurl = "file:~/fleet.db"\nca_file = "~/own.pem"\n[work]\nspool_dir = "~/spool"\n'
        'paused_file = "~/paused"\n[console]\ncertificate_file = "~/c.pem"\nkey_file = "~/c.key"\n',
        "utf-8",
    )
    settings = load(path)
    assert embedded_path(settings.database) == home / "fleet.db"
    assert settings.database.ca_file == home / "own.pem"
    assert (settings.work.spool_dir, settings.work.paused_file) == (home / "spool", home / "paused")
    assert (settings.console.certificate_file, settings.console.key_file) == (home / "c.pem", home / "c.key")


@pytest.mark.parametrize(
    "setting", ['[database]\nurl = "file:~nobody-here/a.db"', '[work]\nspool_dir = "~nobody-here/a"']
)
def test_a_home_that_nobody_has_is_no_folder_of_that_name(tmp_path: Path, setting: str) -> None:
    assert "it begins with ~, and this user has no folder of that name" in refused(tmp_path, setting)


def test_other_paths_stay_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "crawlfleet.toml"
    path.write_text('[database]\nurl = "file:./a%7E/~b.db"\n[work]\nspool_dir = "a/~/b"\n', "utf-8")
    settings = load(path)
    assert (settings.database.url, settings.work.spool_dir) == ("file:./a%7E/~b.db", Path("a/~/b"))
