"""The database's package hands out each name from the module that type checkers are told, and loads no other for it."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from common import store
from tests.places import REPO

SCRIPT = """
import sys
from common.store import Claim
print(sorted(name for name in sys.modules if name.startswith("common.store.")))
"""


def told() -> dict[str, str]:
    """Name → module, as a type checker reads the source."""
    tree = ast.parse(Path(store.__file__).read_text("utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    return {name.name: str(one.module) for one in checked.body if isinstance(one, ast.ImportFrom) for name in one.names}


def test_each_name_comes_from_where_type_checkers_look() -> None:
    assert set(told()) == set(store.__all__)
    for name, module in told().items():
        vars(store).pop(name, None)  # as in a process that did not ask for it yet
        assert getattr(store, name) is getattr(import_module(module), name)


def test_another_name_is_none() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = store.Nothing  # type: ignore[attr-defined]
    with pytest.raises(ImportError):
        from common.store import Nothing  # type: ignore[attr-defined]  # noqa: F401


def test_who_asks_for_one_name_loads_one_module() -> None:
    said = subprocess.run([sys.executable, "-c", SCRIPT], cwd=REPO, capture_output=True, text=True, check=True).stdout
    assert said == "['common.store.values', 'common.store.values.claims']\n"
