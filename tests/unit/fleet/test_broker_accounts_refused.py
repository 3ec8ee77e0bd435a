"""An account that RabbitMQ refuses, and what the operator is told. What rabbitmqctl says was seen of 3.10."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from common.errors import BrokerError
from common.settings import BrokerSettings
from fleet.operations.accounts import add_account
from fleet.rabbitmq.rabbitmqctl import rabbitmqctl


@pytest.mark.parametrize(
    ("url", "vhost"),
    [
        ("amqp://guest@127.0.0.1:5672", "/"),
        ("amqp://guest@127.0.0.1:5672/", "/"),
        ("amqp://guest@127.0.0.1:5672/%2F", "/"),
        ("amqp://guest@127.0.0.1:5672/crawlfleet", "crawlfleet"),
        ("memory:", "crawlfleet"),
    ],
)
def test_accounts_are_made_where_the_queues_are(url: str, vhost: str) -> None:
    assert BrokerSettings(url=url).vhost == vhost


def test_an_account_that_gets_no_rights_is_taken_away_again() -> None:
    called: list[str] = []

    def ctl(*words: str, stdin: str = "") -> str:
        called.append(words[0])
        if words[0] == "set_permissions":
            raise BrokerError("refused")
        return ""

    with pytest.raises(BrokerError, match="refused"):
        add_account(ctl, "/", "attic", "worker")
    assert (called[0], called[-1]) == ("add_user", "delete_user")


def test_an_account_of_somebody_else_stays() -> None:
    def ctl(*words: str, stdin: str = "") -> str:
        assert words[0] == "add_user", words
        raise BrokerError("there is one")

    with pytest.raises(BrokerError, match="there is one"):
        add_account(ctl, "/", "attic", "worker")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("Error: unable to perform an operation on node 'rabbit@vm'. Please see", "no RabbitMQ answers as rabbit@vm,"),
        ("Virtual host 'crawlfleet' does not exist", "no virtual host crawlfleet. Name the one of the fleet's queues"),
        ("Error: Virtual host crawlfleet does not exist", "`rabbitmqctl add_vhost crawlfleet` makes it."),
        ('Error: User "attic-pc" already exists', "`crawlfleet broker user password attic-pc` gives it another."),
        ("Error: something new", "list_permissions failed: Error: something new"),
    ],
)
def test_a_refusal_says_what_to_do(tmp_path: Path, says: str, told: str) -> None:
    program = tmp_path / "rabbitmqctl"
    program.write_text(f"#!/bin/sh\necho {shlex.quote(says)} >&2\nexit 65\n")
    program.chmod(0o700)
    with pytest.raises(BrokerError) as refused:
        rabbitmqctl(str(program))("list_permissions")
    assert told in str(refused.value)


def _ctl(folder: Path, *, at: str, does: str) -> str:
    """A rabbitmqctl that does so when it is asked `at`, else nothing."""
    program = folder / "ctl"
    program.write_text(f'#!/bin/sh\ncase "$*" in *{at}*) {does};; esac\n')
    program.chmod(0o700)
    return shlex.quote(str(program))


def _add(folder: Path, ctl: str, file: Path) -> subprocess.CompletedProcess[str]:
    words = ("broker", "user", "add", "attic-pc", "--password-file", str(file), "--rabbitmqctl", ctl)
    return subprocess.run(
        [sys.executable, "-m", "fleet", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("at", ["add_user", "set_permissions"])
def test_a_command_killed_while_it_makes_an_account_leaves_no_file_that_looks_done(tmp_path: Path, at: str) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "attic.password"
    ended = _add(tmp_path, _ctl(tmp_path, at=at, does='kill -9 "$PPID"'), file)
    assert ended.returncode == -9, ended
    assert not file.exists()
    (beside,) = kept.iterdir()  # the account may be there: its password is not lost
    assert len(beside.read_text().strip()) == 43 and beside.stat().st_mode & 0o777 == 0o600
    assert _add(tmp_path, _ctl(tmp_path, at=at, does=":"), file).returncode == 0, "the name is free"


def test_a_password_is_kept_whole_for_its_owner_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "attic.password"
    ended = _add(tmp_path, _ctl(tmp_path, at="add_user", does=f"cat > {tmp_path}/given"), file)
    assert ended.returncode == 0 and f"its password is in {file}" in ended.stdout, ended
    assert file.read_text() == (tmp_path / "given").read_text() and file.stat().st_mode & 0o777 == 0o600
    assert list(kept.iterdir()) == [file]
    before = file.read_text()
    again = _add(tmp_path, _ctl(tmp_path, at="add_user", does="touch asked"), file)
    assert again.returncode == 1 and "Name a file that is new" in again.stderr
    assert file.read_text() == before and not (tmp_path / "asked").exists(), "no account without its password"


def test_a_refused_account_leaves_no_password(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    ended = _add(tmp_path, _ctl(tmp_path, at="add_user", does="exit 65"), kept / "attic.password")
    assert ended.returncode == 1 and list(kept.iterdir()) == []


def _changed(folder: Path, file: Path, *, read: str, does: str) -> subprocess.CompletedProcess[str]:
    """`broker user password attic-pc`, where an account attic-pc is there that may read so."""
    listed = json.dumps([{"user": "attic-pc", "configure": "^$", "write": r"^crawl\.(retry|dlx)$", "read": read}])
    (folder / "listed.json").write_text(listed)
    program = folder / "ctl"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in\n*list_permissions*) cat {folder}/listed.json;;\n*list_user_limits*) echo "[]";;\n'
        f"*change_password*) {does};;\n*close_all*) touch {folder}/closed;;\nesac\n"
    )
    program.chmod(0o700)
    words = ("broker", "user", "password", "attic-pc", "--password-file", str(file), "--rabbitmqctl", str(program))
    return subprocess.run(
        [sys.executable, "-m", "fleet", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


WORKERS = r"^crawl\.(shopee|taobao|other)$"


def test_another_password_goes_into_the_file_that_is_there(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "attic.password"
    file.write_text("old\n")
    file.chmod(0o640)
    before = file.stat()
    ended = _changed(tmp_path, file, read=WORKERS, does=f"cat > {tmp_path}/given")
    assert ended.returncode == 0 and f"has a new password, in {file}" in ended.stdout, ended
    after = file.stat()
    assert file.read_text() == (tmp_path / "given").read_text() != "old\n"
    assert (after.st_ino, after.st_mode, after.st_uid) == (before.st_ino, before.st_mode, before.st_uid)
    assert (tmp_path / "closed").exists(), "whoever knew the old one is out"
    fresh = kept / "new.password"
    assert _changed(tmp_path, fresh, read=WORKERS, does=":").returncode == 0
    assert fresh.stat().st_mode & 0o777 == 0o600
    assert sorted(kept.iterdir()) == [file, fresh]


@pytest.mark.parametrize(
    ("read", "does", "told"),
    [(".*", ":", "rabbitmqctl change_password attic-pc"), (WORKERS, "exit 65", "change_password failed")],
    ids=["somebody else's", "refused"],
)
def test_a_password_that_was_not_changed_stays_in_its_file(tmp_path: Path, read: str, does: str, told: str) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    file = kept / "attic.password"
    file.write_text("old\n")
    ended = _changed(tmp_path, file, read=read, does=does)
    assert ended.returncode == 1 and told in ended.stderr
    assert file.read_text() == "old\n" and list(kept.iterdir()) == [file]
    assert not (tmp_path / "closed").exists()


def test_a_new_password_that_its_file_refuses_is_kept_beside(tmp_path: Path) -> None:
    folder = tmp_path / "kept" / "attic.password"
    folder.mkdir(parents=True)
    ended = _changed(tmp_path, folder, read=WORKERS, does=f"cat > {tmp_path}/given")
    assert ended.returncode == 1 and "the password is changed, but" in ended.stderr
    (beside,) = (one for one in folder.parent.iterdir() if one != folder)
    assert str(beside) in ended.stderr and beside.read_text() == (tmp_path / "given").read_text()
