"""Dead letters beside their jobs; those chosen, or all that the filters find, are requeued or dropped once counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from common.output.counting import counted
from common.shops.table import SHOPS
from fleet.console.context import Console, Form, Refused, Who, one
from fleet.console.pages.work import asking
from fleet.console.pages.work.asking import Question
from fleet.console.pages.work.jobs import AGES, filters, wanted_by
from fleet.operations.dead_letters.acting import list_letters
from fleet.operations.dead_letters.planned import LettersPlan, end_planned, plan_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fleet.letters import Letter

SHOWN = 200
VERBS = ("requeue", "drop")


async def show(console: Console, request: Request, who: Who) -> Response:
    fields = filters(request.query_params)
    wanted = wanted_by(fields)
    found: Sequence[Letter] = ()
    total: int | None = None
    if not console.settings.broker.in_memory:
        found = await list_letters(console.settings, wanted, limit=SHOWN)
    if len(found) == SHOWN:
        queues, _ = await console.queues.latest()
        total = queues.filled.dead_letters if queues.filled else None
    return console.shown(
        request,
        "letters.html",
        who,
        fields=fields,
        found=found,
        ages=AGES,
        shops=list(SHOPS),
        in_memory=console.settings.broker.in_memory,
        most=SHOWN,
        total=total,
        narrowed=wanted.anything,
    )


async def ask(console: Console, request: Request, who: Who, form: Form) -> Response:
    """How many exactly, and yes or no: those that were chosen, or all that the filters find."""
    verb, chosen = one(form, "verb"), form.get("job", [])
    every = one(form, "every") == "yes"
    if verb not in VERBS:
        raise Refused("There is no such action.")
    if not chosen and not every:
        raise Refused("Choose letters first, or say that it is meant for all that the filters find.")
    fields = filters({name: values[-1] for name, values in form.items()} | {"status": form.get("status", [])})
    wanted = wanted_by(fields)
    if every:
        plan = await plan_letters(console.settings, verb, (), wanted, every=not wanted.anything)
    else:
        plan = await plan_letters(console.settings, verb, chosen, every=False)
    none, given = f"There is none to {verb}.", fields if every else {}
    question = Question(verb, plan, plan.letters, "dead letter", _said(plan), none, "/dead-letters", given)
    return asking.ask(console, request, who, question)


def _said(plan: LettersPlan) -> list[str]:
    """What a yes means, and of how many jobs these letters are."""
    if plan.verb == "drop":
        said = ["They are removed for good; their jobs stay as they are."]
    else:
        said = [f"Their jobs: {asking.AGAIN} Letters whose jobs need no help are taken away."]
    if plan.ids is not None:
        said.append(f"They name {counted(len(plan.ids), 'job')}. Letters that come in until you answer stay.")
    else:
        said.append(
            f"{plan.nameless:,} of them name no job, so this means every letter there is, those too that come in until "
            "you answer."
        )
    return said


async def do(console: Console, request: Request, who: Who, form: Form) -> Response:
    asked, plan = asking.answered(console, who, form, LettersPlan)
    action = end_planned(console.settings, plan, operator=who.operator)
    console.actions.run(f"{asked.verb} of {counted(asked.count, 'dead letter')} by {who.name}", action)
    return asking.to_the_audit(who)
