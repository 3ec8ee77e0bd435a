"""Tests of real material are never silent: left out with a line that says so, or run with nothing missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import MATERIAL_TESTS, REPO, VARIABLE


def collect(tests: Path, named: str | None) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if named is not None:
        env[VARIABLE] = named
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", str(tests)]
    return subprocess.run(command, cwd=REPO, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_without_a_folder_one_line_says_what_was_not_run() -> None:
    said = collect(MATERIAL_TESTS, None).stdout
    assert f"real material: {VARIABLE} names no folder" in said
    assert "test_links_material" not in said


def test_a_folder_that_is_none_is_an_error(tmp_path: Path) -> None:
    found = collect(MATERIAL_TESTS, str(tmp_path / "nowhere"))
    assert found.returncode == pytest.ExitCode.USAGE_ERROR
    assert "which is no folder" in found.stderr


def test_a_file_missing_in_the_folder_is_an_error(tmp_path: Path) -> None:
    found = collect(MATERIAL_TESTS / "test_shops_material.py", str(tmp_path))
    assert found.returncode == pytest.ExitCode.INTERRUPTED
    assert f"missing in the folder that {VARIABLE} names" in found.stdout


def test_tests_and_benchmarks_name_no_folder_of_one_machine() -> None:
    files = [path for folder in ("tests", "benchmarks") for path in (REPO / folder).rglob("*.py")]
    own = Path(__file__).resolve()
    assert [path.name for path in files if path != own and "shared/data" in path.read_text("utf-8")] == []
