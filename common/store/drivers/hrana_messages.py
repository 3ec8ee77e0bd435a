"""What is said in Hrana: a batch as the body of one request, and the rows of its answer. Pure."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Sequence
from typing import Any

from common.errors import StoreRejected
from common.store.drivers.base import Rows, Statement, Value
from common.store.drivers.text import clean, reads_only

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def encode_batch(statements: Sequence[Statement]) -> bytes:
    """The request's body. A single statement is atomic by itself and travels without BEGIN and COMMIT."""
    steps: list[dict[str, Any]] = []
    if len(statements) == 1:
        steps.append({"stmt": _encode_statement(statements[0])})
    else:
        steps.append({"stmt": {"sql": "BEGIN" if reads_only(statements) else "BEGIN IMMEDIATE"}})
        for index, statement in enumerate(statements):
            steps.append({"condition": {"type": "ok", "step": index}, "stmt": _encode_statement(statement)})
        last = len(statements)
        steps.append({"condition": {"type": "ok", "step": last}, "stmt": {"sql": "COMMIT"}})
        not_committed = {"type": "not", "cond": {"type": "ok", "step": last + 1}}
        begun = {"type": "ok", "step": 0}
        steps.append({"condition": {"type": "and", "conds": [begun, not_committed]}, "stmt": {"sql": "ROLLBACK"}})
    requests = [{"type": "batch", "batch": {"steps": steps}}, {"type": "close"}]
    text = _to_json({"requests": requests})
    try:
        return text.encode()
    except UnicodeEncodeError:
        return clean(text).encode()


def _encode_statement(statement: Statement) -> dict[str, Any]:
    if not statement.args:
        return {"sql": statement.sql}
    args = [{"name": name, "value": _encode_value(value)} for name, value in statement.args.items()]
    return {"sql": statement.sql, "named_args": args}


def _encode_value(value: Value) -> dict[str, Any]:
    match value:
        case None:
            return {"type": "null"}
        case str():
            return {"type": "text", "value": value}
        case int():
            if not -(2**63) <= value < 2**63:
                raise StoreRejected(f"a number of {value.bit_length()} bits does not fit into the database")
            return {"type": "integer", "value": str(value)}
        case float():
            if not math.isfinite(value):
                raise StoreRejected(f"{value} is no number that the database could hold")
            return {"type": "float", "value": value}
        case bytes():
            return {"type": "blob", "base64": base64.b64encode(value).decode("ascii")}


def decode_rows(result: Any) -> Rows:
    """The rows of one statement's result. Raises KeyError, TypeError, ValueError for what is no result of Hrana."""
    names = [column["name"] for column in result["cols"]]
    rows = [dict(zip(names, map(_decode_value, row), strict=True)) for row in result["rows"]]
    return Rows(rows, int(result["affected_row_count"]))


def _decode_value(cell: Any) -> Value:
    kind = cell["type"]
    if kind == "text":
        return str(cell["value"])
    if kind == "integer":
        return int(cell["value"])
    if kind == "null":
        return None
    if kind == "float":
        return float(cell["value"])
    encoded = cell["base64"]
    return base64.b64decode(encoded + "=" * (-len(encoded) % 4))
