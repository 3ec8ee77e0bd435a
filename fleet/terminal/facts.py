"""One fact a line: its name, and what is to be told of it beneath one another where the screen is narrow."""

from __future__ import annotations

from common.output.printable import printable
from fleet.commands_in_texts import as_data
from fleet.terminal.text import folded


def fact_lines(name: str, text: str, *, named: int, indent: str = "") -> list[str]:
    """The name takes `named` columns. Nothing is cut: strangers write long names, and a link is to be copied whole."""
    first = f"{indent}{name:<{named}}"
    return folded(as_data(name, printable(text)), first=first, rest=" " * len(first), breaks=True)
