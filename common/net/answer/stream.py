"""Connections that count every byte they receive, below TLS.

httpcore's own connections can only be counted above TLS, where a record of 23 bytes looks like one.
"""

from __future__ import annotations

import select
import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anyio
import anyio.abc
import httpcore
from anyio.streams.tls import TLSAttribute, TLSStream

from common.net.answer.budget import current_budget


class CountedBytes(anyio.abc.ByteStream):
    """A byte stream that takes what it receives from the budget of the request under way."""

    def __init__(self, inner: anyio.abc.ByteStream) -> None:
        self._inner = inner

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        budget = current_budget()
        wanted = min(max_bytes, budget.next_read())
        if budget.meter is not None:
            wanted = min(wanted, await budget.meter.turn())
        data = await self._inner.receive(wanted)
        budget.took(len(data))
        return data

    async def send(self, item: bytes) -> None:
        await self._inner.send(item)

    async def send_eof(self) -> None:
        await self._inner.send_eof()

    async def aclose(self) -> None:
        await self._inner.aclose()

    @property
    def extra_attributes(self) -> Mapping[Any, Callable[[], Any]]:
        return self._inner.extra_attributes


class CountedStream(httpcore.AsyncNetworkStream):
    """A connection as httpcore wants it. After `retire()` the pool takes it for dead and uses it no more."""

    def __init__(self, stream: anyio.abc.ByteStream) -> None:
        self._stream = stream
        self._retired = False

    def retire(self) -> None:
        self._retired = True

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with _as_httpcore(httpcore.ReadTimeout, httpcore.ReadError), anyio.fail_after(timeout):
            try:
                return await self._stream.receive(max_bytes)
            except anyio.EndOfStream:
                return b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if buffer:
            with _as_httpcore(httpcore.WriteTimeout, httpcore.WriteError), anyio.fail_after(timeout):
                await self._stream.send(buffer)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        try:
            with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError), anyio.fail_after(timeout):
                # Not standard-compatible: many servers close without TLS's own farewell, and none is waited for.
                encrypted = await TLSStream.wrap(
                    self._stream, ssl_context=ssl_context, hostname=server_hostname, standard_compatible=False
                )
        except BaseException:
            await self.aclose()
            raise
        return CountedStream(encrypted)

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks: `ssl_object` for the protocol spoken, `is_readable` for a connection that has ended."""
        if info == "ssl_object":
            return self._stream.extra(TLSAttribute.ssl_object, None)  # noqa: S610
        if info == "is_readable":
            return self._retired or _readable(self._stream)
        return None


async def connect(
    address: str, port: int, timeout: float | None, socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None
) -> CountedStream:
    """A counted connection to an address. Raises httpcore's ConnectError and ConnectTimeout."""
    with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError), anyio.fail_after(timeout):
        stream = await anyio.connect_tcp(address, port)
    for option in socket_options or ():
        stream.extra(anyio.abc.SocketAttribute.raw_socket).setsockopt(*option)  # noqa: S610
    return CountedStream(CountedBytes(stream))


@contextmanager
def _as_httpcore(timeout: type[Exception], failure: type[Exception]) -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise timeout(str(error)) from error
    except (OSError, ssl.SSLError, anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream) as error:
        raise failure(str(error)) from error


def _readable(stream: anyio.abc.ByteStream) -> bool:
    """Whether something waits on an idle connection: its end, or bytes that nobody asked for."""
    raw = stream.extra(anyio.abc.SocketAttribute.raw_socket, None)  # noqa: S610
    if raw is None or raw.fileno() < 0:
        return True
    if not hasattr(select, "poll"):
        return bool(select.select([raw.fileno()], [], [], 0)[0])
    # Not select where there is another: it knows no file descriptor above 1023.
    poll = select.poll()
    poll.register(raw.fileno(), select.POLLIN)
    return bool(poll.poll(0))
