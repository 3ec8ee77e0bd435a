"""The certificate authority of docs/tls.md, made as it is written there, holds for the strictest Python there is."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from tests.places import REPO

NAME = "broker.example.org"


def made_as_written(folder: Path) -> None:
    """Types the last fenced block of the page."""
    *_, block, _ = (REPO / "docs" / "tls.md").read_text(encoding="utf-8").split("```\n")
    assert block.count("openssl") == 3
    subprocess.run(["sh", "-ec", block], cwd=folder, check=True, capture_output=True, timeout=60)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_python_accepts_it_as_strictly_as_from_3_13_on(tmp_path: Path) -> None:
    made_as_written(tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / "server.pem", tmp_path / "server.key")
    client = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client.wrap_bio(to_client, to_server, server_hostname=NAME)
    there = server.wrap_bio(to_server, to_client, server_side=True)
    for side in (here, there, here, there):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    assert here.getpeercert() and here.cipher()
