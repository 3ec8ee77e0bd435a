"""The API's calls as routes, and one way to end badly."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from common.errors import CrawlfleetError
from fleet.commands_in_texts import in_answers
from fleet.console.access.guesses import TooManyTries
from fleet.console.api.advice import Advice
from fleet.console.api.call import Asked, Call, Program
from fleet.console.api.document import document
from fleet.console.api.given import Given, read_body, read_query
from fleet.console.api.problems import Problem, as_json, for_strangers, problem_of, shown
from fleet.console.api.table import CALLS
from fleet.console.context import Console, address_of, path_of

log = logging.getLogger("crawlfleet.console")

VERSION = "/v1"
ADVICE = Advice(CALLS)
WHO = {"WWW-Authenticate": 'Bearer realm="crawlfleet"'}


def api(console: Console) -> Starlette:
    """To be mounted at /api. Cookies count for nothing here."""
    routes = [Route(VERSION + call.path, _answering(console, call), methods=[call.method]) for call in CALLS]
    return Starlette(
        routes=[Route(f"{VERSION}/openapi.json", _document(console), methods=["GET"]), *routes],
        exception_handlers=dict.fromkeys((CrawlfleetError, Problem, HTTPException, Exception), _ending_badly(console)),
    )


def _document(console: Console) -> Callable[[Request], Awaitable[Response]]:
    made: list[bytes] = []

    async def answer(request: Request) -> Response:
        if not made:
            made.append(as_json(document(CALLS, version=console.version, prefix=f"/api{VERSION}")))
        return Response(made[0], media_type="application/json")

    return answer


def _answering(console: Console, call: Call) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        by = await _whoever_asks(console, request)
        request.state.known = True
        if call.acts and not by.role.may_act:
            raise Problem(
                403,
                "VIEWER",
                f"The token {by.name} may look, and change nothing: its role is viewer.",
                "Use a token with the role operator: crawlfleet console token add NAME --role operator",
            )
        answer = await call.handler(Asked(console, by, await _given(call, request), ADVICE.said_by_calls))
        return shown(in_answers(console.spoken, answer))

    return answer


async def _whoever_asks(console: Console, request: Request) -> Program:
    try:
        found = await console.tokens.holder(request.headers.getlist("authorization"), address_of(request))
    except TooManyTries as error:
        headers = {"Retry-After": str(error.wait_seconds)}
        raise Problem(429, "TOO_MANY_TRIES", str(error), "Wait, and correct the token.", headers=headers) from None
    except CrawlfleetError as error:
        log.error("%s: %s", path_of(request), error)
        raise for_strangers(error) from error
    if found is None:
        raise Problem(
            401,
            "NO_TOKEN",
            "No token that is good came with this request.",
            "Send Authorization: Bearer TOKEN; `crawlfleet console token add NAME` makes one.",
            headers=WHO,
        )
    return Program(*found)


async def _given(call: Call, request: Request) -> Given:
    if not call.acts:
        return read_query(call.given, request.query_params)
    if request.query_params:
        raise Problem.of_fields([(name, "this call takes its values in the body") for name in request.query_params])
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > call.most_bytes:
            raise Problem(
                413,
                "TOO_LARGE",
                f"The body is larger than {call.most_bytes // 1024} KB.",
                "Ask in several parts.",
                headers={"Connection": "close"},
            )
    return read_body(call.given, request.headers.get("content-type", ""), body)


def _ending_badly(console: Console) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status >= 500 and isinstance(error, CrawlfleetError):
            log.error("%s: %s", path_of(request), error)
        problem.detail = ADVICE.said_by_calls(problem.detail)
        if getattr(request.state, "known", False):  # others are not told where our files are
            problem.detail, problem.next_step = console.spoken(problem.detail), console.spoken(problem.next_step)
        # What nobody expected is raised again by Starlette after this answer, and the server logs it.
        return problem.answer()

    return answer
