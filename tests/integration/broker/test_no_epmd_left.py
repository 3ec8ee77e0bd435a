"""`crawlfleet broker user` where no RabbitMQ runs: rabbitmqctl starts a register of nodes, and it does not stay."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

TYPE = [sys.executable, "-m", "fleet", "broker", "user", "list"]
REGISTER = """#!{python}
# Stands for rabbitmqctl: starts a register in the background, as it does, and finds no node.
import os, socket, subprocess, sys, time
subprocess.run(["epmd", "-daemon"])
for _ in range(200):
    try:
        socket.create_connection(("127.0.0.1", int(os.environ["ERL_EPMD_PORT"])), timeout=2).close()
        break
    except OSError:
        time.sleep(0.05)
open("seen", "w").write(open("/proc/net/tcp").read())
sys.exit("Error: unable to perform an operation on node 'rabbit@here'. Please see diagnostics information")
"""


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A free port for a register of the test's own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    monkeypatch.setenv("ERL_EPMD_PORT", str(found))
    yield found
    if answers(found):
        subprocess.run(["epmd", "-port", str(found), "-kill"], capture_output=True, check=False)


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def refused(folder: Path, *more: str) -> str:
    done = subprocess.run([*TYPE, *more], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done
    return done.stderr


@pytest.mark.skipif(
    not shutil.which("rabbitmqctl") or os.geteuid() != 0, reason="no rabbitmqctl that may be called here"
)
def test_the_real_one(tmp_path: Path, port: int) -> None:
    assert "no RabbitMQ answers as" in refused(tmp_path)
    assert not answers(port)


@pytest.mark.skipif(not shutil.which("epmd"), reason="no epmd is installed")
class TestWithARegister:
    def test_one_that_was_started_listens_on_loopback_and_ends(self, tmp_path: Path, port: int) -> None:
        ctl = tmp_path / "ctl"
        ctl.write_text(REGISTER.format(python=sys.executable))
        ctl.chmod(stat.S_IRWXU)
        assert "no RabbitMQ answers as rabbit@here" in refused(tmp_path, "--rabbitmqctl", str(ctl))
        listening = [line.split()[1] for line in (tmp_path / "seen").read_text().splitlines()[1:] if " 0A " in line]
        assert [address for address in listening if address.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]
        assert not answers(port)

    def test_one_that_was_there_stays(self, tmp_path: Path, port: int) -> None:
        own = subprocess.Popen(["epmd", "-address", "127.0.0.1", "-port", str(port)])
        try:
            while not answers(port):
                assert own.poll() is None
                time.sleep(0.05)
            assert "no RabbitMQ answers" in refused(
                tmp_path, "--rabbitmqctl", "sh -c 'echo unable to perform an operation on node rabbit@x. >&2; exit 1'"
            )
            assert own.poll() is None and answers(port)
        finally:
            own.kill()
            own.wait()
