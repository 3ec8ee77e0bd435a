"""A configuration that this user may not read: said alike, whether an option or the variable names it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


@pytest.mark.parametrize("named_by", ["--config", "CRAWLFLEET_CONFIG"])
def test_it_is_said_what_the_system_refused(
    fleet: Fleet, named_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.toml"
    mine.touch()
    opened, accessible = Path.open, os.access

    def refused(path: Path, *arguments: Any, **more: Any) -> Any:  # as for root, whom no file's mode stops
        if path == mine:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *arguments, **more)

    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(os, "access", lambda path, *more: os.fspath(path) != str(mine) and accessible(path, *more))
    monkeypatch.setenv("CRAWLFLEET_CONFIG", str(mine))
    said = fleet(*(("--config", str(mine)) if named_by == "--config" else ()), "jobs", "list")
    assert said.err == f"crawlfleet: cannot read the configuration {mine}: Permission denied. Check {named_by}.\n"
    assert said.code == 1
