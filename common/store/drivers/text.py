"""What drivers share: SQL text and values before they are sent, and a server's error codes. Pure."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Protocol

from common.store.drivers.base import Statement


class Sql(Protocol):
    """Whatever has SQL."""

    @property
    def sql(self) -> str: ...


# Error codes of a Hrana server after which trying again may work. BLOCKED is Turso's code for a plan that is spent.
_UNAVAILABLE_CODES = (
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_IOERR",
    "SQLITE_FULL",
    "SQLITE_INTERRUPT",
    "TRANSACTION_TIMEOUT",
    "TRANSACTION_BUSY",
    "STREAM_EXPIRED",
    "BLOCKED",
    "SERVER_ERROR",
    "INTERNAL",
)


def worth_retrying(code: str, message: str) -> bool:
    """Whether a server's error means busy, timed out or broken, rather than refused."""
    return code.startswith(_UNAVAILABLE_CODES) or "database is locked" in message


def reads_only(statements: Sequence[Sql]) -> bool:
    """Whether no statement writes, so that the batch needs no write lock.

    The store's reads begin with SELECT, one of them with WITH RECURSIVE; nothing that writes begins so.
    """
    return all(statement.sql[:15].upper().startswith(("SELECT ", "WITH RECURSIVE ")) for statement in statements)


def clean(text: str) -> str:
    """Text without lone surrogates, which no database can store: a page's broken emoji must not cost its job."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def split_script(sql: str) -> list[Statement]:
    """A script's statements, whole triggers included; comments before a statement stay with it."""
    statements: list[Statement] = []
    lines: list[str] = []
    for line in sql.splitlines():
        lines.append(line)
        if line.split("--", 1)[0].rstrip().endswith(";") and sqlite3.complete_statement("\n".join(lines)):
            statements.append(Statement(_without_comment_lines(lines)))
            lines = []
    rest = _without_comment_lines(lines)
    if rest.strip():
        statements.append(Statement(rest))
    return statements


def _without_comment_lines(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("--"))
