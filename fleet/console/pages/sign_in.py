"""Taking an invite, signing in and out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from common.output.counting import counted
from fleet.console.access import forms, passwords
from fleet.console.access.inward import inward
from fleet.console.context import LOST_PRESS, Console, address_of, form_of, one

WRONG = "Name and password do not belong together."
LOST = "You are signed in no more, so what you pressed was not done. Sign in, then type and press it again."


def routes(console: Console) -> Sequence[Route]:
    async def sign_in(request: Request) -> Response:
        if request.method != "POST":
            lost = LOST if LOST_PRESS in request.query_params else None
            return console.shown(request, "sign_in.html", wrong=lost, name="", onward=onward(request))
        form = await form_of(request, console.public_host)
        name, password, to = one(form, "name").strip().lower()[:64], one(form, "password"), inward(one(form, "onward"))
        if (wait := _too_many(console, request, name)) is not None:
            return console.shown(request, "sign_in.html", status=429, wrong=wait, name=name, onward=to)
        session = await console.entering.sign_in(name, password[: passwords.MOST])
        if session is None:
            return console.shown(request, "sign_in.html", status=403, wrong=WRONG, name=name, onward=to)
        return _entered(console, session, to)

    async def invite(request: Request) -> Response:
        if request.method != "POST":
            return console.shown(request, "invite.html", name=None, secret="", wrong=None)
        form = await form_of(request, console.public_host)
        secret, password = one(form, "secret").strip().lstrip("#"), one(form, "password")
        if "password" not in form:  # the page that the link opens has sent its secret
            return await _invite_page(console, request, secret, None)
        if (wait := _too_many(console, request, None)) is not None:
            return await _invite_page(console, request, secret, wait, refused=429)
        if password != one(form, "again"):
            return await _invite_page(console, request, secret, "The two passwords differ.")
        if not passwords.LEAST <= len(password) <= passwords.MOST:
            said = f"A password has {passwords.LEAST} to {passwords.MOST} characters."
            return await _invite_page(console, request, secret, said)
        session = await console.entering.accept(secret, password)
        if session is None:
            return await _invite_page(console, request, secret, None)
        return _entered(console, session)

    async def sign_out(request: Request) -> Response:
        who = await console.who(request)
        form = await form_of(request, console.public_host)
        if who is not None and forms.key_fits(who.session, one(form, "key")):
            await console.entering.sign_out(who.session)
        answer = RedirectResponse("/sign-in", 303)
        answer.delete_cookie(console.cookie, path="/", secure=console.secure, httponly=True, samesite="strict")
        return answer

    return [
        Route("/sign-in", sign_in, methods=["GET", "POST"]),
        Route("/invite", invite, methods=["GET", "POST"]),
        Route("/sign-out", sign_out, methods=["POST"]),
    ]


def _too_many(console: Console, request: Request, name: str | None) -> str | None:
    """Counts a try. What is said when it was one too many."""
    seconds = console.entering.wait_seconds(name, address_of(request))
    return f"Too many tries. Wait {counted(math.ceil(seconds), 'second')} and try again." if seconds else None


async def _invite_page(
    console: Console, request: Request, secret: str, wrong: str | None, *, refused: int = 400
) -> Response:
    name = await console.entering.invited(secret, address_of(request)) if secret else None
    status = 200 if name and wrong is None else refused if name else 410
    return console.shown(request, "invite.html", status=status, name=name, secret=secret, wrong=wrong)


def onward(request: Request) -> str:
    """Where somebody wanted to go who is not signed in, or came by another site's link: our cookie is not sent then."""
    return inward(request.query_params.get("onward", ""))


def _entered(console: Console, session: str, to: str = "/") -> Response:
    answer = RedirectResponse(to, 303)
    lasts_seconds = int(console.settings.console.session_hours * 3600)
    answer.set_cookie(
        console.cookie,
        session,
        max_age=lasts_seconds,
        path="/",
        secure=console.secure,
        httponly=True,
        samesite="strict",
    )
    return answer
