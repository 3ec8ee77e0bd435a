"""What `crawlfleet doctor` says to type can be copied and typed as it stands, also off a screen of 80 columns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from fleet.doctor.finding import warning
from fleet.terminal.views.findings import show_finding
from tests.places import REPO

_COMMAND = re.compile(r"(?:crawlfleet|chmod) [^`(),]*")


def _steps() -> Iterator[tuple[str, str]]:
    """Where each finding stands in the code, and what it says to do; X where that is put together."""
    for file in sorted((REPO / "fleet/doctor").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"ok", "warning", "failed"}:
                for said in node.args[1:3]:
                    yield f"{file.name}:{said.lineno}", _written(said)


def _written(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_written(part) for part in node.values)
    return "X"


def test_a_step_is_commands_alone_or_names_them_between_backticks() -> None:
    found = list(_steps())
    assert len(found) > 60
    mixed = [
        (where, said)
        for where, said in found
        if not all(_COMMAND.fullmatch(part) or part == "X" for part in said.split("; "))
        and re.search(r"crawlfleet [a-z]|chmod", re.sub(r"`[^`]*`", "", said))
    ]
    assert mixed == []


def test_a_screen_breaks_no_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    first = "crawlfleet jobs errors --shop other/a-shop-with-a-longer-name.example --newer-than 1h"
    second = "crawlfleet jobs pause other/a-shop-with-a-longer-name.example --reason …"
    show_finding(warning("shops", "half of its pages could not be read", f"{first}; {second}"))
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in lines[1:]] == [f"→ {first}", f"→ {second}"]
