"""A server whose SQL reads files: warned of only where the doctor sees that these files are those of whoever asks."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from fleet.doctor.database.database_door import judge_files
from fleet.doctor.finding import Level
from fleet.doctor.machine.listener import listening_uid

TABLE = """  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  {uid}        0 20 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000     7        0 21 1 0 100 0 0 10 0
"""


@pytest.mark.parametrize(("uid", "level"), [(1000, Level.WARNING), (61_234, Level.OK), (0, Level.OK), (None, Level.OK)])
def test_only_ones_own_user_is_a_warning(uid: int | None, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    told = judge_files(uid)
    assert told.level is level
    assert "any token" in told.text
    assert "it runs as you" in told.text or "cannot be asked" in told.text


def test_of_root_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert judge_files(0).level is Level.OK


def test_who_listens_is_read_of_the_kernels_table(tmp_path: Path) -> None:
    table = tmp_path / "tcp"
    table.write_text(TABLE.format(uid=61_234), "ascii")
    assert listening_uid("127.0.0.1", 8080, [table]) == 61_234
    assert listening_uid("localhost", 8080, [table, tmp_path / "none"]) == 61_234
    assert listening_uid("127.0.0.1", 8081, [table]) is None
    assert listening_uid("db.example", 8080, [table]) is None, "another machine's ports are not seen here"
    other = tmp_path / "tcp6"
    other.write_text(TABLE.format(uid=1000), "ascii")
    assert listening_uid("::1", 8080, [table, other]) is None, "two users: it is not known which answers"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_this_process_is_found() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert listening_uid("127.0.0.1", server.getsockname()[1]) == os.geteuid()
