"""Imports run one way: fleet → ingestor, dispatcher, worker → common."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.places import REPO

MAY_IMPORT = {
    "common": {"common"},
    "ingestor": {"ingestor", "common"},
    "dispatcher": {"dispatcher", "common"},
    "worker": {"worker", "common"},
    "fleet": {"fleet", "ingestor", "dispatcher", "worker", "common"},
}


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Each imported module's first part with its line, also of imports inside functions and TYPE_CHECKING blocks."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name.split(".")[0]) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, package if node.level else (node.module or "").split(".")[0]


def offences(source: str, package: str) -> list[tuple[int, str]]:
    ours = set(MAY_IMPORT)
    return [(line, name) for line, name in imported(source, package) if name in ours - MAY_IMPORT[package]]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str) -> None:
    found = [
        f"{path.relative_to(REPO)}:{line} imports {name}"
        for path in sorted((REPO / package).rglob("*.py"))
        for line, name in offences(path.read_text("utf-8"), package)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("common", "from worker import judge"),
        ("worker", "def late():\n    import dispatcher.publish"),
        ("ingestor", "from fleet.cli import main"),
        ("dispatcher", "if True:\n    from ingestor import service"),
    ],
)
def test_a_wrong_import_is_seen_wherever_it_stands(package: str, source: str) -> None:
    assert offences(source, package)


def test_no_package_imports_the_tests_or_benchmarks() -> None:
    found = [
        str(path.relative_to(REPO))
        for package in MAY_IMPORT
        for path in sorted((REPO / package).rglob("*.py"))
        if {"tests", "benchmarks", "servers"} & {name for _, name in imported(path.read_text("utf-8"), package)}
    ]
    assert not found
