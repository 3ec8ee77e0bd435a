"""Files stay readable: short, named by their duty, with scripts that can be run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.places import REPO

PACKAGES = ("common", "ingestor", "dispatcher", "worker", "fleet")
LINES = 400
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "misc"}


def sources() -> list[Path]:
    folders = [REPO / name for name in (*PACKAGES, "tests", "benchmarks")]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def test_no_file_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources()}
    long = [f"{path.relative_to(REPO)}: {count} lines" for path, count in lengths.items() if count > LINES]
    assert not long, "split by duty: " + ", ".join(long)


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = [str(path.relative_to(REPO)) for path in sources() if path.stem in VAGUE or path.parent.name in VAGUE]
    assert not vague


def test_every_test_file_has_a_name_of_its_own() -> None:
    names = [path.name for path in (REPO / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("script", ["install", "fetch-servers", "check", "test", "demo", "bench"])
def test_scripts_can_be_run(script: str) -> None:
    path = REPO / "scripts" / script
    assert os.access(path, os.X_OK)
    assert path.read_text("utf-8").startswith("#!/bin/")


def test_continuous_integration_runs_the_one_test_script() -> None:
    run = REPO / ".ci/run"
    assert os.access(run, os.X_OK)
    assert "exec scripts/test" in run.read_text("utf-8")
