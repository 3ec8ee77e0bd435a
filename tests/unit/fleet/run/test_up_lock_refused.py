"""`up` where the file that keeps a second one away cannot be made: what to do is told, as it fits the reason."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from common.errors import ConfigError
from common.settings import DatabaseSettings, Settings
from fleet.run.up.alone import alone
from fleet.run.up.up import run_up


def refused(folder: Path) -> str:
    settings = Settings(database=DatabaseSettings(url=f"file:{folder / 'fleet.db'}"))
    with pytest.raises(ConfigError) as caught, alone(settings):
        pass
    return str(caught.value)


def test_a_folder_that_is_not_there_is_to_be_made(tmp_path: Path) -> None:
    assert "fleet.db.up-lock: No such file or directory. Make its folder, or name" in refused(tmp_path / "none")


def test_a_folder_of_somebody_else_is_to_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root meets it, too, whom no mode of a folder stops."""

    def refuse(path: object, *_: object, **__: object) -> int:
        raise PermissionError(13, os.strerror(13), str(path))

    monkeypatch.setattr(os, "open", refuse)
    assert "Permission denied. Give its folder to the user who runs this" in refused(tmp_path)


@pytest.mark.parametrize(
    ("number", "step"),
    [(errno.EROFS, "Mount its file system for writing again"), (errno.ENOSPC, "Make room there")],
)
def test_a_disk_that_takes_nothing_is_no_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, step: str
) -> None:
    def refuse(path: object, *_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "open", refuse)
    assert f"{os.strerror(number)}. {step}" in refused(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="a symbolic link needs a right of its own there")
def test_a_second_name_of_the_file_is_the_same_file(tmp_path: Path) -> None:
    """Each process would have a broker of its own, and workers that hear nothing of the other's jobs."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "fleet.db")
    first = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}"))
    second = Settings(database=DatabaseSettings(url=f"file:{tmp_path / 'elsewhere' / 'link.db'}"))
    with alone(first), pytest.raises(ConfigError, match="another `crawlfleet up` runs"), alone(second):
        pass


def test_a_second_one_is_not_told_of_the_addresses_that_the_first_one_has(tmp_path: Path) -> None:
    """Another address for its metrics would not help it: it may not run here at all."""
    database = DatabaseSettings(url=f"file:{tmp_path / 'fleet.db'}")
    with alone(Settings(database=database)), socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        second = Settings.model_validate({"database": database, "metrics": {"listen": listen}})
        with pytest.raises(ConfigError, match="another `crawlfleet up` runs"):
            run_up(second, until_idle=False, workers=1)
