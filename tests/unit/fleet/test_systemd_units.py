"""The units are what systemd takes, and stay locked down."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

from common.parsing.limits import SPARE_BYTES
from common.settings_tables.parse import ParseSettings
from fleet.operations.autostart.command import Command
from fleet.operations.autostart.systemd import unit as autostart_unit
from tests.places import REPO

UNITS = REPO / "deploy/systemd"
SYSTEM = (
    "crawlfleet-ingestor.service",
    "crawlfleet-dispatcher.service",
    "crawlfleet-gateway.service",
    "crawlfleet-console.service",
)
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


@pytest.mark.parametrize("unit", [*SYSTEM, *USER, *SERVER])
def test_no_core_of_it_is_kept(unit: str) -> None:
    assert "LimitCORE=0" in (UNITS / unit).read_text("utf-8").splitlines()
    assert "LimitCORE=0" in autostart_unit(Command("/usr/bin/python3", None)).splitlines()


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
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as the library's documents have it
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


@pytest.mark.parametrize("unit", SYSTEM)
def test_each_service_may_have_an_account_of_its_own(unit: str) -> None:
    """One broker.url in the settings names one account; each service's password is that of its own."""
    role = unit.removeprefix("crawlfleet-").removesuffix(".service")
    assert setting(unit, "EnvironmentFile") == [f"-/etc/crawlfleet/{role}.env"]
    readme = (UNITS / "README.md").read_text("utf-8")
    accounts = re.findall(rf"(?m)^echo CRAWLFLEET_BROKER_URL=amqp://(\w+)@\S+ > /etc/crawlfleet/{role}\.env$", readme)
    passwords = re.findall(r"(?m)^LoadCredential=broker-password:(\S+)$", (UNITS / unit).read_text("utf-8"))
    # Without a file of its own it is the account of broker.url in the settings.
    account = {"console": accounts, "gateway": accounts, "dispatcher": ["dispatcher"], "ingestor": []}[role]
    made = re.findall(r"(?m)^ *crawlfleet broker user add (\w+) .*--password-file (\S+)$", readme)
    assert [dict(made)[name] for name in account] == passwords
    assert 'broker.url = "amqp://dispatcher@' in readme


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


def setting(unit: str, name: str) -> list[str]:
    return re.findall(rf"(?m)^{name}=(.*)$", (UNITS / unit).read_text("utf-8"))


def test_the_worker_sees_its_own_folders_of_the_home_only() -> None:
    (unit,) = USER
    assert setting(unit, "ProtectSystem") == ["strict"]
    assert setting(unit, "ProtectHome") == ["tmpfs"]
    seen = " ".join(setting(unit, "BindReadOnlyPaths")).split()
    assert [path for path in seen if not path.startswith("-")] == [
        "%h/.local/share/crawlfleet",
        "%h/.config/crawlfleet",
    ]
    (folder,) = setting(unit, "StateDirectory")
    assert setting(unit, "ReadWritePaths") == [f"%S/{folder}"]
    # ProtectHome= hides /run/user too; there systemd hears what the worker does.
    assert setting(unit, "BindPaths") == ["-%t/systemd/notify", f"%S/{folder}"]
    # Where %S is ~/.config, one path would be bound twice, once read-only.
    assert not {f"%h/.config/{folder}", f"%h/.local/state/{folder}"} & set(seen)


@pytest.mark.parametrize("unit", [*SYSTEM, *USER])
def test_the_state_is_its_owners(unit: str) -> None:
    assert setting(unit, "StateDirectoryMode") == ["0700"]


@pytest.mark.parametrize("unit", ["crawlfleet-ingestor.service", *USER])
def test_one_page_may_take_what_the_settings_allow_it(unit: str) -> None:
    from common.settings_tables.parse import ParseSettings

    (most,) = setting(unit, "MemoryMax")
    at_rest_mb = 80 + 120
    assert int(most.removesuffix("M")) >= at_rest_mb + ParseSettings().memory_mb
    assert int(setting(unit, "MemoryHigh")[0].removesuffix("M")) >= at_rest_mb + ParseSettings().memory_mb


UNDER_A_FILTER = """
import asyncio, ctypes, sys
from common.parsing.limits import ParseLimits
from common.parsing.probe import MISBEHAVE, STATE, Misbehaviour
from common.parsing.process import ParsingChild

seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p
filters = ctypes.c_void_p(seccomp.seccomp_init(0x00050001))  # everything else: EPERM
for name in sys.argv[1].split():
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number >= 0:
        assert seccomp.seccomp_rule_add(filters, 0x7FFF0000, number, 0) == 0
assert seccomp.seccomp_load(filters) == 0
import os
try:
    os.nice(1)  # @resources: shows that the filter holds
except PermissionError:
    pass
else:
    sys.exit("no filter")

async def main():
    child = ParsingChild(ParseLimits(memory_bytes=64 * 1024 * 1024))
    print(len(await child.run(MISBEHAVE, Misbehaviour("talk", 5))))
    try:
        await child.run(MISBEHAVE, Misbehaviour("fill", 400 * 1024 * 1024))
    except Exception as error:
        print(type(error).__name__)
    await child.aclose()

asyncio.run(main())
"""


def syscalls(groups: str) -> set[str]:
    """The names behind groups of a SystemCallFilter=."""
    names: set[str] = set()
    for group in groups.split():
        command = ["systemd-analyze", "syscall-filter", "--no-pager", group]
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
        for word in re.findall(r"(?m)^ {4}([@\w-]+)$", said):
            names |= syscalls(word) if word.startswith("@") else {word}
    return names


@needs_systemd
@pytest.mark.skipif(find_library("seccomp") is None, reason="no libseccomp here")
@pytest.mark.parametrize("unit", ["crawlfleet-ingestor.service", *USER])
def test_pages_are_read_under_the_units_filter_of_system_calls(unit: str) -> None:
    allowed, refused = setting(unit, "SystemCallFilter")
    names = syscalls(allowed) | syscalls("@default")
    names -= syscalls(refused.removeprefix("~"))
    command = [sys.executable, "-c", UNDER_A_FILTER, " ".join(sorted(names))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=REPO, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["5", "ParsingStopped"]), done.stderr


@pytest.mark.parametrize("unit", ["crawlfleet-ingestor.service", "crawlfleet-worker.service"])
def test_a_parsing_child_that_fills_the_memory_never_stops_its_service(unit: str) -> None:
    text = (UNITS / unit).read_text("utf-8")
    assert "\nOOMPolicy=continue\n" in text
    held = re.search(r"(?m)^MemoryMax=(\d+)M$", text)
    assert held
    at_rest = 80 + 120
    assert int(held[1]) * 2**20 >= at_rest * 2**20 + ParseSettings().memory_mb * 2**20 + SPARE_BYTES
