"""Opens connections through one proxy, as the guarded transport and the browser's own proxy each want them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import anyio
import httpcore

from common.errors import CrawlError, ErrorCode
from common.net.answer.stream import connect
from common.net.proxied.handshake import Line, ProxyFailed, TunnelTimeout, TunnelUnreached, Unreached, tunnel
from common.net.transport import OpenConnection
from common.output.no_handles import no_handles_left
from common.proxies.proxy import Proxy


class ProxySilent(ProxyFailed):
    """Nobody answered where the proxy should be: this machine's own network may be the reason."""


class _Stream:
    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def send(self, data: bytes) -> None:
        await self._stream.write(data)

    async def receive(self, most: int) -> bytes:
        return await self._stream.read(most)


def through(proxy: Proxy) -> OpenConnection:
    """Connects by the proxy's tunnel.

    What it opens raises ProxyFailed for the proxy's own failures at once, CrawlError(NO_MEANS) for this process's,
    and TunnelTimeout and TunnelUnreached, which are a ConnectTimeout and a ConnectError, where another address of the
    same name may still be reached.
    """

    async def open_connection(
        address: str, port: int, timeout: float | None, socket_options: Iterable[httpcore.SOCKET_OPTION] | None
    ) -> httpcore.AsyncNetworkStream:
        try:
            with anyio.fail_after(timeout):
                try:
                    stream = await connect(proxy.host, proxy.port, timeout, socket_options)
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    raise _away(proxy, error) from error
                try:
                    await _stands(_Stream(stream), proxy, address, port)
                except BaseException:
                    with anyio.CancelScope(shield=True):
                        await stream.aclose()
                    raise
        except TimeoutError:
            raise TunnelTimeout(f"proxy {proxy.name} ({proxy.shown}) opened no tunnel in time") from None
        return stream

    return open_connection


async def _stands(line: Line, proxy: Proxy, address: str, port: int) -> None:
    try:
        await tunnel(line, proxy, address, port)
    except Unreached as error:
        raise TunnelUnreached(str(error)) from None
    except (httpcore.NetworkError, httpcore.TimeoutException, OSError) as error:
        raise ProxyFailed(proxy, f"the connection to it broke: {str(error) or type(error).__name__}") from None


def _away(proxy: Proxy, error: Exception) -> CrawlError:
    if spent := no_handles_left(error):
        return CrawlError(ErrorCode.NO_MEANS, f"not connected: {spent}")
    causes = (error, error.__cause__, getattr(error.__cause__, "__cause__", None))
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return ProxyFailed(proxy, "the connection was refused")
    if isinstance(error, httpcore.ConnectTimeout):
        return ProxySilent(proxy, "no connection in time")
    return ProxySilent(proxy, f"no connection: {str(error)[:120]}")


class _Pair:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def receive(self, most: int) -> bytes:
        return await self._reader.read(most)


async def streams_through(
    proxy: Proxy, address: str, port: int, *, limit: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The same as a pair of asyncio streams, with time limited by the caller. Raises ProxyFailed, and CrawlError where
    another address may be reached."""
    try:
        reader, writer = await asyncio.open_connection(proxy.host, proxy.port, limit=limit)
    except OSError as error:
        raise _away(proxy, error) from None
    try:
        await tunnel(_Pair(reader, writer), proxy, address, port)
    except Unreached as error:
        writer.close()
        raise CrawlError(ErrorCode.NETWORK_ERROR, str(error)) from None
    except OSError as error:
        writer.close()
        raise ProxyFailed(proxy, f"the connection to it broke: {error}") from None
    except (CrawlError, asyncio.CancelledError):
        writer.close()
        raise
    return reader, writer
