"""One job whole: its row, every change of its state, the posts that named it, its result, and what can be done."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from common.job import OPEN, JobStatus
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.pages.work.jobs import CANCEL_REASON
from fleet.console.typed import reason_of
from fleet.operations.jobs.adding import Refusal, add_jobs
from fleet.operations.jobs.leases import leases_of, leases_told_once
from fleet.operations.jobs.looking import show_job
from fleet.operations.jobs.steering import cancel_jobs, recheck_jobs, requeue_jobs
from fleet.operations.json_objects import event_object, job_object, pending_object, result_of, sighting_object
from fleet.operations.selecting import NotFound, Wanted
from fleet.terminal.offers.grounds_text import grounds_text
from fleet.terminal.offers.money_text import candidates_text
from fleet.terminal.views.jobs.job import again_text
from fleet.terminal.views.jobs.pending import next_look_text, pending_text
from fleet.terminal.views.jobs.rounds import rounds_told_once

DONE = {"requeue": "requeued", "recheck": "to be crawled again", "cancel": "cancelled"}
ADDED = {"add": "new", "known": "an older one: its link was known, so nothing was added"}


async def show(console: Console, request: Request, who: Who) -> Response:
    shown = await show_job(console.settings, request.path_params["job"])
    result = result_of(shown.job) or {}
    offer, verdict = (found if isinstance(found := result.get(name), dict) else {} for name in ("offer", "verdict"))
    whole = job_object(shown.job) | {
        "events": [event_object(event) for event in shown.events],
        "sightings": [sighting_object(seen) for seen in shown.sightings],
        "pending": [pending_object(sight) for sight in shown.pending],
    }
    return console.shown(
        request,
        "job.html",
        who,
        shown=shown,
        rounds=list(rounds_told_once(shown.events)),
        leases=list(leases_told_once(leases_of(shown.events))),
        told=json.dumps(result, ensure_ascii=False, indent=1) if result else "",
        job=shown.job,
        offer=offer,
        verdict=verdict,
        candidates=candidates_text(offer),
        evidence=grounds_text(offer),
        pending=pending_text(shown.pending),
        next_look=next_look_text(shown.pending),
        again_at_all=again_text(shown.job),
        whole=json.dumps(whole, ensure_ascii=False, indent=1),
        verbs=_verbs(shown.job.status),
        done=(DONE | ADDED).get(request.query_params.get("done", "")),
    )


def _verbs(status: JobStatus) -> list[str]:
    if status in OPEN:
        return ["cancel"]
    return ["recheck"] if status is JobStatus.SUCCEEDED else ["requeue"]


async def add(console: Console, request: Request, who: Who, form: Form) -> Response:
    """One link becomes a job, whose page is shown."""
    (answer,) = await add_jobs(console.settings, [one(form, "link").strip()], priority=0, operator=who.operator)
    if isinstance(answer, Refusal):
        raise Refused(f"No job was added: {answer.detail}.")
    return RedirectResponse(f"/jobs/{answer.job_id}?done={'add' if answer.new else 'known'}", 303)


async def steer(console: Console, request: Request, who: Who, form: Form) -> Response:
    job, verb = request.path_params["job"], request.path_params["verb"]
    if verb == "cancel":
        reason = reason_of(form) or CANCEL_REASON
        fates = await cancel_jobs(
            console.settings, [job], Wanted(), reason=reason, dry_run=False, operator=who.operator
        )
    elif verb in DONE:
        act = requeue_jobs if verb == "requeue" else recheck_jobs
        fates = await act(console.settings, [job], Wanted(), dry_run=False, operator=who.operator)
    else:
        raise Refused("There is no such action.", 404)
    if not fates:
        raise NotFound(f"the job {job} is gone from the database.")
    if fates[0].done and one(form, "back") == "product":
        return RedirectResponse(console.address("/products/one", key=fates[0].id, done=verb), 303)
    if not fates[0].done:
        raise Refused(f"Nothing was changed: {fates[0].why_not}.", 409)
    return RedirectResponse(f"/jobs/{fates[0].id}?done={verb}", 303)
