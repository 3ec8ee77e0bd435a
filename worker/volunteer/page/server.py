"""Serves the page on 127.0.0.1, one request a connection.

HTTP is read by h11, a strict parser that httpx stands on: no web framework is loaded into a volunteer's worker for one
page, and no parser of our own reads what a hostile web page can make a browser send.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import NoReturn

import h11

from common.errors import ConfigError
from worker.volunteer.fetch_log import FetchLog
from worker.volunteer.now import Now
from worker.volunteer.page.door import HEADERS, Answer, Asked, Door
from worker.volunteer.page.script import SCRIPT
from worker.volunteer.page.view import STYLE, page

log = logging.getLogger("crawlfleet.worker.volunteer")

SECONDS = 5.0
"""For one request and its answer."""
HEAD_BYTES = 16 * 1024
BODY_BYTES = 1024
CONNECTIONS = 32
LATELY = 20


class PageServer:
    """Press a button, and `press` is called with its word: pause-2h, pause, resume, finish."""

    def __init__(self, door: Door, now: Callable[[], Now], fetched: FetchLog, press: Callable[[str], None]) -> None:
        self._door = door
        self._now = now
        self._fetched = fetched
        self._press = press
        self._open = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection. Never raises but for cancellation."""
        self._open += 1
        try:
            if self._open <= CONNECTIONS:
                async with asyncio.timeout(SECONDS):
                    await self._exchange(reader, writer)
        except (TimeoutError, OSError):
            pass
        except Exception:
            log.exception("the page on this PC could not be shown")
        finally:
            self._open -= 1
            with suppress(OSError):
                writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        spoken = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES)
        request = None
        try:
            request = await _head(spoken, reader)
            answer = self.answer(_asked(request, await _body(spoken, reader)))
        except h11.RemoteProtocolError as error:
            answer = Answer(error.error_status_hint, "This is no request that the page understands.")
        except ConfigError as error:
            answer = Answer(500, str(error))
        if spoken.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return
        content = answer.body.encode()
        headers = [
            ("Content-Type", answer.kind),
            ("Content-Length", str(len(content))),
            ("Connection", "close"),
            *HEADERS,
            *answer.headers,
        ]
        said = spoken.send(h11.Response(status_code=answer.status, headers=headers)) or b""
        if request is None or request.method != b"HEAD":  # whose answer has no body
            said += spoken.send(h11.Data(data=content)) or b""
        said += spoken.send(h11.EndOfMessage()) or b""
        writer.write(said)
        await writer.drain()

    def answer(self, asked: Asked) -> Answer:
        """Raises ConfigError when a button's wish cannot be kept."""
        if refused := self._door.refuses(asked):
            return refused
        if opened := self._door.opened(asked):
            return opened
        if not self._door.knows(asked):
            return Answer(403, "Open the link that `crawlfleet work` and `crawlfleet volunteer status` show.")
        if asked.method == "POST":
            return self._pressed(asked)
        if asked.target == "/style.css":
            return Answer(200, STYLE, "text/css; charset=utf-8")
        if asked.target == "/page.js":
            return Answer(200, SCRIPT, "text/javascript; charset=utf-8")
        if asked.target == "/":
            shown = page(self._now(), self._fetched.last(LATELY), self._door.form_key)
            return Answer(200, shown, "text/html; charset=utf-8")
        return Answer(404, "There is no such page.")

    def _pressed(self, asked: Asked) -> Answer:
        word = self._door.wants(asked)
        if asked.target != "/do" or word is None:
            return Answer(403, "This did not come from the page's own buttons.")
        try:
            self._press(word)
        except KeyError:
            return Answer(400, "There is no such button.")
        return Answer(303, headers=(("Location", "/"),))


async def _head(spoken: h11.Connection, reader: asyncio.StreamReader) -> h11.Request:
    """Raises h11.RemoteProtocolError for what is no request, or too large a one."""
    event = await _event(spoken, reader)
    if not isinstance(event, h11.Request):
        _refuse("no request", 400)
    return event


async def _body(spoken: h11.Connection, reader: asyncio.StreamReader) -> bytes:
    """Raises h11.RemoteProtocolError for one that ends too early, or is too large."""
    body = b""
    while not isinstance(event := await _event(spoken, reader), h11.EndOfMessage):
        if not isinstance(event, h11.Data):
            _refuse("no whole request", 400)
        body += event.data
        if len(body) > BODY_BYTES:
            _refuse("too much", 413)
    return body


async def _event(spoken: h11.Connection, reader: asyncio.StreamReader) -> object:
    while (event := spoken.next_event()) is h11.NEED_DATA:
        spoken.receive_data(await reader.read(4096))
    return event


def _asked(request: h11.Request, body: bytes) -> Asked:
    """Raises h11.RemoteProtocolError for one that names two hosts or two origins."""
    headers: dict[str, str] = {}
    for name, value in request.headers:
        if name in {b"host", b"origin"} and name.decode() in headers:
            _refuse("a header twice", 400)
        headers.setdefault(name.decode("ascii"), value.decode("latin-1"))
    return Asked(request.method.decode("ascii"), request.target.decode("latin-1"), headers, body)


def _refuse(why: str, status: int) -> NoReturn:
    raise h11.RemoteProtocolError(why, error_status_hint=status)


def _why(error: OSError) -> str:
    """The system's own words: asyncio puts the address, which was named already, into them."""
    return os.strerror(error.errno) if error.errno else str(error)


@asynccontextmanager
async def serving(
    port: int, now: Callable[[], Now], fetched: FetchLog, press: Callable[[str], None]
) -> AsyncIterator[Door]:
    """The page while inside; port 0 is any free one. Raises ConfigError when the port cannot be had."""
    held: list[PageServer] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await held[0].serve(reader, writer)

    try:
        server = await asyncio.start_server(serve, "127.0.0.1", port, limit=HEAD_BYTES, start_serving=False)
    except OSError as error:
        raise ConfigError(
            f"cannot serve the page on 127.0.0.1:{port}: {_why(error)}. Choose another "
            "volunteer.page_port, 0 for any free one, or set volunteer.page = false."
        ) from None
    door = Door(server.sockets[0].getsockname()[1], secrets.token_urlsafe(32), secrets.token_urlsafe(32))
    held.append(PageServer(door, now, fetched, press))
    await server.start_serving()
    try:
        yield door
    finally:
        server.close()
