"""The units are what systemd takes, and stay locked down."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import REPO

UNITS = REPO / "deploy/systemd"
SYSTEM = ("crawlfleet-ingestor.service", "crawlfleet-dispatcher.service")
USER = ("crawlfleet-worker.service",)
SERVER = ("crawlfleet-database.service",)

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")


def with_a_program_that_exists(unit: str, folder: Path) -> Path:
    """verify also looks for the program, which only an installed machine has."""
    text, changed = re.subn(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", (UNITS / unit).read_text("utf-8"))
    assert changed == 1
    copy = folder / unit
    copy.write_text(text, "utf-8")
    return copy


def analyze(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"XDG_RUNTIME_DIR": str(home), "HOME": str(home), "SYSTEMD_LOG_LEVEL": "warning"}
    command = ["systemd-analyze", *map(str, words)]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)


@needs_systemd
@pytest.mark.parametrize("unit", [*SYSTEM, *USER, *SERVER])
def test_systemd_takes_the_unit_without_a_word(unit: str, tmp_path: Path) -> None:
    manager = "--user" if unit in USER else "--system"
    done = analyze(manager, "verify", with_a_program_that_exists(unit, tmp_path), home=tmp_path)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
def test_a_misspelt_key_would_be_noticed(tmp_path: Path) -> None:
    unit = with_a_program_that_exists(SYSTEM[0], tmp_path)
    unit.write_text(unit.read_text("utf-8").replace("ProtectHome=", "ProtectHouse="), "utf-8")
    done = analyze("verify", unit, home=tmp_path)
    assert "ProtectHouse" in done.stdout + done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", [*SYSTEM, *SERVER])
def test_a_service_exposes_little(unit: str, tmp_path: Path) -> None:
    copy = with_a_program_that_exists(unit, tmp_path)
    done = analyze("security", "--offline=true", "--no-pager", "--threshold=15", copy, home=tmp_path)
    if "unknown option" in done.stderr or "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("unit", SYSTEM)
def test_secrets_come_as_credentials_and_failure_is_bounded(unit: str) -> None:
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNITS / unit, "utf-8")
    service = parser["Service"]
    assert service["Type"] == "notify"
    assert service["Restart"] == "on-failure"
    assert parser["Unit"]["StartLimitBurst"]
    text = (UNITS / unit).read_text("utf-8")
    credentials = set(re.findall(r"(?m)^LoadCredential=([^:]+):", text))
    named = set(re.findall(r"(?m)^Environment=CRAWLFLEET_\w+_FILE=%d/(\S+)$", text))
    assert named <= credentials
    assert not re.search(r"(?m)^Environment=\S*(TOKEN|PASSWORD)=", text)


@pytest.mark.parametrize("unit", [*SYSTEM, *USER])
def test_settings_in_the_environment_are_known_ones(unit: str, tmp_path: Path) -> None:
    from common.config import load

    secret = tmp_path / "secret"
    secret.write_text("s", "utf-8")
    pairs = re.findall(r"(?m)^Environment=(CRAWLFLEET_\w+)=(\S+)$", (UNITS / unit).read_text("utf-8"))
    load(environ={name: str(secret) if "%d/" in value else value for name, value in pairs})


def test_the_database_asks_for_tokens_keeps_two_connections_and_owns_its_folder_alone() -> None:
    text = (UNITS / SERVER[0]).read_text("utf-8")
    for line in (
        "Environment=SQLD_AUTH_JWT_KEY_FILE=/etc/crawlfleet/db-keys.pem",
        "Environment=SQLD_MAX_CONCURRENT_CONNECTIONS=2",
        "DynamicUser=yes",
        "ProtectSystem=strict",
        "StateDirectory=crawlfleet-database",
        "InaccessiblePaths=-/etc/crawlfleet/secrets",
        "IPAddressDeny=any",
    ):
        assert line in text.splitlines(), line
    assert "--http-listen-addr 127.0.0.1:8080" in text
