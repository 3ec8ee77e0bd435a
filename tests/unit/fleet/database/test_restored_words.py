"""What `db restore` says: a backup knows nothing of what was revoked after it was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.fleet.command_line import Fleet, fleet

__all__ = ["fleet"]


def test_it_says_who_is_welcome_again(fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fleet("console", "token", "add", "nightly").code == 0
    assert fleet("db", "backup", str(tmp_path / "backup.db")).code == 0
    assert fleet("console", "token", "revoke", "nightly").code == 0
    monkeypatch.setenv("CRAWLFLEET_DATABASE_URL", f"file:{tmp_path / 'again.db'}")
    said = fleet("db", "restore", str(tmp_path / "backup.db"))
    assert said.code == 0
    assert "revoked after the backup was made is welcome again" in said.out
    assert "nightly" in fleet("console", "token", "list").out, "as it says"
