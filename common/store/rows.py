"""From a database row to a value, and from values to the JSON text that multi-row statements take."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast

from common.job import Job, JobStatus
from common.store.drivers.base import Row, Value
from common.ways.way import Way

T = TypeVar("T")

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def build(kind: type[T], row: Row, /, **given: object) -> T:
    """A dataclass made from the columns named like its fields; fields in `given` are taken from there instead."""
    names = _names(cast("Hashable", kind))
    return kind(*[given[name] if name in given else row[name] for name in names])


def job(row: Row) -> Job:
    return build(Job, row, status=status(row["status"]), via=way_or_none(row["via"]))


def way_or_none(value: Value) -> Way | None:
    return None if value is None else Way(str(value))


def status(value: Value) -> JobStatus:
    return JobStatus(str(value))


def number(value: Value) -> int:
    """A column the schema declares an integer and NOT NULL."""
    if isinstance(value, int):
        return value
    raise TypeError(f"expected an integer from the database, got {type(value).__name__}")


def text_or_none(value: Value) -> str | None:
    return None if value is None else str(value)


def as_json(values: Iterable[object]) -> str:
    """JSON text for json_each: a list of texts, or a list of rows."""
    return _encode(list(values))


def ids(rows: Sequence[Row]) -> list[str]:
    return [str(row["id"]) for row in rows]
