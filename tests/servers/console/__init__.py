"""A console on a socket of its own, over a real embedded database; and people who go through its pages."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from html import unescape
from urllib.parse import urlsplit

import httpx

from common.settings import Settings
from common.store import ConsoleRole, Store, init_schema, open_store
from fleet.console.context import Console
from fleet.console.serving import ConsoleService
from fleet.operations.console.people import invite_person

SCREENS = (
    "/",
    "/jobs",
    "/errors",
    "/proxies",
    "/notices",
    "/dead-letters",
    "/products",
    "/changes",
    "/shops",
    "/domains",
    "/feeds",
    "/workers",
    "/volunteers",
    "/audit",
)
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: reading the usual authorities takes longer than many a test."""
PASSWORD = "correct horse battery"
KEY = re.compile(r'name="key" value="([0-9a-f]{64})"')


class Person:
    """Somebody with a browser: cookies are kept, redirects are followed by hand."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def get(self, address: str) -> httpx.Response:
        return await self.client.get(address)

    async def page(self, address: str) -> str:
        """The text of a page that is there."""
        found = await self.client.get(address)
        assert found.status_code == 200, (address, found.status_code, found.text)
        return unescape(found.text)

    async def key(self) -> str:
        found = KEY.search(await self.page("/"))
        assert found
        return found[1]

    async def send(self, address: str, form: Mapping[str, object] | None = None, /, **fields: object) -> httpx.Response:
        """A form of our own page, with what `form` and `fields` say."""
        data: dict[str, object] = {"key": await self.key(), **(form or {}), **fields}
        return await self.client.post(address, data=data)


class Here:
    """The console at work."""

    def __init__(self, url: str, settings: Settings, store: Store, stack: AsyncExitStack, console: Console) -> None:
        self.url = url
        self.console = console
        self.settings = settings
        self.store = store
        self._stack = stack

    async def stranger(self) -> Person:
        client = httpx.AsyncClient(base_url=self.url, timeout=30, trust_env=False, verify=_NO_TLS)
        return Person(await self._stack.enter_async_context(client))

    async def invite(self, name: str, role: ConsoleRole = ConsoleRole.OPERATOR, *, expires_in_ms: int = 60_000) -> str:
        """The secret of a new link."""
        made = await invite_person(self.settings, name, role=role, expires_in_ms=expires_in_ms)
        return urlsplit(made.link).fragment

    async def person(self, name: str, role: ConsoleRole = ConsoleRole.OPERATOR) -> Person:
        """Somebody who took their invite and is signed in."""
        person = await self.stranger()
        given = {"secret": await self.invite(name, role), "password": PASSWORD, "again": PASSWORD}
        taken = await person.client.post("/invite", data=given)
        assert (taken.status_code, taken.headers["location"]) == (303, "/")
        return person


@asynccontextmanager
async def serving_anew(settings: Settings) -> AsyncIterator[Here]:
    """A console over a database that has its schema from here, if it had none."""
    await init_schema(settings.database)
    store = await open_store(settings.database)
    try:
        async with serving(settings, store) as here:
            yield here
    finally:
        await store.close()


@asynccontextmanager
async def serving(settings: Settings, store: Store) -> AsyncIterator[Here]:
    service = ConsoleService(settings, version="1.2.3")
    listening: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(service.run(on_ready=listening.set_result))
    async with AsyncExitStack() as stack:
        port = (await asyncio.wait_for(listening, 60)).getsockname()[1]
        try:
            yield Here(f"http://127.0.0.1:{port}", settings, store, stack, service.console)
        finally:
            await stack.aclose()
            service.stop()
            await asyncio.wait_for(task, 60)
