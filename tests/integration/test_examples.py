"""Every program in examples/ runs by itself and prints what its docstring says."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import REPO

EXAMPLES = sorted((REPO / "examples").glob("*.py"))
LONGEST = 70
"""Lines: a screen and a little."""


def printed_by_its_docstring(path: Path) -> list[str]:
    """The lines under `Prints:`, which ends the docstring."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    _, _, lines = text.partition("\nPrints:\n")
    return [line.strip() for line in lines.splitlines()]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_prints_what_its_docstring_says_and_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        cwd=tmp_path,
        env={**clean, "TMPDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == printed_by_its_docstring(path)
    assert ended.stdout, "an example that shows nothing shows nothing"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


def test_the_tour_names_every_example_once() -> None:
    named = re.findall(r"^- `(\w+\.py)`: ", (REPO / "examples/README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(named) == [path.name for path in EXAMPLES]
