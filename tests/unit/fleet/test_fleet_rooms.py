"""The rooms of fleet/: operations say nothing by themselves, and imports run from the words down to the doctor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fleet

FLEET = Path(fleet.__file__).parent
ABOVE = {
    "operations": {"cli", "commands", "terminal", "console", "run", "demo"},
    "terminal": {"cli", "commands", "console", "run", "demo"},
    "console": {"cli", "commands", "run", "demo"},
    "run": {"cli", "commands", "terminal", "operations", "demo"},
    "doctor": {"cli", "commands", "terminal", "operations", "console", "run", "demo"},
    "demo": {"cli", "commands", "operations"},
}
"""What each room must not import of fleet/."""
SPEAKING = {"print", "input", "exit", "quit", "breakpoint"}


def imported(tree: ast.AST) -> Iterator[str]:
    """Each imported module's dotted name (with the name taken from it), wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{name.name}" for name in node.names)


def upward(source: str, room: str) -> list[str]:
    return [
        name for name in imported(ast.parse(source)) if name.startswith("fleet.") and name.split(".")[1] in ABOVE[room]
    ]


def speaks(source: str) -> list[str]:
    """What prints, reads what is typed, or ends the process."""
    tree = ast.parse(source)
    found = [name for name in imported(tree) if name.split(".")[0] in {"typer", "rich", "click"}]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in SPEAKING | {"SystemExit"}:
            found.append(node.id)
        elif isinstance(node, ast.Attribute) and node.attr in {"stdout", "stderr", "stdin", "_exit"}:
            found.append(node.attr)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr == "exit":
            found.append(f"{node.value.id}.exit")
    return found


@pytest.mark.parametrize("room", ABOVE)
def test_no_room_imports_one_above_it(room: str) -> None:
    files = sorted((FLEET / room).rglob("*.py"))
    assert files
    found = {str(path.relative_to(FLEET)): upward(path.read_text("utf-8"), room) for path in files}
    assert not {path: names for path, names in found.items() if names}


@pytest.mark.parametrize("room", ["operations", "doctor", "run"])
def test_what_does_the_work_prints_nothing_and_ends_nothing(room: str) -> None:
    found = {
        str(path.relative_to(FLEET)): speaks(path.read_text("utf-8")) for path in sorted((FLEET / room).rglob("*.py"))
    }
    assert not {path: what for path, what in found.items() if what}


@pytest.mark.parametrize(
    "source",
    [
        "print('done')",
        "import sys\nsys.exit(1)",
        "def late():\n    import typer",
        "raise SystemExit",
        "import sys\nsys.stdout.write('x')",
    ],
)
def test_what_speaks_is_seen_wherever_it_stands(source: str) -> None:
    assert speaks(source)


@pytest.mark.parametrize(
    "source",
    [
        "from fleet.terminal.output import note",
        "from fleet import commands",
        "def late():\n    import fleet.terminal.table",
    ],
)
def test_an_import_upwards_is_seen_wherever_it_stands(source: str) -> None:
    assert upward(source, "operations")
