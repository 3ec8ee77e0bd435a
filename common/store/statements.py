"""Reads statements.sql, and those of the rooms beside it: each statement by its name, ready to bind."""

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


_ROOMS = ("sights", "trust", "volunteers", "operators", "official", "console", "proxies", "notices", "clock")
_FILES = ("statements.sql", *(f"{room}/statements.sql" for room in _ROOMS))


_NARROWED = {
    "jobs_page": ("jobs_named", "jobs_broken", "jobs_gathered", "jobs_scanned", "jobs_begun"),
    "jobs_page_oldest": ("jobs_named", "jobs_broken", "jobs_gathered", "jobs_scanned", "jobs_begun_oldest"),
    "job_names_page": ("jobs_named", "jobs_broken", "jobs_gathered", "jobs_scanned", "jobs_begun"),
    "jobs_count": ("jobs_named", "jobs_broken", "jobs_gathered", "jobs_scanned", "jobs_each"),
    "errors_by_shop": ("jobs_named", "jobs_broken", "jobs_scanned"),
    "products_page": ("products_gathered", "products_scanned", "products_begun"),
}
"""List → the conditions by which it can be narrowed."""
_ALONG_THE_LIST = {"jobs_scanned"}
"""Many may be found: the list's index is gone along. Else only what the condition names is looked at."""
_CHANGES = "product_changes_page"
"""Comes whole, and besides with each of _CHANGES_FROM in place of `:changes`."""
_CHANGES_FROM = ("changes_begun", "changes_of_shop")


def _with_conditions(statements: dict[str, str]) -> dict[str, str]:
    """`:matching` and `:taken` in any statement replaced by the condition of that name. A list with `:among` comes
    whole under its name, and besides as NAME_gathered, NAME_scanned and so on, with that condition there."""
    names = {"matching", "taken", "named", "named_each"}.union(*_NARROWED.values()) & statements.keys()
    conditions = {name: f"({statements.pop(name)})" for name in sorted(names)}
    whole_changes, *parts = (statements.pop(name, "") for name in ("changes_all", *_CHANGES_FROM))
    made: dict[str, str] = {}
    for name, sql in statements.items():
        whole = sql.replace(":matching", conditions["matching"]).replace(":taken", conditions["taken"])
        made[name] = _narrowed(whole.replace(":changes", whole_changes), by="", among="TRUE", named=conditions["named"])
        if name == _CHANGES:
            for told, part in zip(_CHANGES_FROM, parts, strict=True):
                made[name + told.removeprefix("changes")] = whole.replace(":changes", part)
        for condition in _NARROWED.get(name, ()):
            along = condition in _ALONG_THE_LIST
            made[f"{name}_{condition.split('_')[1]}"] = _narrowed(
                whole,
                by="INDEXED BY crawl_jobs_listed " if along else "NOT INDEXED ",
                among=conditions.get(condition, "TRUE"),
                named=conditions["named" if along else "named_each"],
            )
    return made


def _narrowed(sql: str, *, by: str, among: str, named: str) -> str:
    return sql.replace(":by ", by).replace(":among", among).replace(":named", named)


SQL = _with_conditions(
    parse("\n".join(resources.files("common.store").joinpath(name).read_text("utf-8") for name in _FILES))
)
TAKES_CLOCK = frozenset(name for name, sql in SQL.items() if ":now_ms" in sql)
