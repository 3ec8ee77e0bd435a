"""A browser's folder: taken away with it, or by whoever starts the next browser."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pytest

from common.lasting.passing import WITHOUT_LOCK_SECONDS, sweep
from worker.ways.browser.engine.folder import PREFIX, Folder


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def left(folder: Folder) -> Path:
    """As a killed process leaves it: the lock has ended with the process, the files have not."""
    folder._lock.close()
    (folder.home / "profile").mkdir()
    (folder.home / "profile/History").write_text("where it was")
    return folder.path


def test_what_was_left_goes_and_what_is_in_use_stays() -> None:
    gone, used = left(Folder()), Folder()
    assert sweep(PREFIX) == 1
    assert not gone.exists()
    assert used.home.is_dir()
    used.close()
    assert not used.path.exists()


def test_what_cannot_be_taken_away_yet_is_taken_away_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder()
    gone, home = left(folder), folder.home
    taken = shutil.rmtree

    def written_meanwhile(path: str | Path, *, ignore_errors: bool = False) -> None:
        taken(path)
        (home / "profile").mkdir(parents=True, exist_ok=True)
        if not ignore_errors:
            raise OSError("Directory not empty")

    monkeypatch.setattr(shutil, "rmtree", written_meanwhile)
    assert sweep(PREFIX) == 0
    monkeypatch.setattr(shutil, "rmtree", taken)
    assert sweep(PREFIX) == 1
    assert not gone.exists()


def test_one_without_a_lock_may_be_in_the_making(tmp_path: Path) -> None:
    path = tmp_path / f"{PREFIX}young"
    path.mkdir()
    assert sweep(PREFIX) == 0
    assert sweep(PREFIX, now_seconds=time.time() + WITHOUT_LOCK_SECONDS + 1) == 1
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links and owners")
def test_nothing_but_own_folders_is_touched(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "lock").touch()
    (tmp_path / f"{PREFIX}link").symlink_to(precious)
    (tmp_path / f"{PREFIX}file").touch()
    (tmp_path / "another").mkdir()
    if os.geteuid() == 0:
        others = tmp_path / f"{PREFIX}others"
        others.mkdir()
        (others / "lock").touch()
        os.chown(others, 65534, 65534)
    before = sorted(tmp_path.iterdir())
    assert sweep(PREFIX, now_seconds=time.time() + 2 * WITHOUT_LOCK_SECONDS) == 0
    assert sorted(tmp_path.iterdir()) == before
    assert (precious / "lock").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="rights")
def test_its_driver_keeps_what_it_writes_from_the_browser() -> None:
    folder = Folder()
    rights = {path.name: path.stat().st_mode & 0o777 for path in (folder.path, folder.driver, folder.home)}
    assert rights == {folder.path.name: 0o711, "driver": 0o711, "home": 0o700}
    folder.close()
