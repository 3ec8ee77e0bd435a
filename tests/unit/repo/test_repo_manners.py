"""Files stay readable: short, named by their duty, with scripts that can be run."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.places import REPO

PACKAGES = ("common", "ingestor", "dispatcher", "worker", "gateway", "fleet")
LINES = 390
"""No file is longer."""
USUAL_LINES = 250
"""Nineteen files of twenty are no longer."""
DOZEN = 12
FULL_FOLDERS = {
    "examples": "one thing to see a file, in the order its README tells",
    "benchmarks": "one runnable program a file, and what they share",
    "common/settings_tables": "one table of the settings a file",
    "common/shops/shopee": "all of one shop, which is the point of the folder",
    "common/shops/taobao": "all of one shop, which is the point of the folder",
    "fleet/commands": "one word of the command line a file, but for words of one subject and what is typed around them",
}
"""Folders of more than a dozen Python files, and why each has no rooms yet. Take off what is not full any more."""
SCRIPTS = sorted(path for path in (REPO / "scripts").iterdir() if path.is_file())
PYTHON = "#!/usr/bin/env python3\n"
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "misc"}


def sources() -> list[Path]:
    folders = [REPO / name for name in (*PACKAGES, "tests", "benchmarks", "examples")]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def test_no_file_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources()}
    long = [f"{path.relative_to(REPO)}: {count} lines" for path, count in lengths.items() if count > LINES]
    assert not long, "split by duty: " + ", ".join(long)


def test_most_files_are_short() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources()}
    long = [f"{path.relative_to(REPO)}: {count} lines" for path, count in lengths.items() if count > USUAL_LINES]
    assert len(long) * 20 <= len(lengths), "split some by duty: " + ", ".join(long)


def test_a_folder_of_more_than_a_dozen_files_says_why() -> None:
    counts = Counter(path.parent.relative_to(REPO).as_posix() for path in sources())
    full = {folder for folder, count in counts.items() if count > DOZEN}
    assert not full - FULL_FOLDERS.keys(), "look for rooms in them, or say in FULL_FOLDERS why there are none"
    assert not FULL_FOLDERS.keys() - full, "no longer full: take them off FULL_FOLDERS"


def test_a_package_that_lists_its_parts_lists_each_of_them() -> None:
    lists = {path: _listed(path.read_text("utf-8")) for path in sources() if path.name == "__init__.py"}
    wrong = {
        str(path.relative_to(REPO)): sorted(listed ^ _parts(path.parent))
        for path, listed in lists.items()
        if len(listed & _parts(path.parent)) > 1 and listed != _parts(path.parent)
    }
    assert not wrong, "listed and not there, or there and not listed"


def _listed(source: str) -> set[str]:
    """The names at the beginnings of the lines of a docstring's list, "jobs/   what …" or "lines, files   how …"."""
    names = LISTED.findall(ast.get_docstring(ast.parse(source)) or "")
    return {name.rstrip("/") for several in names for name in re.split(r", | and ", several)}


LISTED = re.compile(r"^ {0,4}((?:[a-z_\d]+/?(?:, | and )?)+)  +\S", re.MULTILINE)


def _parts(folder: Path) -> set[str]:
    """The files and folders of a package, but for those that Python calls by their names (`__main__`)."""
    files = {path.stem for path in folder.glob("*.py")}
    folders = {path.name for path in folder.iterdir() if any(one.suffix not in {"", ".pyc"} for one in path.rglob("*"))}
    return {name for name in files | folders if not name.startswith("__")}


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = [str(path.relative_to(REPO)) for path in sources() if path.stem in VAGUE or path.parent.name in VAGUE]
    assert not vague


def test_every_test_file_has_a_name_of_its_own() -> None:
    names = [path.name for path in (REPO / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_run(path: Path) -> None:
    assert os.access(path, os.X_OK)
    assert path.read_text("utf-8").startswith(("#!/bin/", PYTHON))


def test_scripts_in_python_are_checked_as_modules_are() -> None:
    check = (REPO / "scripts/check").read_text("utf-8")
    styled = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["extend-include"]
    for path in SCRIPTS:
        if path.read_text("utf-8").startswith(PYTHON):
            assert f".venv/bin/mypy scripts/{path.name} ||" in check
            assert f"scripts/{path.name}" in styled


def test_continuous_integration_runs_the_one_test_script() -> None:
    run = REPO / ".ci/run"
    if not run.exists() and not (REPO / ".git").exists():
        pytest.skip("not run: a release does not hold .ci/run")
    assert os.access(run, os.X_OK)
    last = run.read_text("utf-8").splitlines()[-1]
    assert re.fullmatch(r'exec timeout --kill-after=60 \d+ scripts/test "\$@"', last)
