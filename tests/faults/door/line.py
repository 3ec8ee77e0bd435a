"""A line to the gateways, which stand side by side behind it as behind one name."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.servers.lines.cut_line import CutLine


class DoorLine(CutLine):
    """Each connection goes to the next gateway that accepts one. It can be waited for a request, wherever it goes."""

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__("127.0.0.1", ports[0])
        self._ports = list(ports)
        self._awaited: dict[bytes, list[asyncio.Future[int]]] = {}

    def heard(self, request: bytes) -> asyncio.Future[int]:
        """The port of the gateway to which the first bytes of such a request go next, just before they go there."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(request, []).append(future)
        return future

    async def _far(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for _ in self._ports:
            self._ports.append(self._ports.pop(0))
            try:
                return await asyncio.open_connection("127.0.0.1", self._ports[-1])
            except ConnectionRefusedError:
                continue
        raise ConnectionRefusedError("no gateway accepts a connection")

    def _heard(self, data: bytes, to: asyncio.StreamWriter) -> None:
        for request in [request for request in self._awaited if data.startswith(request)]:
            for future in self._awaited.pop(request):
                if not future.done():
                    future.set_result(int(to.get_extra_info("peername")[1]))
