"""Reads JSON from networks without trusting its shape. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from common.store import SkippedPost


class Malformed(ValueError):
    """One item is not what the network's documentation says. Its text ends up in the skipped post's row."""


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Malformed(f"{what} is {_kind(value)}, not an object")
    return value


def text_or_none(value: Any, what: str) -> str | None:
    """A string, or None when absent. Raises Malformed for anything else."""
    if value is None or isinstance(value, str):
        return value
    raise Malformed(f"{what} is {_kind(value)}, not text")


def identity(value: Any, what: str = "id") -> str:
    """An id as text. Raises Malformed when there is none."""
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise Malformed(f"{what} is missing" if value is None else f"{what} is {_kind(value)}, not an id")


def link_or_nothing(value: Any) -> tuple[str, ...]:
    """An address as a tuple of one, else an empty tuple: a card without an address must not cost the post."""
    return (value,) if isinstance(value, str) and value.strip() else ()


def items(value: Any) -> list[Any]:
    """A list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def time_ms(value: Any) -> int | None:
    """UTC milliseconds of an ISO 8601 time; None when it is absent or unreadable (the post is still worth reading)."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return int(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def skipped(raw: Any, reason: str, *, id_key: str = "id") -> SkippedPost:
    """The row for an item that could not be read; an item without a usable id gets one from its content."""
    try:
        name = identity(raw[id_key]) if isinstance(raw, Mapping) and id_key in raw else fingerprint(raw)
    except Malformed:
        name = fingerprint(raw)
    return SkippedPost(name[:500], f"malformed: {reason}"[:500])


def fingerprint(raw: Any) -> str:
    """A stable id for something that has none."""
    text = raw if isinstance(raw, bytes) else json.dumps(raw, sort_keys=True, default=str).encode()
    return "hash:" + hashlib.blake2b(text, digest_size=12).hexdigest()


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}.get(
        type(value), "a number"
    )
