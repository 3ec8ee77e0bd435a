"""A run says what it left out, so that nobody takes the coverage of a part for that of the whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import REPO
from tests.whole_run import VARIABLE

CONFTEST = """
from tests.whole_run import LeftOut
def pytest_configure(config):
    config.pluginmanager.register(LeftOut(config))
"""
TESTS = """
import pytest
def test_runs(): pass
@pytest.mark.rabbitmq
def test_needs_a_server():
    if {skip}: pytest.skip("no server")
def test_skips_for_another_reason(): pytest.skip("no systemd here")
"""


def left_out(folder: Path, *arguments: str, without_server: bool = False) -> list[str]:
    for name in ("conftest.py", "pytest.ini", "inside/test_a.py"):
        (folder / name).parent.mkdir(exist_ok=True)
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = inside\nmarkers = rabbitmq: server\n", "utf-8")
    (folder / "inside/test_a.py").write_text(TESTS.format(skip=without_server), "utf-8")
    answer = folder / "left-out"
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environ = {**outer, VARIABLE: str(answer), "PYTHONPATH": str(REPO), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    subprocess.run(command, cwd=folder, env=environ, check=True, capture_output=True, timeout=60)
    return answer.read_text("utf-8").splitlines()


PROCESSES = [pytest.param((), id="alone"), pytest.param(("-p", "xdist", "-n", "2"), id="in-two-processes")]


@pytest.mark.parametrize("processes", PROCESSES)
def test_tests_without_their_server_were_left_out(tmp_path: Path, processes: tuple[str, ...]) -> None:
    assert left_out(tmp_path, *processes, without_server=True) == ["1 tests had no server to run with"]


@pytest.mark.parametrize("processes", PROCESSES)
def test_a_whole_run_left_nothing_out(tmp_path: Path, processes: tuple[str, ...]) -> None:
    assert left_out(tmp_path, *processes) == []


@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["inside"], "only the paths that were named"), (["-k", "runs"], "2 tests were deselected"),
     (["-m", "not rabbitmq"], "1 tests were deselected")],
)  # fmt: skip
def test_a_part_is_called_a_part(tmp_path: Path, arguments: list[str], said: str, processes: tuple[str, ...]) -> None:
    assert left_out(tmp_path, *processes, *arguments) == [said]
