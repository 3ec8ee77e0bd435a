"""The lines between PCs and gateways: requests and answers are lost, doubled or late, and ends vanish.

A gateway is its real application without a socket: `Served` stands in the place of its HTTP server. A PC is its real
client without one: `Line` stands in the place of its transport.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from random import Random
from typing import Any

import httpx

from gateway.web.stopping import Stopping
from tests.simulation.faults.weather import Weather
from tests.simulation.loop import PROCESS, Process, SimulatedLoop
from tests.simulation.trace import Trace

Application = Callable[[Any, Any, Any], Awaitable[None]]

WAY_SECONDS = 0.05
LATE_SECONDS = 6.0
LATEST_ERROR_SECONDS = 2.0
GRACE_SECONDS = 5.0
"""As a gateway's HTTP server has it (gateway/web/listening.py)."""
_TASK = re.compile(r'"job_id":"([a-z2-7]{26})","lease_token":"([^"]+)"')


class Street:
    """All lines of a world. `wrong`: what an application raised that no answer tells of."""

    def __init__(self, loop: SimulatedLoop, weather: Weather, trace: Trace, dice: Random) -> None:
        self.loop = loop
        self.weather = weather
        self.trace = trace
        self.dice = dice
        self.process = loop.process("street")
        self.gateways: list[Served] = []
        """Those that listen."""
        self.is_down = False
        """Nothing passes."""
        self.overheard: list[tuple[str, str, str]] = []
        """Whose PC's answer told of a task, its job and lease token, as somebody on the way would know them."""
        self._exchanges: dict[Exchange, None] = {}
        self.wrong: list[str] = []

    def server(self, application: Application, *_: object, **__: object) -> Served:
        """In the place of gateway.web.listening.server."""
        return Served(self, Stopping(application), _own_process())

    def line(self, **_: object) -> Line:
        """In the place of worker.source.line.counted_transport."""
        return Line(self, _own_process())

    async def carry(self, sender: Process, request: httpx.Request, body: bytes) -> tuple[int, list[Any], bytes]:
        """Raises httpx's errors of a transport."""
        weather, dice = self.weather, self.dice
        if self.is_down or weather.falls(weather.lost_request):
            await self._fails(sender, httpx.ReadError("the request was lost"), WAY_SECONDS)
        gateway = dice.choice(self.gateways) if self.gateways else None
        if gateway is None:
            await self._fails(sender, httpx.ConnectError("no gateway listens"), WAY_SECONDS)
        assert gateway is not None, "without one it failed"
        if weather.falls(weather.late_request):
            self._send(Exchange(self, sender, gateway, request, body), dice.random() * LATE_SECONDS)
            await self._fails(sender, httpx.ReadTimeout("no answer in time"), LATEST_ERROR_SECONDS)
        if weather.falls(weather.doubled):
            self._send(Exchange(self, sender, gateway, request, body), dice.random() * WAY_SECONDS)
        exchange = Exchange(self, sender, gateway, request, body)
        self._send(exchange, dice.random() * WAY_SECONDS)
        patience = request.extensions.get("timeout", {}).get("read")
        try:
            async with asyncio.timeout(patience):
                return await exchange.answer
        except TimeoutError:
            raise httpx.ReadTimeout("no answer in time") from None
        finally:
            exchange.hang_up()

    async def _fails(self, sender: Process, error: httpx.TransportError, within_seconds: float) -> None:
        self.trace.fault(self.loop.now, sender.name)
        await asyncio.sleep(self.dice.random() * within_seconds)
        raise error

    def _send(self, exchange: Exchange, seconds: float) -> None:
        self._exchanges[exchange] = None
        self.loop.after(exchange.gateway.process, seconds, exchange.arrives)

    def over(self, exchange: Exchange) -> None:
        self._exchanges.pop(exchange, None)

    def gone(self, process: Process) -> None:
        """This process ended or was killed: whoever is at the other end hears of it soon."""
        self.gateways = [one for one in self.gateways if one.process is not process]
        for exchange in list(self._exchanges):
            if exchange.gateway.process is process:
                self.loop.after(self.process, WAY_SECONDS, exchange.fails, httpx.ReadError("the gateway hung up"))
            elif exchange.sender is process:
                self.loop.after(self.process, WAY_SECONDS, exchange.hang_up)


def _own_process() -> Process:
    process = PROCESS.get()
    assert process is not None, "made in a process of a world"
    return process


class Exchange:
    """One request and its answer. Each method says in whose process it is called."""

    def __init__(self, street: Street, sender: Process, gateway: Served, request: httpx.Request, body: bytes) -> None:
        self.sender = sender
        self.gateway = gateway
        self.answer: asyncio.Future[tuple[int, list[Any], bytes]] = street.loop.create_future()
        self._street = street
        self._request = request
        self._body: bytes | None = body
        self._hung_up = street.loop.create_future()
        self._status = 0
        self._headers: list[Any] = []
        self._parts: list[bytes] = []

    def arrives(self) -> None:
        """At the gateway."""
        if not self.gateway.begins(self):
            self.fails(httpx.ConnectError("the gateway listens no more"))

    async def serve(self, application: Application) -> None:
        """At the gateway."""
        url = self._request.url
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self._request.method,
            "scheme": "https",
            "path": url.path,
            "raw_path": url.raw_path,
            "query_string": b"",
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in self._request.headers.raw],
            "server": ("gateway.example", 443),
            "client": ("192.0.2.1", 1),
        }
        try:
            await application(scope, self._receive, self._send)
        except Exception as error:
            self._street.wrong.append(f"{self.gateway.process.name} answered by an error: {error!r}")
        finally:
            self._street.over(self)
        weather = self._street.weather
        lost = weather.falls(weather.lost_answer)
        if lost:
            self._street.trace.fault(self._street.loop.now, self.sender.name)
        how = self.fails if lost else self._told
        self._street.loop.after(self._street.process, self._street.dice.random() * WAY_SECONDS, how)

    async def _receive(self) -> MutableMapping[str, Any]:
        if self._body is None:
            await asyncio.shield(self._hung_up)
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], list(message["headers"])
        else:
            self._parts.append(message.get("body", b""))

    def _told(self) -> None:
        """On the street."""
        pc = self.sender.name.partition(".")[0]
        said = b"".join(self._parts).decode()
        self._street.overheard += [(pc, job_id, token) for job_id, token in _TASK.findall(said)]
        if not self.answer.done():
            self.answer.set_result((self._status, self._headers, b"".join(self._parts)))

    def fails(self, error: httpx.TransportError | None = None) -> None:
        """Anywhere."""
        self._street.over(self)
        if not self.answer.done():
            self.answer.set_exception(error or httpx.ReadError("the answer was lost"))
            # Of a doubled or late request nobody waits for it.
            self.answer.exception()

    def hang_up(self) -> None:
        """Anywhere: the sender is gone, or wants no answer any more."""
        if not self._hung_up.done():
            self._hung_up.set_result(None)


class Served:
    """One gateway's HTTP server, as far as gateway/service.py needs one."""

    def __init__(self, street: Street, application: Application, process: Process) -> None:
        self.process = process
        self._street = street
        self._application = application
        self._stop = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def should_exit(self) -> bool:
        return self._stop.is_set()

    @should_exit.setter
    def should_exit(self, wanted: bool) -> None:
        if wanted:
            self._stop.set()

    async def serve(self, *, sockets: object) -> None:
        """Until should_exit; then requests under way have the grace."""
        self._street.gateways.append(self)
        await self._stop.wait()
        if self in self._street.gateways:
            self._street.gateways.remove(self)
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=GRACE_SECONDS)
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def begins(self, exchange: Exchange) -> bool:
        """Whether the request is taken."""
        if self._stop.is_set():
            return False
        task = self._street.loop.start(self.process, exchange.serve(self._application))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True


class Line(httpx.AsyncBaseTransport):
    """One PC's side."""

    def __init__(self, street: Street, process: Process) -> None:
        self._street = street
        self._process = process

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        status, headers, content = await self._street.carry(self._process, request, body)
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(content))
