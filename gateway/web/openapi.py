"""The OpenAPI 3.1 document of /v1, made of the very models that read requests and write answers. Pure."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from common.protocol.base import Leases, Message
from common.protocol.joining import Join, Joined, Left, SettingsAnswer
from common.protocol.official import OfficialAsked, OfficialTold
from common.protocol.refusals import Reason, Refused
from common.protocol.reports import Report, Reported
from common.protocol.standing import Me
from common.protocol.tasks import Claim, Claimed, Release, Released, Renewed

CALLS: dict[str, tuple[str, type[Message] | None, type[Message], str]] = {
    "join": ("post", Join, Joined, "An invite's secret becomes a machine with a token."),
    "claim": ("post", Claim, Claimed, "Tasks, as soon as there are some; none after wait_seconds."),
    "renew": ("post", Leases, Renewed, "Keep leases; says which are still held."),
    "report": ("post", Report, Reported, "What came of tasks; sent again, it is answered the same."),
    "release": ("post", Release, Released, "Give tasks back with their attempts."),
    "official": ("post", OfficialAsked, OfficialTold, "The fleet's budget of a shop's official interface."),
    "settings": ("get", None, SettingsAnswer, "What the worker runs with; a new token when the old one ages."),
    "me": ("get", None, Me, "How this machine stands."),
    "leave": ("post", None, Left, "Give everything back, and forget the token."),
}
"""Call → HTTP method, request, answer, what it is for. Every call but join carries the machine's token and version."""

_SCHEMAS = "#/components/schemas/"


def document(version: str) -> dict[str, Any]:
    """The whole document as plain values."""
    requests = {request for _, request, _, _ in CALLS.values() if request is not None}
    answers: set[type[Message]] = {answer for _, _, answer, _ in CALLS.values()} | {Refused}
    wanted = [(model, "validation") for model in sorted(requests, key=lambda one: one.__name__)]
    given = [(model, "serialization") for model in sorted(answers, key=lambda one: one.__name__)]
    names, schemas = models_json_schema([*wanted, *given], ref_template=_SCHEMAS + "{model}")  # type: ignore[list-item]
    refused = _content(names[Refused, "serialization"])
    paths = {}
    for call, (method, request, answer, summary) in CALLS.items():
        operation: dict[str, Any] = {
            "operationId": call,
            "summary": summary,
            "responses": {
                "200": {"description": "done", **_content(names[answer, "serialization"])},
                **{str(status): {"description": "a refusal", **refused} for status in _refusals()},
            },
        }
        if request is not None:
            operation["requestBody"] = {"required": True, **_content(names[request, "validation"])}
        if call != "join":
            operation["security"] = [{"token": []}]
            operation["parameters"] = [
                {"name": "crawlfleet-version", "in": "header", "required": True, "schema": {"type": "string"}}
            ]
        paths[f"/v1/{call}"] = {method: operation}
    return {
        "openapi": "3.1.0",
        "info": {"title": "crawlfleet gateway", "version": version},
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _refusals() -> list[int]:
    return sorted({reason.status for reason in Reason} - {200})
