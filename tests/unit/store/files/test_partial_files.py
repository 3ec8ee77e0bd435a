"""What a program leaves that was killed while it wrote a file: taken away when it is old, and nothing else is."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from common.errors import ErrorCode
from common.lasting import partial
from common.lasting.files import write_lasting
from common.outcome.crawl_outcome import Failed
from worker.keeping.spool import Spool

YESTERDAY = time.time() - 90_000


def left(folder: Path, name: str, *, at: float = YESTERDAY) -> Path:
    path = folder / name
    path.write_bytes(b"half")
    os.utime(path, (at, at))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_an_outcome_that_was_half_kept_is_taken_away_by_the_next_one(tmp_path: Path) -> None:
    left(tmp_path, f"token1.json.0a1b2c3d{partial.SUFFIX}")
    left(tmp_path, f"backup.db.0a1b2c3d{partial.SUFFIX}-journal")
    Spool(tmp_path).put(Failed("j", "token2", ErrorCode.TIMEOUT, "late"))
    assert names(tmp_path) == {"token2.json"}


def test_what_is_fresh_or_not_ours_stays(tmp_path: Path) -> None:
    fresh = left(tmp_path, f"kept.0a1b2c3d{partial.SUFFIX}", at=time.time() - 3600)
    others = left(tmp_path, "download.0a1b2c3d.part")
    link = tmp_path / f"link{partial.SUFFIX}"
    link.symlink_to(others)
    os.utime(link, (YESTERDAY, YESTERDAY), follow_symlinks=False)
    (tmp_path / f"folder{partial.SUFFIX}").mkdir()
    os.utime(tmp_path / f"folder{partial.SUFFIX}", (YESTERDAY, YESTERDAY))
    before = names(tmp_path)
    write_lasting(tmp_path / "kept", b"x")
    assert names(tmp_path) == before | {"kept"}
    assert fresh.read_bytes() == others.read_bytes() == b"half"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_another_users_file_stays(tmp_path: Path) -> None:
    theirs = left(tmp_path, f"kept.0a1b2c3d{partial.SUFFIX}")
    os.chown(theirs, 12345, 12345)
    write_lasting(tmp_path / "kept", b"x")
    assert theirs.exists()


def test_a_folder_is_looked_through_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    write_lasting(tmp_path / "kept", b"x")
    path = left(tmp_path, f"kept.0a1b2c3d{partial.SUFFIX}")
    write_lasting(tmp_path / "kept", b"x")
    assert path.exists()
    now[0] += partial.OLD_SECONDS
    write_lasting(tmp_path / "kept", b"x")
    assert not path.exists()
