"""What systemd hears from a service."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet.run.standing.sd_notify import Notifier


@pytest.fixture(params=["path", "abstract"])
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A NOTIFY_SOCKET value, and the socket that listens there."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@crawlfleet-{os.getpid()}-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        listener.settimeout(5)
        yield name, listener


def test_each_state_is_said_in_systemds_words(ear: tuple[str, socket.socket]) -> None:
    name, listener = ear
    notifier = Notifier({"NOTIFY_SOCKET": name})
    assert notifier.ready("first poll done")
    assert notifier.stopping()
    assert [listener.recv(1000) for _ in range(2)] == [b"READY=1\nSTATUS=first poll done", b"STOPPING=1"]


def test_a_status_cannot_smuggle_a_second_assignment(ear: tuple[str, socket.socket]) -> None:
    name, listener = ear
    Notifier({"NOTIFY_SOCKET": name}).ready("polling:\nMAINPID=1")
    assert listener.recv(1000) == rb"READY=1*STATUS=polling:\nMAINPID=1".replace(b"*", b"\n")


def test_a_status_is_printable(ear: tuple[str, socket.socket]) -> None:
    name, listener = ear
    Notifier({"NOTIFY_SOCKET": name}).ready("polling \x1b[31m\u202e\x9b 松木")
    assert listener.recv(1000).decode() == "READY=1\nSTATUS=polling \\x1b[31m\\u202e\\x9b 松木"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "relative"}])
def test_without_systemd_nothing_happens(environ: dict[str, str]) -> None:
    assert not Notifier(environ).ready()


def test_a_deaf_supervisor_is_no_failure(tmp_path: Path) -> None:
    assert not Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
