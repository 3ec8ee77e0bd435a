"""Taking an invite, signing in and out."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fleet.console.access import forms, passwords
from fleet.console.context import Console, Refused, form_of, one

MOST_ADDRESS = 2000
WRONG = "Name and password do not belong together."


def routes(console: Console) -> Sequence[Route]:
    async def sign_in(request: Request) -> Response:
        if request.method != "POST":
            return console.shown(request, "sign_in.html", wrong=None, name="", onward=onward(request))
        form = await form_of(request, console.public_host)
        name, password = one(form, "name").strip().lower()[:64], one(form, "password")
        _count_try(console, request, name)
        session = await console.entering.sign_in(name, password[: passwords.MOST])
        if session is None:
            return console.shown(
                request, "sign_in.html", status=403, wrong=WRONG, name=name, onward=inward(one(form, "onward"))
            )
        return _entered(console, session, inward(one(form, "onward")))

    async def invite(request: Request) -> Response:
        if request.method != "POST":
            secret = request.query_params.get("secret", "")
            return await _invite_page(console, request, secret, None)
        form = await form_of(request, console.public_host)
        secret, password = one(form, "secret"), one(form, "password")
        _count_try(console, request, None)
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


def _count_try(console: Console, request: Request, name: str | None) -> None:
    address = request.client.host if request.client else ""
    seconds = console.entering.wait_seconds(name, address)
    if seconds:
        raise Refused(f"Too many tries. Wait {seconds:.0f} seconds and try again.", 429)


async def _invite_page(console: Console, request: Request, secret: str, wrong: str | None) -> Response:
    name = await console.entering.invited(secret) if secret else None
    status = 200 if name and wrong is None else 400 if name else 410
    return console.shown(request, "invite.html", status=status, name=name, secret=secret, wrong=wrong)


def onward(request: Request) -> str:
    """Where somebody wanted to go who is not signed in, or came by another site's link: our cookie is not sent then."""
    return inward(request.query_params.get("onward", ""))


def inward(address: str) -> str:
    """The address when it is one of ours, else the first page."""
    ours = address.startswith("/") and address.isprintable() and not address.startswith(("//", "/\\"))
    return address if ours and len(address) < MOST_ADDRESS else "/"


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
