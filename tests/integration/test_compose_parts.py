"""What docker-compose.yml stands on, as far as it can be shown without an engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from common.broker.topology import PLATFORMS, topology
from common.config import load
from tests.places import REPO
from tests.servers.libsql import LibsqlServers

COMPOSE = REPO / "deploy/compose"
ROLES = ("ingestor", "dispatcher", "worker", "operator")

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    subprocess.run([COMPOSE / "make-secrets", tmp_path / "secrets"], check=True, capture_output=True, timeout=60)
    return tmp_path / "secrets"


@needs_openssl
def test_secrets_are_made_once_and_kept(secrets: Path) -> None:
    before = {path.name: path.read_bytes() for path in secrets.iterdir() if path.is_file()}
    tokens = {f"db-token-{role}" for role in ROLES}
    assert set(before) == {"broker-password", "worker-password", "db-keys.pem", *tokens}
    assert before["broker-password"] != before["worker-password"]
    assert secrets.stat().st_mode & 0o077 == 0
    subprocess.run([COMPOSE / "make-secrets", secrets], check=True, capture_output=True, timeout=60)
    assert {path.name: path.read_bytes() for path in secrets.iterdir() if path.is_file()} == before


@needs_openssl
@pytest.mark.libsql_server
def test_the_database_takes_each_roles_token_and_nothing_else(libsql_servers: LibsqlServers, secrets: Path) -> None:
    server = libsql_servers.new({"SQLD_AUTH_JWT_KEY_FILE": str(secrets / "db-keys.pem")})
    for role in ROLES:
        assert status(server.http_url, (secrets / f"db-token-{role}").read_text("utf-8").strip()) == 200
    assert status(server.http_url, None) == 401
    server.kill()


def status(url: str, token: str | None) -> int:
    body = b'{"requests":[{"type":"execute","stmt":{"sql":"CREATE TABLE IF NOT EXISTS t (x)"}},{"type":"close"}]}'
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}/v2/pipeline", body, headers), timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def start_rabbitmq(folder: Path, password: str) -> subprocess.CompletedProcess[str]:
    (folder / "secrets").mkdir()
    (folder / "secrets/broker-password").write_text(password, "utf-8")
    (folder / "secrets/worker-password").write_text("w0rk\n", "utf-8")
    (folder / "topology.json").write_text("{}", "utf-8")
    (folder / "bin").mkdir()
    chown = folder / "bin/chown"  # the image's own user does not exist here
    chown.write_text("#!/bin/sh\n", "utf-8")
    chown.chmod(0o755)
    environ = os.environ | {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "CRAWLFLEET_DEFINITIONS": str(folder / "topology.json"),
        "CRAWLFLEET_SECRETS": str(folder / "secrets"),
        "CRAWLFLEET_DEFINITIONS_FOLDER": str(folder / "d"),
        "CRAWLFLEET_CONFIG_FRAGMENT": str(folder / "90.conf"),
        "CRAWLFLEET_RABBITMQ": "true",
    }
    command = ["sh", str(COMPOSE / "rabbitmq-start")]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=30, check=False)


def test_the_brokers_accounts_come_from_the_secrets(tmp_path: Path) -> None:
    done = start_rabbitmq(tmp_path, "pass-1\n")
    assert done.returncode == 0, done.stderr
    accounts = json.loads((tmp_path / "d/20-accounts.json").read_text("utf-8"))
    assert {user["name"]: user["password"] for user in accounts["users"]} == {"crawlfleet": "pass-1", "worker": "w0rk"}
    worker = next(entry for entry in accounts["permissions"] if entry["user"] == "worker")
    assert not re.search(worker["configure"], "crawl.shopee")
    queues = topology(max_length=1, delivery_limit=1)
    readable = {queue.name for queue in queues.queues if re.search(worker["read"], queue.name)}
    assert readable == {f"crawl.{platform}" for platform in PLATFORMS}
    assert not [exchange.name for exchange in queues.exchanges if re.search(worker["read"], exchange.name)]
    assert not re.search(worker["write"], "crawl.jobs")


@pytest.mark.parametrize("password", ["", 'a"b', "two words"])
def test_a_password_that_would_break_the_file_is_refused_by_name(tmp_path: Path, password: str) -> None:
    done = start_rabbitmq(tmp_path, password)
    assert done.returncode != 0
    assert "broker-password" in done.stderr


def test_the_roles_environment_names_known_settings(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s", "utf-8")
    text = (REPO / "docker-compose.yml").read_text("utf-8")
    pairs = re.findall(r"(?m)^ +(CRAWLFLEET_\w+): (\S+)$", text)
    assert len(pairs) > 5
    for name, quoted in pairs:
        value = quoted.strip('"')
        if name != "CRAWLFLEET_CONFIG":
            load(environ={name: str(secret) if value.startswith("/run/secrets/") else value})


def test_the_database_of_compose_is_locked_and_bounded() -> None:
    text = (REPO / "docker-compose.yml").read_text("utf-8")
    service = re.split(r"(?m)^  \w+:$", text.split("  libsql:\n", 1)[1], maxsplit=1)[0]
    for line in (
        "SQLD_AUTH_JWT_KEY_FILE: /run/secrets/db-keys",
        "SQLD_MAX_CONCURRENT_CONNECTIONS: 2",
        "read_only: true",
        "cap_drop: [ALL]",
        '"127.0.0.1:8080:8080"',
    ):
        assert line in service, line
    for role in ROLES:
        assert f"{{source: db-token-{role}, target: db-token}}" in text
