"""Imports inside common/reading run one way: product.py → declared, state, visible → parsed, found → text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.places import REPO

READING = REPO / "common" / "reading"
ROOM = "common.reading."
SHARED = {"parsed", "found"}
DATA = {"words", "sites"}
MAY_IMPORT = {
    "text": {"text", *DATA},
    "declared": {"declared", "text", *DATA, *SHARED},
    "state": {"state", "text", *DATA, *SHARED},
    "visible": {"visible", "text", *DATA, *SHARED},
    "details": {"details", "declared", "visible", "text", *DATA, *SHARED},
    "parsed": {"parsed", "text"},
    "found": {"text"},
    "choosing": {"choosing", "found", "text"},
}


def rooms_imported(source: str) -> set[str]:
    """First parts below common.reading of all that the source imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name.removeprefix(ROOM) for name in node.names if name.name.startswith(ROOM)}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = [f"{node.module}.{name.name}" for name in node.names]
            found |= {name.removeprefix(ROOM) for name in whole if name.startswith(ROOM)}
    return {name.split(".")[0] for name in found}


def files(room: str) -> list[Path]:
    return sorted((READING / room).rglob("*.py")) or [READING / f"{room}.py"]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_one_way(room: str) -> None:
    for path in files(room):
        assert rooms_imported(path.read_text("utf-8")) <= MAY_IMPORT[room], path.relative_to(REPO)


def test_an_import_is_seen_in_each_of_its_forms() -> None:
    source = """
import common.reading.declared.json_ld
from common.reading import product
def late():
    from common.reading.visible.page import read
    from common.offer import Offer
"""
    assert rooms_imported(source) == {"declared", "product", "visible"}
