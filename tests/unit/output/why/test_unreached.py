"""Why nobody was reached, of real connections that fail: words for people, through every library's own error."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import httpx
import pytest
import trustme

from common.output.unreached import why_unreached


async def why(url: str, verify: ssl.SSLContext | bool = True) -> str:
    async with httpx.AsyncClient(trust_env=False, verify=verify, timeout=10) as client:
        with pytest.raises(httpx.HTTPError) as caught:
            await client.get(url)
    return why_unreached(caught.value)


async def test_a_port_where_nothing_listens() -> None:
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    assert await why(f"http://127.0.0.1:{port}") == "nothing listens there"
    assert await why(f"http://localhost:{port}") == "nothing listens there", "a name with several addresses, too"


async def test_a_name_that_nobody_has() -> None:
    assert await why("http://nobody.invalid") == "no address is known for that name"


async def test_a_server_without_tls() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(plain, "127.0.0.1", 0)
    said = await why(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    server.close()
    assert said == "it speaks no TLS that fits; see whether https:// is right for it"


async def test_a_certificate_that_nobody_vouches_for(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("localhost").configure_cert(context)
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    said = await why(f"https://localhost:{server.sockets[0].getsockname()[1]}")
    server.close()
    assert said == "its certificate is not trusted: unable to get local issuer certificate"


def test_what_nothing_better_is_known_of_speaks_for_itself() -> None:
    assert why_unreached(httpx.RemoteProtocolError("the answer broke off")) == "the answer broke off"
    assert why_unreached(httpx.ReadError("")) == "ReadError"
