"""A broker behind TLS that does not fit: which of the two settings is wrong is told."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme

from common.broker import make_broker
from common.errors import BrokerUnavailable
from common.settings import BrokerSettings


async def _closes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(1)
    writer.close()


@pytest.mark.parametrize(
    ("of", "trusted", "tls", "said"),
    [
        ("localhost", False, True, "its certificate is not trusted: "),
        ("other.example", True, True, "Hostname mismatch, certificate is not valid for 'localhost' (broker.ca_file"),
        ("localhost", True, False, "there is no TLS that fits; amqps:// needs the broker's TLS port"),
    ],
)
async def test_why_tls_was_refused(of: str, trusted: bool, tls: bool, said: str, tmp_path: Path) -> None:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(of).configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))

    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"AMQP\x00\x00\x09\x01")
        writer.close()

    server = await asyncio.start_server(_closes if tls else plain, "localhost", 0, ssl=context if tls else None)
    url = f"amqps://guest@localhost:{server.sockets[0].getsockname()[1]}/"
    broker = make_broker(BrokerSettings(url=url, ca_file=tmp_path / "ca.pem" if trusted else None))
    with pytest.raises(BrokerUnavailable) as away:
        await broker.connect()
    await broker.close()
    server.close()
    assert said in str(away.value) and "not permitted" not in str(away.value)
