"""A port for a server of a test is nobody else's, whether the server runs or not."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.places import REPO
from tests.servers.ports import NoPortLeft, free_port, let_go


def test_a_port_is_kept_from_this_and_other_processes_of_tests_until_it_is_let_go() -> None:
    port = free_port()
    only = range(port, port + 1)
    with pytest.raises(NoPortLeft):
        free_port(only)
    assert _another_process_gets(port) is False
    let_go(port)
    assert _another_process_gets(port) is True
    assert free_port(only) == port, "a process that ended keeps nothing"
    let_go(port)


def test_a_port_on_which_something_listens_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(NoPortLeft):
            free_port(range(port, port + 1))
    assert free_port(range(port, port + 1)) == port
    let_go(port)


def _another_process_gets(port: int) -> bool:
    asks = f"from tests.servers.ports import free_port; free_port(range({port}, {port + 1}))"
    child = subprocess.run([sys.executable, "-c", asks], cwd=REPO, capture_output=True, text=True, check=False)
    assert child.returncode == 0 or "NoPortLeft" in child.stderr, child.stderr
    return child.returncode == 0
