"""Reads statements.sql, and those of trust/ and volunteers/: each statement by its name, ready to bind."""

from __future__ import annotations

import re
from importlib import resources

# SQLite 3.40 has no unixepoch('subsec'); a double holds today's Julian day to 40 microseconds.
_DATABASE_CLOCK = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
NOW = f"COALESCE(:now_ms, {_DATABASE_CLOCK})"

_NAME = re.compile(r"^-- name: (\w+)$")
_NOW = re.compile(r":now\b")


def parse(text: str) -> dict[str, str]:
    """Name → SQL without comments, `:now` replaced by its expression. Text before the first name is skipped.

    Raises ValueError when two statements have one name.
    """
    statements: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        named = _NAME.match(line)
        if named:
            name = named.group(1)
            if name in statements:
                raise ValueError(f"two statements are named {name}")
            lines = statements[name] = []
        elif line.strip() and not line.lstrip().startswith("--"):
            lines.append(line.strip())
    return {name: _NOW.sub(NOW, " ".join(lines)) for name, lines in statements.items()}


_FILES = ("statements.sql", "trust/statements.sql", "volunteers/statements.sql")

SQL = parse("\n".join(resources.files("common.store").joinpath(name).read_text("utf-8") for name in _FILES))
TAKES_CLOCK = frozenset(name for name, sql in SQL.items() if ":now_ms" in sql)
