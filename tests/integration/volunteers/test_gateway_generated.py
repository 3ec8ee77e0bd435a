"""Requests made of the OpenAPI document itself: whatever fits it or nearly fits it gets an answer that it describes."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gateway.web.openapi import CALLS, document
from tests.integration.volunteers.door import Door

DOCUMENT = document("9.0.0")
POSTED = sorted(call for call, (_, request, _, _) in CALLS.items() if request is not None)
ROUNDS = 40

junk: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def values(schema: dict[str, Any]) -> SearchStrategy[Any]:
    """Mostly what the schema allows; one in a few is something else."""
    return st.integers(0, 11).flatmap(lambda dice: junk if dice == 0 else _fitting(schema))


def _fitting(schema: dict[str, Any]) -> SearchStrategy[Any]:
    if "$ref" in schema:
        return _fitting(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([values(one) for one in schema[several]])
    if schema.get("type") == "object":
        return _objects(schema)
    if schema.get("type") == "array":
        inner = schema.get("items", {})
        return st.lists(values(inner), min_size=schema.get("minItems", 0), max_size=3)
    return _plain(schema)


def _objects(schema: dict[str, Any]) -> SearchStrategy[Any]:
    required = set(schema.get("required", ()))
    named = {name: values(inner) for name, inner in schema.get("properties", {}).items()}
    return st.fixed_dictionaries(
        {name: inner for name, inner in named.items() if name in required},
        optional={name: inner for name, inner in named.items() if name not in required},
    )


def _plain(schema: dict[str, Any]) -> SearchStrategy[Any]:
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    kind = schema.get("type")
    if kind == "string":
        return st.text(min_size=schema.get("minLength", 0), max_size=min(40, schema.get("maxLength", 40)))
    if kind in {"integer", "number"}:
        edges = [
            schema[name] for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") if name in schema
        ]
        return st.integers(-(2**70), 2**70) | st.sampled_from([*edges, 0, 1, -1, 0.5])
    if kind == "boolean":
        return st.booleans()
    return st.none() if kind == "null" else junk


def bodies(call: str, seed: int) -> list[Any]:
    """The same for the same seed; hypothesis only makes them, for its tests cannot await a server."""
    schema = DOCUMENT["paths"][f"/v1/{call}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    found: list[Any] = []

    @settings(max_examples=ROUNDS, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(values(schema))
    def gather(body: Any) -> None:
        found.append(body)

    gather()
    random.Random(seed).shuffle(found)
    return found


@pytest.mark.parametrize("call", POSTED)
@pytest.mark.parametrize("told", [{"requests_per_minute": 100_000}])
async def test_every_answer_is_one_that_the_document_tells_of(door: Door, call: str, told: dict[str, int]) -> None:
    operation = DOCUMENT["paths"][f"/v1/{call}"]["post"]
    _, _, answer, _ = CALLS[call]
    machine = await door.machine()
    seen: dict[int, int] = {}
    for body in bodies(call, seed=1):
        if isinstance(body, dict) and "wait_seconds" in body:
            body["wait_seconds"] = 0
        found: httpx.Response = await machine.post(call, body)
        seen[found.status_code] = seen.get(found.status_code, 0) + 1
        assert str(found.status_code) in operation["responses"], (found.status_code, found.text, body)
        assert found.status_code < 500, (found.text, body)
        if found.status_code == 200:
            answer.model_validate_json(found.content)
        else:
            assert found.json()["refused"]["sentence"]
    assert seen.get(400), seen
