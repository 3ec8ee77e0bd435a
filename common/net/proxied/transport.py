"""One transport for all routes: each request goes from here or through the proxy that its route names."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

import httpx

from common.errors import CrawlError, ErrorCode
from common.links.domains import site_of
from common.net.proxied.blame import Blame, blame_of, tls_unproven
from common.net.proxied.opening import through
from common.net.proxied.routes import Routes
from common.net.proxied.unproven import Unproven
from common.net.transport import OpenConnection
from common.proxies.choosing import SHORTEST_WAIT_MS
from common.proxies.proxy import Proxy

PROXIES_TRIED = 3
"""A request goes through so many one after another, as long as each fails before the shop has heard of it."""
_SAFE = frozenset({"GET", "HEAD"})


class MakeTransport(Protocol):
    """Makes a guarded transport, with connections of its own."""

    def __call__(self, *, open_connection: OpenConnection = ...) -> httpx.AsyncBaseTransport: ...


class RoutedTransport(httpx.AsyncBaseTransport):
    """Connections are kept apart by proxy: none is ever used for a request of another route.

    A request whose proxy fails goes through the next; one that the shop answered is never sent another way.
    """

    def __init__(self, routes: Routes, make: MakeTransport) -> None:
        self._routes = routes
        self._make = make
        self._from_here = make()
        self._through: dict[Proxy, httpx.AsyncBaseTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        domain = site_of(str(request.url))
        unproven = Unproven(domain)
        try:
            response = await self._answer(request, domain, unproven)
        except CrawlError as error:
            await unproven.tell(self._routes, reached=False)
            if error.code is ErrorCode.WAY_PAUSED and (shops := unproven.of_the_shop):
                raise _of_the_shop(shops) from error
            raise
        await unproven.tell(self._routes, reached=True)
        return response

    async def _answer(self, request: httpx.Request, domain: str, unproven: Unproven) -> httpx.Response:
        tried: list[str] = []
        while True:
            proxy = await self._routes.route(domain, without=tried)
            started = asyncio.get_running_loop().time()
            try:
                response = await self._transport(proxy).handle_async_request(request)
            except CrawlError as error:
                blame = blame_of(error) if proxy else None
                if proxy is None or blame is None:
                    raise
                tried.append(proxy.name)
                if tls_unproven(error):
                    unproven.add(proxy, error, since=started)
                else:
                    await self._routes.failed(proxy, domain, error, blame, since=started)
                    if blame is Blame.DOUBT:
                        raise _of_the_shop(error) from error
                if request.method not in _SAFE:
                    raise
                if len(tried) >= PROXIES_TRIED:
                    raise _waits(error) from error
                continue
            taken = asyncio.get_running_loop().time() - started
            self._routes.answered(proxy, domain, response.status_code, milliseconds=round(taken * 1000))
            return response if proxy is None else self._watched(response, proxy, domain, started)

    async def aclose(self) -> None:
        for transport in (self._from_here, *self._through.values()):
            await transport.aclose()

    def _transport(self, proxy: Proxy | None) -> httpx.AsyncBaseTransport:
        if proxy is None:
            return self._from_here
        if proxy not in self._through:
            self._through[proxy] = self._make(open_connection=through(proxy))
        return self._through[proxy]

    def _watched(self, response: httpx.Response, proxy: Proxy, domain: str, started: float) -> httpx.Response:
        async def broke_off(error: CrawlError) -> None:
            if blame := blame_of(error):
                await self._routes.failed(proxy, domain, error, blame, since=started)

        if isinstance(response.stream, httpx.AsyncByteStream):
            response.stream = _Told(response.stream, broke_off)
        return response


def _of_the_shop(error: CrawlError) -> CrawlError:
    """Without a doubt about this machine's own network: the proxy answered, and the shop's addresses need no way there
    from here."""
    return CrawlError(error.code, error.detail)


def _waits(error: CrawlError) -> CrawlError:
    detail = f"{PROXIES_TRIED} proxies failed one after another, the last: {error.detail}"
    return CrawlError(ErrorCode.WAY_PAUSED, detail, retry_after_seconds=SHORTEST_WAIT_MS / 1000)


class _Told(httpx.AsyncByteStream):
    """An answer's bytes; somebody is told when they break off."""

    def __init__(self, inner: httpx.AsyncByteStream, on_break: Callable[[CrawlError], Awaitable[None]]) -> None:
        self._inner = inner
        self._on_break = on_break

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._inner:
                yield chunk
        except CrawlError as error:
            await self._on_break(error)
            raise

    async def aclose(self) -> None:
        await self._inner.aclose()
