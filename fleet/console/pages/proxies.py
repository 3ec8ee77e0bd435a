"""Proxies: which domains go through them, how each stands and why not; added, tried, switched and removed.

A password goes in by the form and comes out nowhere: not on a page, in an address, the audit or the log.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.typed import AS_BEFORE, WHY, done_word, must_be_sure, reason_of
from fleet.operations.proxies.steering import add_proxy, list_proxies, remove_proxy, switch_proxy
from fleet.operations.proxies.trying import try_proxy

DONE = {
    "add": "is a proxy now; workers know it within ten seconds. Try it",
    "test": "let a shop's robots.txt through",
    "on": "is used again, as if nothing had been seen of it",
    "off": "is used no more; domains that only it serves wait",
    AS_BEFORE: "stood so already; nothing was changed",
    "remove": "is gone, and its password forgotten",
    "bare": "is gone; what only it served is fetched from the workers' own addresses now",
}
MOST_DOMAINS = 100


async def show(console: Console, request: Request, who: Who) -> Response:
    listed = await list_proxies(console.settings)
    done = DONE.get(request.query_params.get("done", ""))
    return console.shown(
        request,
        "proxies.html",
        who,
        listed=listed,
        in_use=console.settings.proxies.use,
        done=done,
        proxy=request.query_params.get("proxy", "")[:40] if done else "",
    )


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    verb, name = request.path_params["verb"], one(form, "proxy").strip()
    done = verb
    if verb == "add":
        await _add(console, who, form, name)
    elif verb == "test":
        tried = await try_proxy(
            console.settings, name, domain=one(form, "domain").strip() or None, operator=who.operator
        )
        if tried.problem is not None:
            raise Refused(f"{name}: nothing came of {tried.url} in {tried.milliseconds} ms: {tried.problem}", 502)
    elif verb in {"on", "off"}:
        reason = reason_of(form, demanded=WHY if verb == "off" else None)
        switched = await switch_proxy(console.settings, name, on=verb == "on", reason=reason, operator=who.operator)
        done = done_word(verb, switched.changed)
    elif verb == "remove":
        must_be_sure(form, "removed")
        done = "bare" if await remove_proxy(console.settings, name, operator=who.operator) else "remove"
    else:
        raise Refused("There is no such action.", 404)
    return RedirectResponse(console.address("/proxies", done=done, proxy=name), 303)


async def _add(console: Console, who: Who, form: Form, name: str) -> None:
    domains = one(form, "domains").replace(",", " ").split()
    if len(domains) > MOST_DOMAINS:
        raise Refused(f"{len(domains)} domains are more than the {MOST_DOMAINS} that fit; leave them out to serve all.")
    if not domains and one(form, "all") != "yes":
        raise Refused("Name the domains that go through it, or say that every shop's pages do.")
    await add_proxy(
        console.settings,
        name,
        one(form, "address").strip(),
        user=one(form, "user") or None,
        password=one(form, "password") or None,
        domains=domains,
        operator=who.operator,
    )
