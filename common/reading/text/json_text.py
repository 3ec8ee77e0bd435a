"""JSON as pages really carry it: comments, control characters, trailing commas, wrappers. Linear time."""

from __future__ import annotations

import html
import json
import re
from contextlib import suppress
from decimal import Decimal
from typing import Any

JsonObject = dict[str, Any]

MAX_JSON_CHARS = 8_000_000
_DECODER = json.JSONDecoder(strict=False, parse_float=Decimal, parse_constant=lambda _: None)
_UNREADABLE = (ValueError, RecursionError, ArithmeticError)
"""ArithmeticError: a number whose exponent has twenty digits."""
_OPENING = re.compile(r"\s*(?:<!--|/\*\s*<!\[CDATA\[\s*\*/|//\s*<!\[CDATA\[|<!\[CDATA\[)")
_CLOSING = ("-->", "]]>", "*/")
"""Of what wraps the whole text."""
# A string first, so that nothing inside one is taken for a comment or a comma. What never closes runs to the end:
# that keeps every pattern here linear.
_STRING = r'"[^"\\]*+(?:\\(?s:.)[^"\\]*+)*+"?'
_BLOCK_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"
_COMMENT_OR_STRING = re.compile(_STRING + "|" + _BLOCK_COMMENT + r"|//[^\r\n]*+|<!--|-->")
_COMMA = re.compile(r",(?=\s*+[}\],])")
"""Before the end of an object or list, or before another comma."""
_UP_TO_COMMA = re.compile(rf'((?:[^",]++|{_STRING}|(?!{_COMMA.pattern}),)*+)(?:,|\Z)')
"""All up to the next such comma outside a string, or to the end: without a call for each of a thousand strings."""
# Each way begins with a letter of its own: what begins with none of these is passed over many times as fast.
_SPAN = re.compile(
    r"\{|\}|\[|\]|"
    + _STRING
    + r"|'[^'\\\n]*+(?:\\(?s:.)[^'\\\n]*+)*+'?|`[^`\\]*+(?:\\(?s:.)[^`\\]*+)*+`?|"
    + _BLOCK_COMMENT
    + r"|//(?<![:\\]//)[^\r\n]*+"
)


def object_at(node: Any, *path: str) -> JsonObject:
    """The object at `path` below this one, or an empty one."""
    for key in path:
        node = node.get(key) if isinstance(node, dict) else None
    return node if isinstance(node, dict) else {}


def loads(text: str) -> Any:
    """The value, repaired where it must be; None when it is no JSON after all. Numbers are int or Decimal."""
    if len(text) > MAX_JSON_CHARS:
        return None
    plain = _plain(text)
    try:
        return _DECODER.decode(plain)
    except json.JSONDecodeError as error:
        if _is_code(plain, error):
            return None
    except _UNREADABLE:
        pass
    unwrapped = _unwrapped(text)
    if unwrapped != plain:
        with suppress(*_UNREADABLE):
            return _DECODER.decode(unwrapped)
    repaired = _repaired(unwrapped)
    try:
        return _DECODER.decode(repaired)
    except _UNREADABLE:
        return _first_value(repaired)


def loads_at(text: str, start: int) -> Any:
    """The JSON value that begins at `start`, whatever follows it; None when none does."""
    return decode_at(text, start)[0]


def decode_at(text: str, start: int) -> tuple[Any, int]:
    """The JSON value that begins at `start` and where it ends; (None, start) when none does."""
    try:
        return _DECODER.raw_decode(text, start)
    except _UNREADABLE:
        return None, start


def _plain(text: str) -> str:
    return text.strip().removesuffix(";")


def _is_code(text: str, error: json.JSONDecodeError) -> bool:
    """Whether an object or list, read up to this error, goes on with what no repair takes out: the name of a function,
    a sum. Scripts are full of such, and to repair all of one for nothing takes long.
    """
    at = text[error.pos : error.pos + 1]
    is_inside = text[:1] in {"{", "["} and error.msg.startswith("Expecting")
    return is_inside and ((at.isascii() and at.isalnum()) or at in _OF_CODE)


_OF_CODE = frozenset("$_(+.'`=!?;")


def _unwrapped(text: str) -> str:
    opening = _OPENING.match(text)
    inside = text[opening.end() if opening is not None else 0 :].rstrip()
    closing = next(filter(inside.endswith, _CLOSING), "")
    return inside.removesuffix(closing).strip().removesuffix(";")


def _repaired(unwrapped: str) -> str:
    cleaned = unwrapped
    if _may_hold_comments(unwrapped):
        cleaned = _COMMENT_OR_STRING.sub(lambda m: m[0] if m[0].startswith('"') else " ", unwrapped)
    if _COMMA.search(cleaned) is not None:  # asked first: to go through all strings takes much longer
        cleaned = _UP_TO_COMMA.sub(lambda m: m[1], cleaned)
    return cleaned.strip().rstrip(";")


def _may_hold_comments(text: str) -> bool:
    """Whether there may be a comment; to go through all strings for them takes much longer. The two slashes of an
    address are none: where a letter and a colon stand outside a string, an object or list is no JSON anyway.
    """
    is_opened = text[:1] in {"{", "["}
    return not is_opened or any(mark in text for mark in _COMMENT_MARKS) or _TWO_SLASHES.search(text) is not None


_COMMENT_MARKS = ("/*", "<!--", "-->")
_TWO_SLASHES = re.compile(r"//(?<![a-z]://)")


def _first_value(repaired: str) -> Any:
    """Rubbish after the value (a second closing brace, a script): take the value."""
    start = next((at for at, mark in enumerate(repaired[:200]) if mark in "{["), None)
    return None if start is None else loads_at(repaired, start)


def span(text: str, start: int) -> str | None:
    """The balanced `{…}` or `[…]` that begins at `start`, aware of strings and comments; None when it never closes."""
    depth = 0
    for found in _SPAN.finditer(text, start):
        mark = found[0]
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
            if depth == 0:
                return text[start : found.end()]
    return None


def amount(value: Any) -> Decimal | None:
    """An exact, sane amount out of a JSON number or a plain decimal string; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        found = Decimal(value) if abs(value) < 10**18 else Decimal("NaN")
    elif isinstance(value, Decimal):
        found = value
    elif isinstance(value, str) and _DECIMAL.fullmatch(value.strip()):
        found = Decimal(value.strip())
    else:
        return None
    # An exponent in the millions would take minutes to write out.
    return found if found.is_finite() and (found == 0 or -12 <= found.adjusted() < _MOST_DIGITS) else None


_MOST_DIGITS = 15
"""Before the mark: with three more behind it, in minor units, such an amount still fits into 64 bits."""
_DECIMAL = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?")
"""With an exponent: Java writes 15000000 as "1.5E7"."""


def text_of(value: Any) -> str | None:
    """A non-empty string, without HTML's entities, or a whole number as one; else None."""
    if isinstance(value, str):
        return unescaped(value).strip() or None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30:
        return str(value)
    return None


def unescaped(text: str) -> str:
    """The text with the marks that its entities stand for: shops write "Tin &amp; co" into JSON, too, and twice into
    markup. What ends in no semicolon is none: parameters of addresses begin alike.
    """
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text) if "&" in text else text


_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});", re.ASCII)


def whole(value: Any) -> int | None:
    """A whole number out of a JSON number or a digit string."""
    found = amount(value)
    return int(found) if found is not None and found == found.to_integral_value() else None
