"""Requests in, answers out: bounded, read strictly, and nothing of what was sent in an error."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from typing import TypeVar

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from common.protocol.base import Message
from common.protocol.refusals import Reason, Refusal, Refused
from common.protocol.versions import PROGRAM, VERSION_HEADER
from gateway.refusing import Refusing

_HEADERS = {"cache-control": "no-store", VERSION_HEADER: PROGRAM}
M = TypeVar("M", bound=Message)

MOST_COMMAS = 250_000
"""No report of 2 MB that names each value in its place has as many. Each wrong value of a list is an error of its own,
and a million of them held up a gateway for 25 s."""
MOST_NAMED = 100
"""Wrong values that are told of by name."""

BODY_SECONDS = 30.0
"""The largest report at the speed of a poor line; who sends slower holds a connection that others need."""


async def read(request: Request, kind: type[M], *, most_bytes: int, most_seconds: float = BODY_SECONDS) -> M:
    """The request's body as this message. Raises Refusing: TOO_LARGE, MALFORMED (also when it takes too long)."""
    return understood(await received(request, most_bytes=most_bytes, most_seconds=most_seconds), kind)


async def received(
    request: Request, *, most_bytes: int, most_seconds: float = BODY_SECONDS, came: Callable[[int], None] | None = None
) -> bytes:
    """The request's body. `came` is told of each piece's size, and may raise. Raises Refusing as read()."""
    body = bytearray()
    try:
        async with asyncio.timeout(most_seconds):
            async for chunk in request.stream():
                if came is not None:
                    came(len(chunk))
                body += chunk
                if len(body) > most_bytes:
                    raise Refusing(Reason.TOO_LARGE, f"a request of this kind has at most {most_bytes} bytes")
    except ClientDisconnect:
        raise Refusing(Reason.MALFORMED, "the request ended before its body did") from None
    except TimeoutError:
        raise Refusing(Reason.MALFORMED, f"the body did not arrive within {most_seconds:g} s") from None
    return bytes(body)


def understood(body: bytes, kind: type[M]) -> M:
    """Raises Refusing: MALFORMED, TOO_LARGE."""
    if body.count(b",") > MOST_COMMAS:
        raise Refusing(Reason.TOO_LARGE, "the request has more values than any can have")
    try:
        return kind.model_validate_json(body)
    except ValidationError as wrong:
        if wrong.error_count() > MOST_NAMED:
            raise Refusing(Reason.MALFORMED, f"not understood: more than {MOST_NAMED} values are wrong") from None
        own = _own_names(kind)
        places = ", ".join(sorted({_place(error["loc"], own) for error in wrong.errors()}))
        raise Refusing(Reason.MALFORMED, f"not understood: {places}"[:200]) from None
    except RecursionError:
        raise Refusing(Reason.MALFORMED, "not understood: the body is nested too deeply") from None


def _place(where: Sequence[int | str], own: Set[str]) -> str:
    """Where something was wrong, by our own names: what was sent is not repeated, and a key may be what was sent."""
    end = next((at for at, part in enumerate(where) if isinstance(part, str) and part not in own), None)
    return ".".join(map(str, where[:end])) or "the body"


@cache
def _own_names(kind: type[Message]) -> frozenset[str]:
    """Of all fields of a message, and of the kinds among which one of them says which it is."""
    return frozenset(_names_in(kind.model_json_schema()))


def _names_in(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from schema.get("mapping", {})
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in parts:
        yield from _names_in(part)


def answer(message: Message) -> Response:
    return Response(message.model_dump_json(), media_type="application/json", headers=dict(_HEADERS))


def refusal_answer(refusal: Refusal) -> Response:
    headers = dict(_HEADERS)
    if refusal.retry_after_seconds is not None:
        headers["retry-after"] = str(int(refusal.retry_after_seconds) + 1)
    status = refusal.reason.status if refusal.reason.status != 200 else 409
    body = Refused(refused=refusal).model_dump_json()
    return Response(body, status, headers, media_type="application/json")
