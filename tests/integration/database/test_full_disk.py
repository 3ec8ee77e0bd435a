"""A disk without room (a small tmpfs of its own) and a folder that nobody may write to: what a person reads then."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fleet.doctor.finding import Level
from fleet.doctor.machine.room import judge_room

_MB = 1_000_000
_ON_A_SMALL_DISK = """
mount -t tmpfs -o size=3m none "$0" && cd "$0" || exit 99
"$@" db init >/dev/null || exit 98
head -c 9000000 /dev/zero >fill 2>/dev/null
"$@" doctor --json --timeout 20
"$@" jobs add https://shopee.tw/product/1/2
"""
_READ_ONLY = """
cd "$0" && "$@" db init >/dev/null || exit 98
mount --bind . "$0" && mount -o remount,ro,bind "$0" && cd "$0" || exit 99
"$@" jobs list
"$@" jobs add https://shopee.tw/product/1/2
"""


def apart(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """The script in a mount namespace of its own, with the folder as $0 and the program as $@."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("unshare"):
        pytest.skip("no disk of its own: mounting needs root and unshare (util-linux)")
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, str(folder), sys.executable, "-m", "fleet"],
        env={**os.environ, "CRAWLFLEET_DATABASE_URL": "file:fleet.db"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if done.returncode == 99 or "unshare" in done.stderr:
        pytest.skip("no disk of its own: this system lets nobody mount one")
    assert done.returncode != 98, done.stderr
    return done


def test_the_doctor_says_that_the_disk_is_full(tmp_path: Path) -> None:
    done = apart(tmp_path, _ON_A_SMALL_DISK)
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    (room,) = [one for one in findings if one["section"] == "disk"]
    assert room["level"] == "failed"
    assert room["text"].startswith("only 0 MB are free where the database fleet.db and work.spool_dir")
    assert "disk" in done.stderr and "no database" not in done.stderr
    assert "server" not in done.stderr, "a file has none that could answer again"
    assert "Type it again when that is put right" in done.stderr


def test_a_folder_that_nobody_may_write_to(tmp_path: Path) -> None:
    done = apart(tmp_path, _READ_ONLY)
    assert done.returncode == 1
    assert done.stderr.count("must be able to write to its folder too") == 2
    assert "server" not in done.stderr and "Another process" not in done.stderr


@pytest.mark.parametrize(
    ("free_bytes", "level"), [(200 * _MB, Level.OK), (199 * _MB, Level.WARNING), (9 * _MB, Level.FAILED)]
)
def test_how_much_room_is_enough(free_bytes: int, level: Level) -> None:
    assert judge_room(["the database fleet.db"], free_bytes).level is level


@pytest.mark.parametrize(("free_bytes", "soon"), [(9 * _MB, True), (_MB, True), (999_999, False), (0, False)])
def test_a_full_disk_is_not_full_soon(free_bytes: int, soon: bool) -> None:
    told = judge_room(["the database fleet.db"], free_bytes).text
    assert ("soon nothing can be recorded" in told) is soon and "nothing can be recorded" in told
