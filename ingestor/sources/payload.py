"""Reads JSON from networks without trusting its shape. Pure."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from common.errors import SourceError
from common.store import SkippedPost

log = logging.getLogger("crawlfleet.ingestor.payload")

T = TypeVar("T")


MAX_VALUES = 500_000
"""Of one answer: the longest pages of the networks hold a tenth of it. Python takes about 100 bytes for each."""
MAX_DEPTH = 64
MAX_ITEMS = 1_000
"""Of one answer: ten times what the networks give on a page. Reading more would hold up every other account."""
MAX_ID_CHARS = 1_000
LAST_MS = 253_402_300_799_999
_PIECES = re.compile(rb'"(?:[^"\\]++|\\.)*+\\?(?:"|\Z)|[^"]++', re.DOTALL)
"""Texts, and what stands between them."""
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


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


def load(text: bytes) -> Any:
    """JSON of a stranger. Raises Malformed for what is none, and unread for what would fill the memory or the stack.

    Half a surrogate pair, which no UTF-8 and no database holds, becomes U+FFFD.
    """
    _require_bounded(text)
    try:
        tree = _read(text)
        if b"\\ud" in text.lower():
            whole = json.dumps(tree, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
            tree = _read(whole.decode("utf-16-le", "replace"))
    except (ValueError, RecursionError):
        raise Malformed("not valid JSON") from None
    return tree


def _read(text: bytes | str) -> Any:
    """Raises ValueError, RecursionError."""
    try:
        return json.loads(text)
    except ValueError:
        # It may hold a number of more digits than Python makes an integer of: its item's fault, not that of all.
        return json.loads(text, parse_int=_integer)


def _integer(digits: str) -> int | float:
    """Infinity for too many digits."""
    try:
        return int(digits)
    except ValueError:
        return float(digits)


def _require_bounded(text: bytes) -> None:
    """Raises Malformed past MAX_VALUES or MAX_DEPTH. Takes no memory of its own: what is counted is not kept."""
    values = strings = depth = 0
    for piece in _PIECES.finditer(text):
        part = piece[0]
        if part.startswith(b'"'):
            strings += 1
        else:
            values += part.count(b",") + part.count(b"[") + part.count(b"{")
        if values > MAX_VALUES or strings > 2 * MAX_VALUES:  # each value may have a key
            raise Malformed(f"JSON of more than {MAX_VALUES} values")
        if part.startswith(b'"'):
            continue
        for mark in part.translate(None, _NO_BRACKETS):
            depth += 1 if mark in b"[{" else -1
            if depth > MAX_DEPTH:
                raise Malformed(f"JSON nested deeper than {MAX_DEPTH}")


def each(
    raws: Iterable[Any], read: Callable[[Any], T], *, row: Callable[[Any, str], SkippedPost] | None = None
) -> tuple[list[T], list[SkippedPost]]:
    """What `read` makes of each item. One that it cannot read costs only itself, whatever it raises: an item is a
    stranger's, and an error of one that escaped would end every later poll of the account in the same way.
    """
    found: list[T] = []
    unread: list[SkippedPost] = []
    for raw in raws:
        try:
            found.append(read(raw))
        except Malformed as error:
            unread.append((row or skipped)(raw, str(error)))
        except Exception as error:
            log.warning("an item broke its reader", exc_info=error)
            unread.append((row or skipped)(raw, f"{type(error).__name__}: {error}"))
    return found, unread


def listed(value: Any, missing: str) -> list[Any]:
    """The items of a network's answer. Raises SourceError with `missing` when it is no list, and for too many."""
    if not isinstance(value, list):
        raise SourceError(missing)
    if len(value) > MAX_ITEMS:
        raise SourceError(f"an answer of {len(value)} posts at once; a page holds at most {MAX_ITEMS}")
    return value


def identity(value: Any, what: str = "id") -> str:
    """An id as text. Raises Malformed when there is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(value, str) and value.strip():
        if len(value) > MAX_ID_CHARS:
            raise Malformed(f"{what} is longer than {MAX_ID_CHARS} characters")
        return value
    raise Malformed(f"{what} is missing" if value is None else f"{what} is {_kind(value)}, not an id")


def link_or_nothing(value: Any) -> tuple[str, ...]:
    """An address as a tuple of one, else an empty tuple: a card without an address must not cost the post."""
    return (value,) if isinstance(value, str) and value.strip() else ()


def items(value: Any) -> list[Any]:
    """A list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def time_ms(value: Any) -> int | None:
    """UTC milliseconds of an ISO 8601 time, or of a number that counts them; None when it is absent, unreadable or
    beyond the year 9999 (the post is still worth reading).
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value <= LAST_MS else None
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
