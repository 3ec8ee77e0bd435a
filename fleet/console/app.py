"""The console's routes, and one way to end badly: a page that says what happened and what to do next."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from importlib import resources

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from common.errors import CrawlfleetError
from fleet.console.access.forms import HEADERS
from fleet.console.access.guesses import TooManyTries
from fleet.console.access.rebound import led_here
from fleet.console.api.app import api
from fleet.console.api.problems import Problem
from fleet.console.context import Console, Refused, path_of
from fleet.console.ended_badly import AWAY_FOR_STRANGERS, RETRY_AFTER_SECONDS, Ended, ended, keeps_to_itself
from fleet.console.pages import audit, notices, overview, products, proxies, shops, sign_in, volunteers, workers
from fleet.console.pages.reports import changes, errors
from fleet.console.pages.sources import domains, feeds
from fleet.console.pages.work import jobs, letters, one_job

log = logging.getLogger("crawlfleet.console")

MOST_SHOWN = 20
"""Filters; the pages have fewer."""
OPEN_TO_ALL = {"/sign-in", "/invite"}
"""Whoever asks there is a stranger still: paths and addresses of ours are not told."""
NOT_BY_THIS_NAME = "The console is not known by this name."
BY_WHICH = (
    "Ask by its address in numbers, or as localhost, with the same port; or let its operator write this name into "
    "console.public_url."
)
STATIC = {
    "console.css": "text/css; charset=utf-8",
    "console.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


def routes(console: Console) -> list[Route]:
    """Every address that the console answers."""
    page, action = console.page, console.action
    return [
        *sign_in.routes(console),
        Route("/", page(overview.show)),
        Route("/jobs", page(jobs.show)),
        Route("/jobs/ask", action(jobs.ask), methods=["POST"]),
        Route("/jobs/do", action(jobs.do), methods=["POST"]),
        Route("/jobs/add", action(one_job.add), methods=["POST"]),
        Route("/jobs/{job}", page(one_job.show)),
        Route("/jobs/{job}/{verb}", action(one_job.steer), methods=["POST"]),
        Route("/products", page(products.show)),
        Route("/products/one", page(products.show_one)),
        Route("/dead-letters", page(letters.show)),
        Route("/dead-letters/ask", action(letters.ask), methods=["POST"]),
        Route("/dead-letters/do", action(letters.do), methods=["POST"]),
        Route("/shops", page(shops.show)),
        Route("/shops/one", page(shops.show_one)),
        Route("/shops/{verb}", action(shops.switch), methods=["POST"]),
        Route("/changes", page(changes.show)),
        Route("/errors", page(errors.show)),
        Route("/feeds", page(feeds.show)),
        Route("/feeds/ask", action(feeds.ask), methods=["POST"]),
        Route("/feeds/do", action(feeds.do), methods=["POST"]),
        Route("/feeds/{verb}", action(feeds.steer), methods=["POST"]),
        Route("/domains", page(domains.show)),
        Route("/domains/{verb}", action(domains.steer), methods=["POST"]),
        Route("/workers", page(workers.show)),
        Route("/volunteers", page(volunteers.show)),
        Route("/volunteers/{person}", page(volunteers.show_one)),
        Route("/volunteers/{person}/{verb}", action(volunteers.steer), methods=["POST"]),
        Route("/proxies", page(proxies.show)),
        Route("/proxies/{verb}", action(proxies.steer), methods=["POST"]),
        Route("/notices", page(notices.show)),
        Route("/notices/{verb}", action(notices.steer), methods=["POST"]),
        Route("/audit", page(audit.show)),
        Route("/static/{name}", _static),
        Route("/healthz", _healthz),
    ]


def application(console: Console) -> ASGIApp:
    served = Starlette(
        routes=[*routes(console), Mount("/api", app=api(console))],
        exception_handlers={
            CrawlfleetError: _ended_badly(console),
            HTTPException: _ended_badly(console),
            Exception: _ended_badly(console),
        },
    )
    return _SameHeaders(_OwnNames(_LentStore(served, console), console))


class _LentStore:
    """Whatever a request asks of the database goes through one that is open already."""

    def __init__(self, app: ASGIApp, console: Console) -> None:
        self._app = app
        self._kept = console.kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._kept.lending():
            await self._app(scope, receive, send)


class _OwnNames:
    """Nothing is answered by a name that another page may have led here; programs that ask for its health aside."""

    def __init__(self, app: ASGIApp, console: Console) -> None:
        self._app = app
        # Of a certificate for another name browsers say so by themselves.
        self._looks = console.settings.console.certificate_file is None
        self._public_name = console.public_name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._looks and scope["type"] == "http" and scope["path"] != "/healthz":
            hosts = Headers(scope=scope).getlist("host")
            if any(led_here(host, self._public_name) for host in hosts):
                answer: Response = PlainTextResponse(f"{NOT_BY_THIS_NAME} {BY_WHICH}\n", 421)
                if scope["path"].startswith("/api/"):
                    answer = Problem(421, "OTHER_NAME", NOT_BY_THIS_NAME, BY_WHICH).answer()
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)


class _SameHeaders:
    """The same protecting headers with every answer: around everything, the answers of Starlette's own errors too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                added = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in given)]
            await send(message)

        await self._app(scope, receive, with_headers)


async def _healthz(request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    text = resources.files("fleet.console").joinpath("static", name).read_text("utf-8")
    return Response(text, headers={"content-type": STATIC[name], "cache-control": "max-age=300"})


def _ended_badly(console: Console) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        if request.method in {"GET", "HEAD"}:
            error = _no_page(error)
        status, said, passes = ending_of(error)
        if status >= 500 and isinstance(error, CrawlfleetError):
            log.error("%s: %s", path_of(request), error)
        asks_again = passes and request.method == "GET"
        if keeps_to_itself(error) and path_of(request) in OPEN_TO_ALL:
            said = AWAY_FOR_STRANGERS
        elif asks_again:
            look = console.spoken("`crawlfleet doctor` says what is wrong and what to do.")
            said = f"{said.rstrip('.')}. {look} This page asks again by itself."
        shown = console.shown(
            request,
            "error.html",
            getattr(request.state, "who", None),
            status=status,
            said=said,
            again=RETRY_AFTER_SECONDS if asks_again else None,
            asked=_asked(request) if status == 400 else (),
            before="/" if request.method == "GET" else console.page_before(request),
        )
        if isinstance(error, HTTPException):  # Allow, without which nobody knows the right method
            shown.headers.update(error.headers or {})
        if isinstance(error, TooManyTries):
            shown.headers["retry-after"] = str(error.wait_seconds)
        return shown

    return answer


def _no_page(error: Exception) -> Exception:
    """What takes only presses of buttons (/shops/pause) is no page, and its address is typed by who looks for one."""
    return HTTPException(404) if isinstance(error, HTTPException) and error.status_code == 405 else error


def _asked(request: Request) -> Sequence[tuple[str, str]]:
    """The filters of a list, to be put right where they stand: what was typed elsewhere among them is not lost."""
    given = [(name, value) for name, value in request.query_params.multi_items() if value]
    return given[:MOST_SHOWN] if request.method == "GET" else ()


def ending_of(error: Exception) -> tuple[int, str, bool]:
    """Status, words, and whether it may pass by itself."""
    if isinstance(error, Refused):
        return error.status, str(error), False
    if isinstance(error, TooManyTries):
        return 429, str(error), False
    if isinstance(error, HTTPException):
        return error.status_code, "There is no such page." if error.status_code == 404 else error.detail, False
    how = ended(error)
    if how is Ended.OUR_ERROR:
        # Starlette raises it again after this answer, and the server logs it.
        return how.status, "The console met an error of its own; its log says more.", False
    return how.status, str(error), how.passes
