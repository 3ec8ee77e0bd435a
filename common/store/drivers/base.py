"""What a database driver does for the store: run one atomic batch of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Value = str | int | float | bytes | None
Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with `:name` parameters."""

    sql: str
    args: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rows:
    """What one statement returned, and how many rows it changed."""

    rows: Sequence[Row]
    changed: int


class Driver(Protocol):
    """What the store needs of a database; tests/integration/store/test_store_drivers.py tests every driver for it."""

    async def connect(self) -> None:
        """Open. Raises StoreUnavailable or StoreRejected; the text names the address, never the token."""

    async def batch(self, statements: Sequence[Statement]) -> Sequence[Rows]:
        """Run all in one write transaction, in order; all or nothing.

        Raises StoreUnavailable when it may have committed or is worth trying again, StoreRejected when not.
        """

    async def close(self) -> None:
        """Give the connection back. A driver that is closed raises StoreUnavailable for whatever comes later."""
