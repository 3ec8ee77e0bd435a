"""What every page works with, and who asks: the settings, the templates, and the session that a request carries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from common.errors import CrawlfleetError
from common.settings import Settings
from common.store import ConsoleRole
from fleet.commands_in_texts import for_elsewhere, within_html
from fleet.console.access import forms
from fleet.console.access.entering import Entering
from fleet.console.access.inward import page_before
from fleet.console.access.tokens import Tokens
from fleet.console.actions import Actions
from fleet.console.beside import Beside
from fleet.console.kept_store import KeptStore
from fleet.console.overview.findings import QueuesSeen, findings, queues
from fleet.console.rendering import Templates, breakable
from fleet.console.told_again import ToldAgain
from fleet.doctor.database.searching import IndexLooks
from fleet.doctor.finding import Finding
from fleet.operations.auditing import Operator
from fleet.operations.console.overview import Ended

LOST_PRESS = "lost"
"""In the address of the sign-in, when a form was sent by somebody who is signed in no more."""


class Refused(CrawlfleetError):
    """What was asked for is not done; the text says why."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody signed in."""

    name: str
    role: ConsoleRole
    session: str = field(repr=False)

    @property
    def operator(self) -> Operator:
        return Operator(self.name, "console")

    @property
    def form_key(self) -> str:
        return forms.form_key(self.session)


ANOTHER_SESSION = (
    "The page that you pressed this on is of an earlier sign-in, so nothing was done. Go back, load it anew, then type "
    "and press it again."
)
Page = Callable[["Console", Request, Who], Awaitable[Response]]
Form = Mapping[str, list[str]]


class Console:
    """The pages' common ground; one for the life of the process."""

    def __init__(self, settings: Settings, *, version: str) -> None:
        self.settings = settings
        self.kept = KeptStore(settings, time.monotonic)
        self.version = version
        self.templates = Templates(version)
        self.spoken = for_elsewhere()
        """Text whose commands can be typed as they stand: for whoever is known, since it tells a path of ours."""
        self.entering = Entering(settings, time.monotonic)
        self.tokens = Tokens(settings, time.monotonic)
        index = IndexLooks(time.monotonic)
        self.findings: Beside[Sequence[Finding]] = Beside(lambda: findings(settings, index), time.monotonic, first=())
        self.ended: ToldAgain[Ended] = ToldAgain(time.monotonic)
        self.queues = Beside(lambda: queues(settings), time.monotonic, first=QueuesSeen())
        self.actions = Actions(time.monotonic)

    @property
    def secure(self) -> bool:
        """Whether people come over TLS, here or at a proxy in front."""
        told = self.settings.console
        return told.certificate_file is not None or (told.public_url or "").startswith("https:")

    @property
    def public_host(self) -> str | None:
        """Host and port of console.public_url, as browsers name them in Origin."""
        url = self.settings.console.public_url
        return urlsplit(url).netloc if url else None

    @property
    def public_name(self) -> str | None:
        """Of console.public_url its host alone."""
        url = self.settings.console.public_url
        return urlsplit(url).hostname if url else None

    @property
    def cookie(self) -> str:
        return "__Host-crawlfleet" if self.secure else "crawlfleet_console"

    async def who(self, request: Request) -> Who | None:
        """Raises TooManyTries."""
        session = request.cookies.get(self.cookie)
        if not session:
            return None
        found = await self.entering.signed_in(session, address_of(request))
        return Who(found[0], found[1], session) if found else None

    def shown(
        self, request: Request, template: str, who: Who | None = None, /, *, status: int = 200, **given: Any
    ) -> Response:
        text = self.templates.render(template, who=who, path=path_of(request), **given)
        return HTMLResponse(breakable(within_html(self.spoken, text) if who else text), status_code=status)

    @staticmethod
    def address(path: str, **fields: str) -> str:
        """One of our own pages."""
        return f"{quote(path)}?{urlencode(fields)}"

    def page(self, handler: Page) -> Callable[[Request], Awaitable[Response]]:
        """For whoever is signed in; everybody else signs in first."""

        async def answer(request: Request) -> Response:
            who = await self.who(request)
            if who is None:
                query = request.scope["query_string"].decode("latin-1")
                asked = quote(path_of(request)) + (f"?{query}" if query else "")
                return RedirectResponse("/sign-in" if asked == "/" else f"/sign-in?{urlencode({'onward': asked})}", 303)
            request.state.who = who
            return await handler(self, request, who)

        return answer

    def action(self, handler: Callable[[Console, Request, Who, Form], Awaitable[Response]]) -> Callable[..., Any]:
        """For an operator, by a form of our own page. Raises Refused."""

        async def answer(request: Request) -> Response:
            who = await self.who(request)
            if who is None:
                onward = self.page_before(request)
                return RedirectResponse(f"/sign-in?{urlencode({'onward': onward, LOST_PRESS: 'yes'})}", 303)
            request.state.who = who
            form = await form_of(request, self.public_host)
            if not forms.key_fits(who.session, one(form, "key")):
                raise Refused(ANOTHER_SESSION, 403)
            if not who.role.may_act:
                raise Refused(
                    "You may look, and change nothing: your role is viewer. An operator invites you anew.", 403
                )
            return await handler(self, request, who, form)

        return answer

    def page_before(self, request: Request) -> str:
        """Where a form was pressed; the first page where another site's page or nobody says so."""
        if forms.from_elsewhere(request.headers, self.public_host):
            return "/"
        return page_before(request.headers, request.app.routes, self.public_host)

    async def aclose(self) -> None:
        await asyncio.gather(self.findings.aclose(), self.queues.aclose(), self.actions.aclose())
        await self.kept.aclose()


def path_of(request: Request) -> str:
    """As the server read it. Not of request.url: versions of Starlette make that of the Host header too, and whoever
    asks writes there what they like."""
    path: str = request.scope["path"]
    return path


def address_of(request: Request) -> str:
    """Where it came from; behind a proxy that is the proxy."""
    return request.client.host if request.client else ""


async def form_of(request: Request, public_host: str | None) -> Form:
    """The form that a page of ours sent; a proxy in front may serve them as `public_host`. Raises Refused."""
    if forms.from_elsewhere(request.headers, public_host):
        raise Refused("Another site's page sent this; it is refused.", 403)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > forms.MOST_BYTES:
            raise Refused("The form is too large.", 413)
    try:
        return forms.fields(body)
    except ValueError:
        raise Refused("This is no form that the console understands.") from None


def one(form: Form, name: str) -> str:
    """A field that was given once; else empty."""
    values = form.get(name, [])
    return values[0] if len(values) == 1 else ""
