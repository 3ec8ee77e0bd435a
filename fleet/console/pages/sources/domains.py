"""Domains: the shops of the open web, adding one without a restart, and telling what its prices are in."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.typed import must_be_sure
from fleet.operations.shops.currencies import tell_currency
from fleet.operations.shops.domains import add_domain, list_domains, remove_domain

DOMAINS_A_PAGE = 200
DONE = {
    "added": "is a shop now; every process knows it within half a minute",
    "known": "is a shop here already",
    "told": "has its prices in the currency that was told, where its pages do not say it",
    "taken_back": "has no currency told any more",
    "removed": "is no shop any more; what is known of it stays, and its open jobs wait",
}


async def show(console: Console, request: Request, who: Who) -> Response:
    asked = request.query_params
    done = DONE.get(asked.get("done", ""))
    place = {"text": asked.get("text", "").strip().lower()[:253], "after": asked.get("after", "")[:253]}
    return console.shown(
        request,
        "domains.html",
        who,
        listed=await list_domains(console.settings, limit=DOMAINS_A_PAGE, **place),
        place=place,
        done=done,
        domain=asked.get("domain", "")[:253] if done else "",
        typed=asked.get("add", "")[:253],
    )


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    verb, typed = request.path_params["verb"], one(form, "domain").strip()[:300]
    if verb == "add":
        domain, new = await add_domain(console.settings, typed, operator=who.operator)
        done = "added" if new else "known"
    elif verb == "remove":
        must_be_sure(form, "removed")
        domain = await remove_domain(console.settings, typed, operator=who.operator)
        done = "removed"
    elif verb == "currency":
        code = one(form, "currency").strip()[:20] or None
        told = await tell_currency(console.settings, typed, code, operator=who.operator)
        domain, done = told.domain, "told" if code else "taken_back"
    else:
        raise Refused("There is no such action.", 404)
    back = {name: typed for name in ("text", "after") if (typed := one(form, name)[:253])}
    return RedirectResponse(console.address("/domains", done=done, domain=domain, **back), 303)
