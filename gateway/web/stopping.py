"""Requests that are still under way when a stopping server has no more time are answered so. Without an answer uvicorn
would log a traceback, as if this program had failed.
"""

from __future__ import annotations

import asyncio

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

AGAIN_SECONDS = 5
_STOPPING = PlainTextResponse("stopping: ask again\n", 503, {"Retry-After": str(AGAIN_SECONDS)})


class Stopping:
    """The application. A request that is cancelled, as only a server that stops does, is answered with 503, unless its
    answer has begun.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if has_begun:
                raise
            await _STOPPING(scope, receive, send)
