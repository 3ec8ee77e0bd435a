"""A file's stamp: whatever was written anew is seen, whatever its time says."""

from __future__ import annotations

import os
from pathlib import Path

from common.file_stamps import stamp_of


def at_one(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    os.utime(path, ns=(1, 1))
    return path


def test_a_file_that_stays_keeps_its_stamp(tmp_path: Path) -> None:
    file = at_one(tmp_path / "wish.json", b"pause")
    assert stamp_of(file) == stamp_of(file) is not None
    assert stamp_of(tmp_path / "none.json") is None


def test_what_was_written_within_one_step_of_the_clock_is_seen(tmp_path: Path) -> None:
    """Some file systems keep time in steps of two seconds."""
    before = stamp_of(at_one(tmp_path / "wish.json", b"pause"))
    assert stamp_of(at_one(tmp_path / "wish.json", b"finish")) != before, "another length"
    before = stamp_of(tmp_path / "wish.json")
    at_one(tmp_path / "beside", b"unwish").replace(tmp_path / "wish.json")
    assert stamp_of(tmp_path / "wish.json") != before, "another file took its name, as renewed certificates do"
