"""pyproject.toml declares what the code imports, all of it and nothing else."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.places import REPO

PACKAGES = ("common", "ingestor", "dispatcher", "worker", "gateway", "fleet")
OWN = frozenset((*PACKAGES, "tests", "benchmarks", "examples"))

MODULES = {
    "aio-pika": "aio_pika",
    "axe-playwright-python": "axe_playwright_python",
    "libsql-client": "libsql_client",
    "price-parser": "price_parser",
    "prometheus-client": "prometheus_client",
    "pytest-asyncio": "pytest_asyncio",
}
"""Distribution → the module it brings, where the two are spelled differently."""

RUN_NOT_IMPORTED = {
    "schemathesis": "run as a program by tests/integration/api/test_api_generated.py",
    "pytest-asyncio": "a plugin that pytest loads by itself",
    "pytest-xdist": "a plugin that pytest loads by itself",
    "pproxy": "tests run it as a process",
    "ruff": "scripts/check runs it",
    "mypy": "scripts/check runs it",
    "types-psutil": "mypy reads it",
}


class Import(NamedTuple):
    module: str
    """The first part of the name: the distribution's own module."""
    where: str
    eager: bool
    """At import time of the file: not inside a function, and not for types only."""


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def third_party(code: str, where: str) -> Iterator[Import]:
    tree = ast.parse(code, where)
    lazy = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef) or _for_types_only(outer)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
        else:
            continue
        for module in {name.partition(".")[0] for name in names} - OWN - sys.stdlib_module_names:
            yield Import(module, f"{where}:{node.lineno}", id(node) not in lazy)


def imports_of(*folders: str) -> list[Import]:
    return [found for folder in folders for found in _imports_of_folder(folder)]


@cache
def _imports_of_folder(folder: str) -> list[Import]:
    """Kept, because most tests here ask for the same folders."""
    return [
        found
        for path in sorted((REPO / folder).rglob("*.py"))
        for found in third_party(path.read_text("utf-8"), str(path.relative_to(REPO)))
    ]


def project() -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
    return read


def distributions(requirements: list[str]) -> list[str]:
    return [re.split(r"[^A-Za-z0-9._-]", word, maxsplit=1)[0].lower() for word in requirements]


def modules(requirements: list[str]) -> set[str]:
    return {MODULES.get(name, name) for name in distributions(requirements)}


PROJECT = project()
ALWAYS = modules(PROJECT["dependencies"])
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
_OPTIONAL_EXTRAS = ("demo", "gateway", "console", "notify", "browser", "libsql-client", "proxies")
OPTIONAL = set().union(*(modules(EXTRAS[name]) for name in _OPTIONAL_EXTRAS))


def test_every_import_is_declared() -> None:
    undeclared = [found for found in imports_of(*PACKAGES) if found.module not in ALWAYS | OPTIONAL]
    assert undeclared == []


PICKED_UP = {"httptools"}
"""uvicorn reads HTTP with it where it is installed."""


def test_every_declared_package_is_imported() -> None:
    assert (ALWAYS | OPTIONAL) - {found.module for found in imports_of(*PACKAGES)} == PICKED_UP


def test_what_only_an_extra_brings_is_imported_where_it_is_used() -> None:
    eager = [found for found in imports_of(*PACKAGES) if found.module in OPTIONAL - ALWAYS and found.eager]
    # Nobody but fleet/run imports these, and only where their extras are installed (require_gateway_extra, …console…).
    for folder in ("gateway", "fleet/console"):
        within = [found for found in eager if found.where.startswith(f"{folder}/")]
        eager = [found for found in eager if found not in within]
        assert {found.module for found in within} <= modules(EXTRAS[folder.removeprefix("fleet/")])
    assert eager == []


def test_the_tests_import_what_their_extra_brings() -> None:
    declared = ALWAYS | OPTIONAL | modules(EXTRAS["test"])
    used = imports_of("tests")
    assert [found for found in used if found.module not in declared] == []
    needed = {found.module for found in used} | {found.module for found in imports_of(*PACKAGES)}
    listed = {name for extra in ("test", "check") for name in distributions(EXTRAS[extra])}
    assert [name for name in listed - RUN_NOT_IMPORTED.keys() if MODULES.get(name, name) not in needed] == []


@pytest.mark.parametrize("requirement", [*PROJECT["dependencies"], *EXTRAS["demo"]])
def test_every_requirement_has_a_lowest_version(requirement: str) -> None:
    assert ">=" in requirement


def test_an_import_is_seen_wherever_it_stands() -> None:
    code = (
        "import os, numpy.linalg as n\ndef f():\n    from scipy import x\n    from . import y\nfrom common import z\n"
        "if TYPE_CHECKING:\n    from pandas import Frame\n"
    )
    assert sorted(third_party(code, "a.py")) == [
        Import("numpy", "a.py:1", True),
        Import("pandas", "a.py:7", False),
        Import("scipy", "a.py:3", False),
    ]
