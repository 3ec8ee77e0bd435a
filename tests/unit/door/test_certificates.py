"""The door's certificate: what cannot be used is said before it opens, what is renewed is taken up while it serves."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
from pathlib import Path

import pytest
import trustme
from starlette.applications import Starlette

from common.errors import ConfigError
from common.settings_tables.gateway import GatewaySettings
from gateway.web.certificate import Certificate
from gateway.web.listening import bind, server


def written(folder: Path, *, stamp: int) -> bytes:
    """A new certificate and its key in the same two files; the certificate as a client sees it."""
    issued = trustme.CA().issue_cert("localhost")
    (folder / "chain.pem").write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    (folder / "key.pem").write_bytes(issued.private_key_pem.bytes())
    for name in ("chain.pem", "key.pem"):
        os.utime(folder / name, ns=(stamp, stamp))
    return ssl.PEM_cert_to_DER_cert(issued.cert_chain_pems[0].bytes().decode())


def certificate(folder: Path) -> Certificate:
    return Certificate(folder / "chain.pem", folder / "key.pem", section="gateway")


async def served(port: int) -> bytes:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    found = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return bytes(found)


async def test_a_renewed_certificate_is_served_and_a_broken_one_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = written(tmp_path, stamp=1)
    settings = GatewaySettings(
        listen="127.0.0.1:0", certificate_file=tmp_path / "chain.pem", key_file=tmp_path / "key.pem"
    )
    door, bound = server(Starlette(), settings, look_ticks=1), bind(settings)
    serving = asyncio.create_task(door.serve(sockets=[bound]))
    port = bound.getsockname()[1]
    try:
        assert await served(port) == first
        renewed = written(tmp_path, stamp=2)
        async with asyncio.timeout(20):
            while await served(port) != renewed:
                await asyncio.sleep(0.05)
        (tmp_path / "key.pem").write_bytes(trustme.CA().private_key_pem.bytes())
        async with asyncio.timeout(20):
            while "served on" not in caplog.text:
                await asyncio.sleep(0.05)
        assert await served(port) == renewed, "another's key belongs to no chain"
    finally:
        door.should_exit = True
        await serving
        bound.close()


async def served_through(context: ssl.SSLContext) -> bytes:
    serving = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    async with serving:
        return await served(serving.sockets[0].getsockname()[1])


async def test_files_that_may_be_read_only_later_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A renewal writes them for root alone, and a hook hands them over: by that nothing of them seems new."""
    written(tmp_path, stamp=1)
    known, context = certificate(tmp_path), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    renewed = written(tmp_path, stamp=2)
    with monkeypatch.context() as closed:

        def not_for_us(*more: object, **named: object) -> None:
            raise PermissionError("for root alone")

        closed.setattr(ssl.SSLContext, "load_cert_chain", not_for_us)
        known.look_again(context)
        known.look_again(context)
    assert len([line for line in caplog.records if "served on" in line.message]) == 1, "said once"
    known.look_again(context)
    assert await served_through(context) == renewed


def test_a_key_with_a_pass_phrase_is_refused_without_asking_for_it(tmp_path: Path) -> None:
    written(tmp_path, stamp=1)
    key = tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", tmp_path / "locked.pem"],
        check=True,
        capture_output=True,
    )
    (tmp_path / "locked.pem").replace(key)
    with pytest.raises(ConfigError, match=r"key\.pem wants a pass phrase"):
        certificate(tmp_path)


@pytest.mark.parametrize("what", ["chain.pem", "key.pem"])
def test_what_is_no_certificate_or_no_key_is_named(what: str, tmp_path: Path) -> None:
    written(tmp_path, stamp=1)
    (tmp_path / what).write_text("junk")
    with pytest.raises(ConfigError, match=rf"gateway\.certificate_file .*{what}"):
        certificate(tmp_path)
