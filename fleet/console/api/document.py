"""The OpenAPI 3.1 document, made of the table of calls and the models that read and answer them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from fleet.console.api.call import Call
from fleet.console.api.given import Nothing
from fleet.console.api.problems import MEDIA_TYPE, ProblemShown

_SCHEMAS = "#/components/schemas/"

_ENDS = {
    400: "values that cannot be used",
    401: "no token that is good",
    404: "nothing of this name",
    421: "asked by a name that a page elsewhere may have led here",
    429: "too many tokens that are nobody's came from this address",
    500: "the database refused, or an error of the console's own",
    503: "the database or the broker is away; Retry-After says when to try again",
}
_ENDS_OF_ACTIONS = {
    403: "the token's role is viewer",
    409: "not as it was counted, or not possible as things stand",
    413: "the body is too large",
    415: "the body is not said to be JSON",
}


def document(calls: Sequence[Call], *, version: str, prefix: str) -> dict[str, Any]:
    """The whole document as plain values. `prefix`: where the calls are, /api/v1."""
    given = sorted({call.given for call in calls}, key=lambda model: model.__name__)
    answers: list[type[BaseModel]] = sorted({call.answer for call in calls}, key=lambda model: model.__name__)
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in given]
    wanted += [(model, "serialization") for model in answers]
    wanted.append((ProblemShown, "serialization"))
    names, schemas = models_json_schema(wanted, ref_template=_SCHEMAS + "{model}")
    defined = schemas["$defs"]
    problem = {MEDIA_TYPE: {"schema": names[ProblemShown, "serialization"]}}
    paths = {}
    for call in calls:
        asked, answered = names[call.given, "validation"], names[call.answer, "serialization"]
        operation = _operation(call, asked=asked, answered=answered, problem=problem, defined=defined)
        paths[prefix + call.path] = {call.method.lower(): operation}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "crawlfleet",
            "version": version,
            "description": "What the command line lists and does, for programs. Times are UTC milliseconds, money is "
            "integer minor units with an ISO 4217 code.",
        },
        "paths": paths,
        "components": {
            "schemas": _used(paths, defined),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "crawlfleet console token add NAME --role viewer|operator",
                }
            },
        },
    }


def _operation(
    call: Call,
    *,
    asked: dict[str, Any],
    answered: dict[str, Any],
    problem: dict[str, Any],
    defined: dict[str, Any],
) -> dict[str, Any]:
    """`asked` and `answered` are references; `defined`: what references lead to."""
    ends = _ENDS | (_ENDS_OF_ACTIONS if call.acts else {409: _ENDS_OF_ACTIONS[409]})
    operation: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "tags": [call.path.split("/")[1]],
        "security": [{"token": []}],
        "responses": {
            "200": {"description": "done", "content": {"application/json": {"schema": answered}}},
            **{str(status): {"description": said, "content": problem} for status, said in sorted(ends.items())},
        },
    }
    if call.acts:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": asked}}}
    elif call.given is not Nothing:
        operation["parameters"] = _parameters(_resolved(asked, defined))
    return operation


def _parameters(schema: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for name, field in schema["properties"].items():
        told = {key: value for key, value in field.items() if key not in {"title", "description"}}
        if "anyOf" in told:
            (kind,) = [one for one in told.pop("anyOf") if one.get("type") != "null"]  # left out, not null
            told.pop("default", None)
            told |= kind
        parameter: dict[str, Any] = {"name": name, "in": "query", "required": name in schema.get("required", ())}
        if "description" in field:
            parameter["description"] = field["description"]
        found.append(parameter | {"schema": told})
    return found


def _resolved(schema: dict[str, Any], defined: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return defined[reference.removeprefix(_SCHEMAS)] if reference else schema


def _used(paths: dict[str, Any], defined: dict[str, Any]) -> dict[str, Any]:
    """Those schemas that something refers to: what reads a query stands in its parameters."""
    used: dict[str, Any] = {}
    left: list[Any] = [paths]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            name = str(one.get("$ref", "")).removeprefix(_SCHEMAS)
            if name in defined and name not in used:
                used[name] = defined[name]
                left.append(defined[name])
            left += one.values()
        elif isinstance(one, list):
            left += one
    return dict(sorted(used.items()))
