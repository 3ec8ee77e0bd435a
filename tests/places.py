"""Where things lie: the one place of the tests and benchmarks that knows the repository's root and the real material.

Real material is pages, feeds and cases that nobody here wrote; it is not part of the repository. CRAWLFLEET_MATERIAL
names its folder, relative to the repository's root or absolute. Whoever names it wants it read: a file missing in it is
an error, never a skip.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parents[1]
FIXTURES = REPO / "tests" / "fixtures"

VARIABLE = "CRAWLFLEET_MATERIAL"
MATERIAL: Path | None = (REPO / os.environ[VARIABLE]).resolve() if os.environ.get(VARIABLE) else None
"""The folder of real material; None when the variable is unset or empty."""
MATERIAL_TESTS = REPO / "tests" / "material"
"""The tests that need it. Without it they are not collected, and a line at the end says so (tests/conftest.py)."""


def saved(name: str) -> Path:
    """A file or folder of the real material. Raises FileNotFoundError when it is not there, or no material is named."""
    if MATERIAL is None:
        raise FileNotFoundError(f"{name}: {VARIABLE} names no folder of real material")
    path = MATERIAL / name
    if not path.exists():
        raise FileNotFoundError(f"{path}: missing in the folder that {VARIABLE} names")
    return path


def saved_files(folder: str, pattern: str = "*") -> list[Path]:
    """The files of a folder and its subfolders, sorted. Raises FileNotFoundError when there are none."""
    found = sorted(path for path in saved(folder).rglob(pattern) if path.is_file())
    if not found:
        raise FileNotFoundError(f"{saved(folder)}: holds no file {pattern}")
    return found


def saved_json(name: str) -> Any:
    """What a JSON file of the real material holds. Raises FileNotFoundError as saved() does."""
    return json.loads(saved(name).read_text("utf-8"))
