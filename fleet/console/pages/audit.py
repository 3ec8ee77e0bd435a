"""Who did what, to how many."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fleet.console.context import Console, Who
from fleet.console.pages.work.jobs import PAGE, place
from fleet.operations.auditing import list_audit


async def show(console: Console, request: Request, who: Who) -> Response:
    fields = {name: request.query_params.get(name, "").strip() for name in ("operator", "action")}
    found = await list_audit(
        console.settings,
        limit=PAGE,
        after=place(request.query_params),
        action=fields["action"] or None,
        operator=fields["operator"] or None,
    )
    under_way, broke_off = console.actions.under_way(), console.actions.broke_off()
    return console.shown(
        request, "audit.html", who, fields=fields, found=found, under_way=under_way, broke_off=broke_off
    )
