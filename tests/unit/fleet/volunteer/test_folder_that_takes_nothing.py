"""A volunteer's folder on a disk that is full or read-only, and gateways that are none: a sentence, no traceback."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.errors import ConfigError
from common.protocol.joining import Left
from fleet.cli import main
from fleet.doctor.volunteer import check_here
from fleet.operations.autostart.command import own_command
from fleet.operations.volunteers.membership import join_fleet, leave_fleet
from tests.servers.lines.raw_server import raw_server
from worker.source.calls import GatewayAway, GatewayCalls
from worker.source.home import home
from worker.source.membership import MembershipFile
from worker.volunteer.files import VolunteerFiles
from worker.volunteer.wishes import Wish

JOINED = """{"gateway": "%s", "machine": "m", "token": "%s", "told": {"number": "1", "shops": {},
"requests_per_second": 1, "oldest_version": "0", "lease_seconds": 60, "renew_seconds": 20}}"""
SECRET = "a" * 43


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """As root meets it, too, whom no mode of a folder stops."""

    def refuse(path: object, *_: object, **__: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    may = os.access

    def access(path: str, mode: int) -> bool:
        return not mode & os.W_OK and may(path, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "access", access)
        patch.setattr(os, "unlink", refuse)
        patch.setattr(os, "open", refuse)
        yield tmp_path


def test_the_doctor_names_a_folder_that_takes_nothing(read_only: Path) -> None:
    found = [finding for finding in check_here(read_only) if finding.level == "failed"]
    assert [finding.text.split(":")[0] for finding in found] == [f"{read_only} cannot be written"]


def test_a_wish_that_cannot_be_kept_says_so(read_only: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot write .*wish\.json: Read-only file system"):
        VolunteerFiles(read_only).keep_wish(Wish())


async def test_who_left_where_nothing_can_be_removed_is_told_what_stays(read_only: Path) -> None:
    left = json.dumps({"settings": "1", "released": 0}).encode()
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(left)
    async with raw_server(lambda _: [answer + left], keep_open=False) as server:
        file = MembershipFile(read_only)
        file.path.write_text(JOINED % (f"http://127.0.0.1:{server.port}", SECRET))
        with pytest.raises(ConfigError, match=r"cannot remove .*machine\.json: Read-only file system\. .*by hand"):
            await leave_fleet(version="5.0.0", file=file)


async def test_results_that_cannot_be_removed_hold_up_no_leaving_and_go_to_no_other_fleet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a `sudo crawlfleet work`, whose spool is root's."""
    file, unlink = MembershipFile(tmp_path), Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.parent.name == "spool":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    (tmp_path / "spool" / "a.folder").mkdir(parents=True)
    (tmp_path / "spool" / "kept.json").write_text("{}")
    file.path.write_text(JOINED % ("http://127.0.0.1:9", SECRET))
    assert await leave_fleet(version="5.0.0", file=file, anyway=True) is None
    assert file.read() is None
    assert f"results away that wait in {tmp_path / 'spool'}: Permission denied. Remove them." in caplog.text
    link = f"http://127.0.0.1:9/#invite={SECRET}"
    with pytest.raises(ConfigError, match="Remove them"):
        await join_fleet(link, name=None, ca_file=None, version="5.0.0", file=file)
    assert file.joining() is None
    monkeypatch.undo()
    with pytest.raises(GatewayAway):
        await join_fleet(link, name=None, ca_file=None, version="5.0.0", file=file)
    assert [path.name for path in (tmp_path / "spool").iterdir()] == ["a.folder"]


def test_a_folder_at_home_is_the_one_that_a_shell_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "ada"))
    monkeypatch.setenv("CRAWLFLEET_HOME", "~/lent")
    assert home() == tmp_path / "ada" / "lent"
    assert own_command().home == str(tmp_path / "ada" / "lent")
    monkeypatch.setenv("CRAWLFLEET_HOME", "~no-such/lent")
    with pytest.raises(ConfigError, match=r"CRAWLFLEET_HOME: it begins with ~, and this user has no folder"):
        home()


def test_a_token_that_cannot_be_kept_says_what_to_do(read_only: Path) -> None:
    (read_only / "machine.json").write_text(JOINED % ("http://127.0.0.1:9", SECRET))
    file = MembershipFile(read_only)
    member = file.read()
    assert member is not None
    with pytest.raises(ConfigError, match=r"cannot write .*machine\.json: .* make it writable"):
        file.write(member)


@pytest.mark.parametrize(
    ("number", "helps"),
    [
        (errno.ENOSPC, r"\. Make room there\.$"),
        (errno.EROFS, r"\. That disk takes no writing now.* CRAWLFLEET_HOME\.$"),
        (errno.EACCES, r"\. Give it back to this user.* CRAWLFLEET_HOME\.$"),
        (errno.EIO, r"\. Make room, give it back to its owner"),
    ],
)
def test_what_helps_goes_by_what_is_wrong(
    number: int, helps: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object, *_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ConfigError, match=helps):
        VolunteerFiles(tmp_path).keep_wish(Wish())


def test_a_volunteer_without_a_gateway_is_sent_to_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CRAWLFLEET_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        main(["join", f"http://127.0.0.1:9/#invite={SECRET}"])
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert "cannot reach the gateway http://127.0.0.1:9" in said
    assert "the link is as the operator sent it" in said and "ask its operator" in said
    assert "database" not in said and "broker" not in said


@pytest.mark.parametrize("word", ["status", "log", "pause", "finish", "limits", "leave"])
def test_a_folder_that_cannot_be_looked_into_is_named(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.write_text("no folder")
    monkeypatch.setenv("CRAWLFLEET_HOME", str(home))
    with pytest.raises(SystemExit) as ended:
        main(["volunteer", word])
    assert ended.value.code == 1
    assert f"cannot look into the folder {home}: Not a directory. Move it away" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="sudo")
@pytest.mark.parametrize("name", ["machine.json", "limits.json", "wish.json", "counts.json"])
@pytest.mark.parametrize("word", ["status", "doctor"])
def test_what_a_sudo_made_roots_is_given_back_and_not_moved_away(
    word: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "a home"
    home.mkdir()
    (home / "machine.json").write_text(JOINED % ("http://127.0.0.1:9", SECRET))
    (home / name).touch()
    read = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.name == name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    monkeypatch.setenv("CRAWLFLEET_HOME", str(home))
    with pytest.raises(SystemExit) as ended:
        main(["doctor"] if word == "doctor" else ["volunteer", word])
    told = capsys.readouterr()
    said = " ".join(f"{told.out} {told.err}".split())
    assert ended.value.code == 1
    assert f"cannot read {home / name}: Permission denied. Give it back to this user" in said
    assert f"""`sudo chown -R "$(id -u)" '{home}'`""" in said
    assert "ove it away" not in said and "join again" not in said and "PermissionError" not in said


async def test_a_gateway_that_only_hangs_up_is_named_with_a_reason() -> None:
    """httpx has no words for some of what it meets."""

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        linger = struct.pack("ii", 1, 0)  # a reset
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    calls = GatewayCalls(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", version="5.0.0")
    try:
        with pytest.raises(GatewayAway, match=r"cannot reach the gateway .*: \w+"):
            await calls.post("leave", None, Left)
    finally:
        await calls.close()
        server.close()
