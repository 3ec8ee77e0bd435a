"""The demo makes its own database anew, and leaves whatever else lies in the folder that was named."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.errors import ConfigError
from fleet.demo.run import DemoResult, run_demo
from fleet.demo.show import Progress, show_result
from fleet.run.up.everything import UpSummary
from worker.tally import Tally


def test_what_only_begins_like_the_database_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "demo.db").write_text("of before")
    (tmp_path / "demo.db.backup").write_text("kept")
    result = run_demo(folder=tmp_path, say=Progress(quiet=True))
    assert result.jobs
    show_result(result, as_json=False)
    told = capsys.readouterr().out.split("\n\n")[1]
    assert "8 posts read" in told and max(map(len, told.splitlines())) <= 120, "no line of the figures is long"
    assert (tmp_path / "demo.db.backup").read_text() == "kept"


def test_a_run_that_was_stopped_at_once_has_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show_result(DemoResult(UpSummary(None, 0, Tally()), [], 0.5, tmp_path / "demo.db"), as_json=False)
    told = capsys.readouterr().out
    assert told.startswith("\nno job yet: it was stopped before a post was read.\n\n"), "and no heading over nothing"
    assert " init      # three questions" in told


def test_what_cannot_be_removed_is_named(tmp_path: Path) -> None:
    (tmp_path / "demo.db").mkdir()
    with pytest.raises(ConfigError, match=r"cannot remove .*demo\.db"):
        run_demo(folder=tmp_path, say=Progress(quiet=True))
