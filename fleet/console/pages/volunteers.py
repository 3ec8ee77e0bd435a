"""Volunteers: everybody invited, and one person with their machines, trust and what can be done."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.store import OperatorEvent
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.typed import AS_BEFORE, done_word, must_be_sure, reason_of, whole_number
from fleet.operations.volunteers.looking import list_volunteers, show_volunteer
from fleet.operations.volunteers.steering import (
    forgive_volunteer,
    limit_volunteer,
    pause_volunteer,
    resume_volunteer,
    revoke_volunteer,
    trust_volunteer,
)
from fleet.operations.volunteers.what_now import what_now
from fleet.terminal.views.audit import target_text

TOLD = "Say why: it is kept, and of a pause the volunteer is told."
LIMITS = ("tasks_per_day", "leases_at_once")
MOST = 999_999
"""Of a limit; where nothing is typed [gateway] says."""
DONE = {
    "pause": "paused",
    "resume": "resumed",
    "revoke": "revoked; leases came back at once",
    "trust": "trusted: results are recorded without a second look",
    "distrust": "looked at twice again",
    "forgive": "forgiven; trust begins anew",
    "limits": "limited",
}
SAID = {verb: f"Done: {what}." for verb, what in DONE.items()} | {
    AS_BEFORE: "It stood so already; nothing was changed."
}


async def show(console: Console, request: Request, who: Who) -> Response:
    return console.shown(request, "volunteers.html", who, listed=await list_volunteers(console.settings))


async def show_one(console: Console, request: Request, who: Who) -> Response:
    found = await show_volunteer(console.settings, request.path_params["person"])
    return console.shown(
        request,
        "volunteer.html",
        who,
        found=found,
        person=found.person,
        now=partial(what_now, found),
        events=[(event, _told(event)) for event in found.events],
        done=SAID.get(request.query_params.get("done", "")),
    )


def _told(event: OperatorEvent) -> str:
    """What an event says beside whom it is about."""
    try:
        target: dict[str, Any] = json.loads(event.target)
    except ValueError:
        return ""
    about = str(target.get("name", "")) if str(target.get("who", "")).startswith("m") else ""
    more = target_text(event.target, ": ", without={"who", "name"})
    return ", ".join(part for part in (about, more) if part)


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    person, verb = request.path_params["person"], request.path_params["verb"]
    # A button of the person, or of one of their machines.
    whom = one(form, "machine") or person
    reason = reason_of(form, demanded=TOLD if verb in {"pause", "forgive"} else None)
    doing: dict[str, Any] = {"operator": who.operator}
    changed = True
    if verb == "pause":
        changed = (await pause_volunteer(console.settings, whom, reason, **doing)).changed
    elif verb == "resume":
        changed = (await resume_volunteer(console.settings, whom, **doing)).changed
    elif verb == "revoke":
        must_be_sure(form, "revoked")
        changed = (await revoke_volunteer(console.settings, whom, **doing)).newly
    elif verb in {"trust", "distrust"}:
        await trust_volunteer(console.settings, person, trusted=verb == "trust", **doing)
    elif verb == "limits":
        a_day, at_once = (whole_number(form, name, least=0, most=MOST, what="a limit") for name in LIMITS)
        await _refuse_if_limited_meanwhile(console, person, form)
        await limit_volunteer(console.settings, person, tasks_per_day=a_day, leases_at_once=at_once, **doing)
    elif verb == "forgive":
        changed = (await forgive_volunteer(console.settings, person, reason, **doing)).forgiven
    else:
        raise Refused("There is no such action.", 404)
    return RedirectResponse(console.address(f"/volunteers/{person}", done=done_word(verb, changed)), 303)


async def _refuse_if_limited_meanwhile(console: Console, person: str, form: Form) -> None:
    """A page that stood open shows both limits as they were, and sends both: it would take back what somebody else
    changed since. Raises Refused, as show_volunteer does."""
    found = (await show_volunteer(console.settings, person)).person
    for name in LIMITS:
        if f"was_{name}" in form and one(form, f"was_{name}") != str(_or_nothing(getattr(found, name))):
            raise Refused("Nothing was changed: somebody else changed these limits meanwhile. Load the page anew.", 409)


def _or_nothing(limit: int | None) -> int | str:
    return "" if limit is None else limit
