"""Workers: the operators' own processes, and what each does now."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fleet.console.context import Console, Who
from fleet.operations.workers import list_workers


async def show(console: Console, request: Request, who: Who) -> Response:
    return console.shown(
        request,
        "workers.html",
        who,
        listed=await list_workers(console.settings),
    )
