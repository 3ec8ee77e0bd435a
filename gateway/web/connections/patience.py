"""How long a connection may take: strangers who send slowly hold no door shut.

uvicorn waits without end for the rest of a request's head, all of which it keeps, and for a client that does not read
its answer. Here a connection is closed, without an answer, when it does not go on in time or its head grows too long.
Bodies have a limit of their own (gateway/web/bodies.py).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from gateway import metrics
from gateway.web.connections.addresses import Addresses

if TYPE_CHECKING:
    _Protocol = Any
else:
    _Protocol = AutoHTTPProtocol


@dataclass(frozen=True, slots=True)
class Patience:
    """What connections may take."""

    head_seconds: float = 15.0
    """From the connection to the end of its first request's head; TLS has its own time before that."""
    idle_seconds: float = 90.0
    """From an answer's end to the end of the next head; uvicorn closes one that sends nothing after 75 s."""
    request_seconds: float = 150.0
    """From a head to its answer's end: a body's 30 s, a claim's 25 s, and a database that is slow."""
    per_address: int | None = 256
    """Connections at once; an IPv6 address is its /64, and a /48 is four of those. Not of this machine: a proxy stands
    there."""
    head_bytes: int = 64 * 1024
    """Of a head, beside its first and its last piece: what the event loop reads at once, 256 KiB at most. Chunks and
    trailers around a body may have as much again, and as many bytes as the body itself."""
    requests_ahead: int = 8
    """Requests sent before the one under way is answered. One read may bring 14,000, and uvicorn keeps them all."""


class _TooFarAhead(Exception):
    """Raised into the parser: only an error makes it stop in the middle of the bytes that came."""


class _Patient(_Protocol):  # type: ignore[misc]
    """uvicorn's HTTP protocol, which ends a connection that asks for too much patience."""

    _patience: Patience
    _addresses: Addresses
    _key: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _head: int | None = None
    """Bytes of the head under way, counted after its first piece, since httptools keeps them all. None between heads.
    h11 has a limit of its own and never calls the methods that count here."""
    _framing: int | None = None
    """Bytes between head and end of the request under way that are no body, counted as those of a head: of trailers
    httptools keeps all, and uvicorn makes headers of them. Less than nothing is what a body allows for."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._key = self._addresses.enter(self.client[0] if self.client else None)
        if self._key is None:
            metrics.closed.labels("too_many").inc()
            transport.abort()
        else:
            self._within(self._patience.head_seconds)

    def _unsupported_upgrade_warning(self) -> None:
        """The request is answered as any other, as RFC 9110 (7.8) says. uvicorn would write two lines of each in the
        log, and tell the operator to install something."""

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= self._patience.requests_ahead:
            metrics.closed.labels("ahead").inc()
            self.transport.abort()
            raise _TooFarAhead
        super().on_message_begin()
        self._head = 0

    def on_headers_complete(self) -> None:
        self._head = None
        self._framing = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._framing is not None:
            # Once because it is no framing, and once more because it allows for some: not for what comes long after it.
            self._framing = max(self._framing - 2 * len(body), -self._patience.head_bytes)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._framing = None
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            self._head += len(data)
        if self._framing is not None:
            self._framing += len(data)
        before = self.cycle
        super().data_received(data)
        if max(self._head or 0, self._framing or 0) > self._patience.head_bytes:
            metrics.closed.labels("large").inc()
            self.transport.abort()
        if self.cycle is not before:
            self._within(self._patience.request_seconds)

    def on_response_complete(self) -> None:
        before = self.cycle
        super().on_response_complete()
        # Of requests that were sent ahead the next one has begun by now.
        self._within(self._patience.idle_seconds if self.cycle is before else self._patience.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._key is not None:
            self._addresses.leave(self._key)
            self._key = None
        super().connection_lost(exc)

    def _within(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        metrics.closed.labels("slow").inc()
        self.transport.abort()


def patient_protocol(patience: Patience) -> type[asyncio.Protocol]:
    """uvicorn's HTTP protocol with these limits; its connections count together."""

    class Patient(_Patient):
        _patience = patience
        _addresses = Addresses(patience.per_address)

    return Patient
