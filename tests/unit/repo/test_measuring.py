"""Coverage pauses where it is told to, goes on afterwards, and says nothing about it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.measuring import unmeasured_processes
from tests.places import REPO

PROGRAM = """import threading
from tests.measuring import unmeasured
def inside():
    return 1
def after():
    return 2
def in_a_thread():
    return 3
with unmeasured():
    with unmeasured():
        pass
    inside()
    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
after()
"""


def test_only_what_runs_inside_is_not_measured(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    options = ["--branch", f"--rcfile={REPO / 'pyproject.toml'}", f"--source={tmp_path}", "--data-file=data"]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    environ |= {"PYTHONPATH": str(REPO), "PYTHONWARNINGS": "error"}

    def run(*words: str) -> None:
        command = [sys.executable, "-m", "coverage", *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr

    run("run", *options, "program.py")
    run("combine", "--data-file=data")
    run("json", "--data-file=data", "--fail-under=0", "-o", "answer.json", "program.py")
    (answer,) = json.loads((tmp_path / "answer.json").read_text("utf-8"))["files"].values()
    assert {4, 8, 12, 13} <= set(answer["missing_lines"])
    assert 6 in answer["executed_lines"]


def test_processes_are_followed_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERAGE_PROCESS_CONFIG", "told")
    with unmeasured_processes():
        assert "COVERAGE_PROCESS_CONFIG" not in os.environ
    assert os.environ["COVERAGE_PROCESS_CONFIG"] == "told"
