"""libsql-server as deploy/database puts it on a machine: locked, as a user that owns its data folder alone."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from common.errors import StoreRejected
from common.settings import DatabaseSettings
from common.store.drivers.base import Statement, Value
from common.store.store import make_driver
from fleet.doctor.database.database_door import claims_of
from tests.places import REPO
from tests.servers.libsql import LibsqlServers
from tests.servers.ports import free_port
from tests.servers.processes import Process, port_answers

SCRIPTS = REPO / "deploy/database"
ROLES = ("ingestor", "dispatcher", "worker", "gateway", "operator")
DAY = 86_400

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")
needs_root = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="not root, or no setpriv")


def made(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(SCRIPTS / "make-tokens"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def said(token: str) -> dict[str, Any]:
    claims = claims_of(token)
    assert claims is not None
    return claims


def signed_to_end(folder: Path, role: str, ends_in_seconds: int) -> None:
    """A token in the role's place that ends then; nobody checks its signature here."""
    body = json.dumps({"exp": int(time.time()) + ends_in_seconds}, separators=(",", ":")).encode()
    (folder / f"db-token-{role}").write_text(f"x.{base64.urlsafe_b64encode(body).decode().rstrip('=')}.x\n", "utf-8")


@needs_openssl
def test_each_role_has_a_token_that_ends_and_a_key_nobody_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    assert made("--days", "7", folder).returncode == 0
    for role in ROLES:
        claims = said((folder / f"db-token-{role}").read_text("utf-8").strip())
        assert claims["p"] == {"rw": {"ns": ["default"]}}
        assert claims["sub"] == role
        assert abs(claims["exp"] - time.time() - 7 * DAY) < 120
        assert (folder / f"db-private/{role}.pem").stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "db-keys.pem").read_text("utf-8").count("BEGIN PUBLIC KEY") == len(ROLES)


@needs_openssl
def test_tokens_that_end_soon_are_renewed_in_their_files_and_others_kept(tmp_path: Path) -> None:
    made(tmp_path)
    keys = (tmp_path / "db-keys.pem").read_bytes()
    signed_to_end(tmp_path, "worker", 29 * DAY)
    signed_to_end(tmp_path, "operator", 31 * DAY)
    (tmp_path / "db-token-ingestor").write_text("not a token", "utf-8")
    file = tmp_path / "db-token-worker"
    before = {role: (tmp_path / f"db-token-{role}").read_text("utf-8") for role in ROLES}
    inode = file.stat().st_ino
    done = made(tmp_path)
    changed = {role for role in ROLES if (tmp_path / f"db-token-{role}").read_text("utf-8") != before[role]}
    assert changed == {"worker", "ingestor"}, done.stdout
    # A container sees the file that was bound into it, not one that took its name.
    assert file.stat().st_ino == inode
    assert (tmp_path / "db-keys.pem").read_bytes() == keys
    made("--renew", tmp_path, "dispatcher")
    assert "db-token-dispatcher: renewed" in made("--renew", tmp_path, "dispatcher").stdout


@needs_openssl
@pytest.mark.parametrize(
    "words", [["--days"], ["--days", "0"], ["--days", "9999"], ["--what"], ["s", "../x"], ["s", "A"]]
)
def test_what_it_does_not_understand_it_refuses_and_makes_nothing(tmp_path: Path, words: list[str]) -> None:
    done = subprocess.run(
        [SCRIPTS / "make-tokens", *words], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0 and done.stderr.startswith("make-tokens: ")
    assert list(tmp_path.iterdir()) == []


async def asked(url: str, token: str | None, sql: str) -> Value:
    secret = SecretStr(token) if token else None
    driver = make_driver(DatabaseSettings(url=url, auth_token=secret, timeout_seconds=5))
    try:
        await driver.connect()
        (rows,) = await driver.batch([Statement(sql)])
        return next(iter(rows.rows[0].values()))
    finally:
        await driver.close()


@needs_openssl
@pytest.mark.libsql_server
async def test_a_role_whose_token_leaked_is_shut_out_alone(libsql_servers: LibsqlServers, tmp_path: Path) -> None:
    made(tmp_path)
    tokens = {role: (tmp_path / f"db-token-{role}").read_text("utf-8").strip() for role in ROLES}
    server = libsql_servers.new({"SQLD_AUTH_JWT_KEY_FILE": str(tmp_path / "db-keys.pem")})
    assert await asked(server.http_url, tokens["worker"], "SELECT 1") == 1
    assert made("--revoke", "worker", tmp_path).returncode == 0
    server.restart()
    with pytest.raises(StoreRejected, match="refused the token"):
        await asked(server.http_url, tokens["worker"], "SELECT 1")
    assert await asked(server.http_url, tokens["operator"], "SELECT 1") == 1
    assert await asked(server.http_url, (tmp_path / "db-token-worker").read_text("utf-8"), "SELECT 1") == 1
    server.kill()


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that another user may enter, as the root of a machine is."""
    folder = Path(tempfile.mkdtemp(prefix="crawlfleet-install-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def installed(environ: dict[str, str]) -> None:
    command = [str(SCRIPTS / "install")]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def status_of(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


@needs_root
@needs_openssl
@pytest.mark.libsql_server
async def test_the_installed_server_reads_and_writes_nothing_but_its_own(
    libsql_servers: LibsqlServers, place: Path
) -> None:
    program = getattr(libsql_servers, "binary", None)
    if program is None:
        pytest.skip("needs a local sqld binary")
    clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DESTDIR": str(place), "SQLD": str(program)}
    await asyncio.to_thread(installed, clean)
    port = free_port()
    server = Process(
        [str(SCRIPTS / "run")],
        env=clean | {"RUN_AS": "nobody", "LISTEN": f"127.0.0.1:{port}"},
        cwd=place,
        log=place / "log",
    )
    try:
        server.wait_ready(lambda: port_answers(port), timeout_seconds=60, what="deploy/database/run")
        status = status_of(server.pid)
        assert "0" not in status["Uid"].split() and int(status["CapBnd"], 16) == 0 and status["NoNewPrivs"] == "1"
        url = f"http://127.0.0.1:{port}"
        secrets = place / "etc/crawlfleet/secrets"
        token = (secrets / "db-token-worker").read_text("utf-8").strip()
        for secret in (secrets / "db-private/worker.pem", secrets / "db-token-operator", Path("/etc/shadow")):
            assert secret.is_file()
            assert await asked(url, token, f"SELECT readfile('{secret}')") is None
        assert await asked(url, token, f"SELECT writefile('{place}/opt/crawlfleet/sqld', 'x')") is None
        assert await asked(url, token, f"SELECT writefile('{place}/etc/crawlfleet/db-keys.pem', 'x')") is None
        with pytest.raises(StoreRejected, match="it wants a token, and none is set"):
            await asked(url, None, "SELECT 1")
    finally:
        server.end()
