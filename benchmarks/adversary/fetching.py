"""HTTP cases put to the guarded client, against raw sockets on loopback."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from benchmarks.adversary.gauges import ReadBytes
from benchmarks.adversary.shapes.heads import BODY, GOOD, HttpCase, Line
from benchmarks.adversary.tally import Came
from common.errors import CrawlError
from common.net.client import GuardedClient
from common.settings_tables.fetch import FetchSettings
from fleet.demo.server import server_context
from tests.servers.lines.raw_server import Sent, raw_server

TOTAL_SECONDS = 1.0
WIRE_BYTES = 1_000_000
BODY_BYTES = 3_000_000
_SETTINGS = {
    "total_timeout_seconds": TOTAL_SECONDS,
    "read_timeout_seconds": 0.5,
    "connect_timeout_seconds": 1.0,
    "max_wire_bytes": WIRE_BYTES,
    "max_body_bytes": BODY_BYTES,
    "max_redirects": 3,
}
"""Short and small, so that a run ends: what holds is the limit, whichever it is."""


class Fetcher:
    """One server and one client for each kind of line; a client is kept from case to case, its connections too."""

    def __init__(self) -> None:
        self._now: Iterable[bytes] = ()
        self._clients: dict[Line, GuardedClient] = {}
        self.read = ReadBytes()
        self.seconds = 0.0

    def answer(self, _: int) -> Iterable[bytes]:
        return self._now

    def add(self, line: Line, sent: Sent, ca_file: Path) -> GuardedClient:
        settings = FetchSettings(**sent.fetch_settings(**_SETTINGS, ca_file=ca_file if line == "tls" else None))
        self._clients[line] = GuardedClient(settings)
        return self._clients[line]

    async def put(self, case: HttpCase) -> Came:
        """A failure that is no CrawlError is one that the service does not expect: it is raised."""
        self._now = case.pieces()
        self.read.count = 0
        started = time.monotonic()
        try:
            await self._get(case.line)
        except CrawlError:
            return Came.REFUSED
        finally:
            self.seconds = time.monotonic() - started
        return Came.ANSWERED

    async def still_serves(self, line: Line) -> bool:
        """Whether the same client reads an honest answer behind whatever came before."""
        self._now = [GOOD]
        try:
            return await self._get(line) == BODY
        except CrawlError:
            return False

    async def _get(self, line: Line) -> bytes:
        scheme = "https" if line == "tls" else "http"
        return (await self._clients[line].get(f"{scheme}://shop.example/", allow_host=None)).body


@asynccontextmanager
async def fetcher(folder: Path) -> AsyncIterator[Fetcher]:
    """Servers and clients for as long as it is entered; `folder` takes the servers' certificate."""
    one = Fetcher()
    ca_file = folder / "ca.pem"
    tls = server_context(["shop.example"], ca_file)
    async with AsyncExitStack() as stack:
        stack.enter_context(one.read.counting())
        for line, pause_seconds, keep_open in (("open", 0.0, True), ("closing", 0.0, False), ("drip", 0.02, False)):
            sent = await stack.enter_async_context(
                raw_server(one.answer, pause_seconds=pause_seconds, keep_open=keep_open)
            )
            stack.push_async_callback(one.add(line, sent, ca_file).aclose)  # type: ignore[arg-type]
        sent = await stack.enter_async_context(raw_server(one.answer, tls=tls, keep_open=False))
        stack.push_async_callback(one.add("tls", sent, ca_file).aclose)
        yield one
