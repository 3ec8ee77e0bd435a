"""What docker-compose.yml stands on, as far as it can be shown without an engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from common.broker.roles import rights_of
from common.broker.topology import topology
from common.config import load
from common.parsing.limits import SPARE_BYTES
from common.settings_tables.parse import ParseSettings
from fleet.operations.accounts import list_accounts
from tests.places import REPO
from tests.servers.libsql import LibsqlServers
from tests.servers.rabbitmq import RabbitServer

COMPOSE = REPO / "deploy/compose"
PASSWORDS = ("broker-password", "dispatcher-password", "worker-password", "grafana-password")
ROLES = ("ingestor", "dispatcher", "worker", "gateway", "operator")

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    subprocess.run([COMPOSE / "make-secrets", tmp_path / "secrets"], check=True, capture_output=True, timeout=60)
    return tmp_path / "secrets"


def test_the_broker_is_of_a_minor_version_that_was_tested() -> None:
    """A tag of the major version alone moves to one in which nobody has tried anything."""
    compose, operators, verified = (
        (REPO / name).read_text("utf-8") for name in ("docker-compose.yml", "docs/operators.md", "docs/verification.md")
    )
    (image,) = re.findall(r"image: (rabbitmq:\S+)", compose)
    assert image in operators, "the command that tells its digest"
    minor = re.fullmatch(r"rabbitmq:(\d+\.\d+)-management", image)
    assert minor, image
    assert re.search(rf"All suites ran on .*\b{re.escape(minor[1])}\.\d+ only", verified)


@needs_openssl
def test_secrets_are_made_once_and_kept(secrets: Path) -> None:
    before = {path.name: path.read_bytes() for path in secrets.iterdir() if path.is_file()}
    tokens = {f"db-token-{role}" for role in ROLES}
    assert set(before) == {*PASSWORDS, "db-keys.pem", *tokens}
    assert len({before[name] for name in PASSWORDS}) == len(PASSWORDS)
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
    (folder / "secrets/dispatcher-password").write_text("d1sp\n", "utf-8")
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


def accounts_of(folder: Path) -> dict[str, Any]:
    done = start_rabbitmq(folder, "pass-1\n")
    assert done.returncode == 0, done.stderr
    accounts: dict[str, Any] = json.loads((folder / "d/20-accounts.json").read_text("utf-8"))
    return accounts


def test_the_brokers_accounts_come_from_the_secrets_and_none_is_an_administrator(tmp_path: Path) -> None:
    users = accounts_of(tmp_path)["users"]
    passwords = {user["name"]: user["password"] for user in users}
    assert passwords == {"crawlfleet": "pass-1", "dispatcher": "d1sp", "worker": "w0rk"}
    assert {user["name"]: user["tags"] for user in users} == {
        "crawlfleet": "management",
        "dispatcher": "",
        "worker": "",
    }
    assert all(user["limits"]["max-connections"] <= 64 for user in users)


@pytest.mark.parametrize(
    ("user", "role"), [("crawlfleet", "operator"), ("dispatcher", "dispatcher"), ("worker", "worker")]
)
def test_an_account_has_just_its_roles_rights(tmp_path: Path, user: str, role: str) -> None:
    accounts = accounts_of(tmp_path)
    [given] = [entry for entry in accounts["permissions"] if entry["user"] == user]
    rights = rights_of(role)
    made = topology(max_length=1, delivery_limit=1)
    names = [
        *(one.name for one in made.queues),
        *(one.name for one in made.exchanges),
        "crawl.mine",
        "amq.default",
        "x",
    ]
    for right in ("configure", "write", "read"):
        for name in names:
            if name == "crawl.mine" and role == "worker":
                continue  # a shop that is added later has a queue of a name like this
            assert bool(re.search(given[right], name)) == bool(re.search(getattr(rights, right), name)), (right, name)
    keys = {entry["exchange"]: entry["write"] for entry in accounts["topic_permissions"] if entry["user"] == user}
    assert set(keys) == set(rights.keys)
    for exchange, pattern in keys.items():
        for key in (
            "shopee.tw.10s",
            "shopee.tw",
            "shopee",
            "shopee.10s",
            "shopee.a.b.10s",
            "nowhere!",
            "",
            "other.any.2h",
        ):
            assert bool(re.search(pattern, key)) == bool(re.search(rights.keys[exchange], key)), (exchange, key)


@pytest.mark.rabbitmq
def test_rabbitmq_takes_the_accounts_with_their_limits(rabbitmq: RabbitServer, amqp_url: str, tmp_path: Path) -> None:
    vhost = urlsplit(amqp_url).path.lstrip("/")
    accounts_of(tmp_path)
    text = (tmp_path / "d/20-accounts.json").read_text("utf-8")
    for name in ("crawlfleet", "dispatcher", "worker"):
        text = text.replace(f'"name": "{name}"', f'"name": "{name}-{vhost}"')
        text = text.replace(f'"user": "{name}"', f'"user": "{name}-{vhost}"')
    queues = (REPO / "rabbitmq/definitions.json").read_text("utf-8").replace('"crawlfleet"', f'"{vhost}"')
    rabbitmq.ctl("import_definitions", stdin=queues)  # RabbitMQ 4 takes rights only for exchanges that are there
    rabbitmq.ctl("import_definitions", stdin=text.replace('"vhost": "crawlfleet"', f'"vhost": "{vhost}"'))
    seen = {one.name: one for one in list_accounts(rabbitmq.ctl, vhost)}
    assert (seen[f"dispatcher-{vhost}"].role, seen[f"dispatcher-{vhost}"].max_connections) == ("dispatcher", 16)
    assert (seen[f"crawlfleet-{vhost}"].role, seen[f"worker-{vhost}"].max_connections) == ("operator", 64)
    assert "512" in rabbitmq.ctl("list_vhost_limits", "-p", vhost)


@pytest.mark.parametrize("password", ["", 'a"b', "two words"])
def test_a_password_that_would_break_the_file_is_refused_by_name(tmp_path: Path, password: str) -> None:
    done = start_rabbitmq(tmp_path, password)
    assert done.returncode != 0
    assert "broker-password" in done.stderr


def test_the_roles_environment_names_known_settings(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s", "utf-8")
    text = (REPO / "docker-compose.yml").read_text("utf-8")
    pairs = re.findall(r"(?m)^ +(CRAWLFLEET_\w+): (?:&\w+ )?([^\s*]\S*)$", text)
    assert len(pairs) > 5
    for name, quoted in pairs:
        value = quoted.strip('"')
        if name != "CRAWLFLEET_CONFIG":
            load(environ={name: str(secret) if value.startswith("/run/secrets/") else value})


@pytest.mark.parametrize("service", ["ingestor", "worker"])
def test_one_page_may_take_what_the_settings_allow_it(service: str) -> None:
    compose = (REPO / "docker-compose.yml").read_text("utf-8")
    (own,) = re.findall(rf"(?ms)^  {service}:\n(.*?)(?=^  \S|^\S)", compose)
    (held,) = re.findall(r"(?m)^    mem_limit: (\d+)m$", own)
    at_rest = 80 + 120
    assert int(held) * 2**20 >= (at_rest + ParseSettings().memory_mb) * 2**20 + SPARE_BYTES


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


def test_the_image_brings_the_compiled_words(tmp_path: Path) -> None:
    """Nothing can be written into a container's program, so what the build leaves there saves each process that reads
    pages seconds of a processor at its start. The build's own line is run here, on this installation."""
    build = (REPO / "Dockerfile").read_text("utf-8").split("\nFROM ")[1]
    (line,) = re.findall(r"^RUN (echo .*?grep -q \.)$", build, re.MULTILINE | re.DOTALL)
    command = line.replace("/tmp/page.html", str(tmp_path / "page.html"))
    command = command.replace("/opt/crawlfleet/bin", str(Path(sys.executable).parent))
    command = command.replace("find /opt/crawlfleet", f"find {REPO / 'common'}")
    assert "crawlfleet read" in command and "/opt" not in command
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(["sh", "-ec", command], check=True, env=env, cwd=tmp_path, capture_output=True, timeout=120)
