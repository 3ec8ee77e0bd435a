"""The ASGI application: the calls, the page at /, health."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from common.protocol.refusals import Reason, Refusal
from gateway.web.bodies import refusal_answer
from gateway.web.calls import Calls

PAGE_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
Ready = Callable[[], Awaitable[str | None]]


def application(calls: Calls, *, page: str, openapi: dict[str, Any], ready: Ready) -> Starlette:
    """`openapi`: the document of /v1. `ready` says why this gateway cannot serve now, None when it can."""

    async def front(request: Request) -> Response:
        return HTMLResponse(page, headers=PAGE_HEADERS)

    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(request: Request) -> Response:
        why = await ready()
        return PlainTextResponse("ready\n" if why is None else f"{why}\n", 200 if why is None else 503)

    openapi_text = JSONResponse(openapi).body  # 35 kB, which anybody may ask for

    async def described(request: Request) -> Response:
        return Response(openapi_text, media_type="application/json")

    routes = [
        Route("/", front),
        Route("/v1/openapi.json", described),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        *calls.routes(),
    ]
    served = Starlette(routes=routes, exception_handlers={HTTPException: _not_there, Exception: _broken})
    # Else a path with a slash at its end is sent on to an address made of the Host header, without TLS behind a proxy.
    served.router.redirect_slashes = False
    return served


async def _not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    refusal = Refusal(reason=Reason.NOT_FOUND, sentence="there is no such call here; docs/protocol.md lists them")
    found = refusal_answer(refusal)
    found.status_code = status
    if allowed := isinstance(error, HTTPException) and (error.headers or {}).get("Allow"):
        found.headers["allow"] = allowed
    return found


async def _broken(request: Request, error: Exception) -> Response:
    """Starlette raises the error again after this answer, and uvicorn logs it."""
    refusal = Refusal(reason=Reason.UNAVAILABLE, sentence="the gateway met an error of its own", retry_after_seconds=30)
    return refusal_answer(refusal)
