"""A closed terminal asks a service to stop in order, once, unless it was started to outlive its terminal (nohup)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
SERVES = """
import asyncio, fcntl, signal, sys, termios
from common.output.served.health import Health
from common.settings import LogSettings
from common.telemetry import configure_logging
from fleet.run.servers import starting
configure_logging(LogSettings(format="text"))
fcntl.ioctl(2, termios.TIOCSCTTY, 0)
if "outlives" in sys.argv:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
async def serve():
    async with starting(Health(), patient=True) as start:
        asked = []
        start.listens(lambda: asked.append(1))
        print("ready", flush=True)
        await start.stop.wait()
        await asyncio.to_thread(sys.stdin.readline)  # what is under way takes its time
        print(f"asked {len(asked)}", flush=True)
asyncio.run(serve())
print("ended in order", flush=True)
"""


def service(terminal: int, *words: str) -> subprocess.Popen[bytes]:
    """Its log goes to the terminal, which is its session's own; what it is told and tells goes through pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", SERVES, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=terminal,
        bufsize=0,
        start_new_session=True,
    )


def test_a_closed_terminal_is_a_word_to_stop_that_counts_once_however_often_it_comes() -> None:
    ours, its = pty.openpty()
    with service(its) as process:
        assert process.stdin and process.stdout
        try:
            os.close(its)
            assert process.stdout.readline() == b"ready\n"
            os.close(ours)
            process.send_signal(signal.SIGHUP)  # a shell passes on what the terminal said already
            process.send_signal(signal.SIGHUP)
            process.stdin.write(b"\n")
            assert process.stdout.readline() == b"asked 1\n"
            assert process.stdout.readline() == b"ended in order\n"
            assert process.wait(30) == 0
        finally:
            process.kill()


def test_a_service_that_is_to_outlive_its_terminal_does() -> None:
    ours, its = pty.openpty()
    with service(its, "outlives") as process:
        assert process.stdin and process.stdout
        try:
            os.close(its)
            assert process.stdout.readline() == b"ready\n"
            os.close(ours)
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
            process.stdin.write(b"\n")
            assert process.stdout.readline() == b"asked 1\n", "it heard more than the word to stop"
            assert process.wait(30) == 0
        finally:
            process.kill()
