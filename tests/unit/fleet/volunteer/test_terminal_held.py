"""A terminal that stands still (Ctrl-S) holds up no worker: what it says comes when the terminal goes on."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
SAYS = """
import logging, sys, time
from datetime import date
from common.settings import LogSettings
from common.telemetry import configure_logging
from fleet.terminal.live_line import live_line
from worker.volunteer.counts import Counts
from worker.volunteer.limits import Limits
from worker.volunteer.now import Now
configure_logging(LogSettings())
with live_line(wanted=True) as show:
    for number in range(3000):
        show(Now(state=f"working {number}", running=1, counts=Counts(day=date(2026, 11, 28)), limits=Limits()))
        if number == 0:
            logging.getLogger("crawlfleet").warning("before")
            print("shown", flush=True)
            sys.stdin.readline()
        if number == 1:
            logging.getLogger("crawlfleet").warning("while it stands still")
    print("went on", flush=True)
    sys.stdin.readline()
logging.getLogger("crawlfleet").warning("after")
"""


def test_line_and_log_wait_for_a_terminal_that_stands_still_and_the_worker_does_not() -> None:
    ours, its = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", SAYS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=its, bufsize=0
    ) as process:
        assert process.stdin and process.stdout
        try:
            os.close(its)
            assert process.stdout.readline() == b"shown\n"
            until_said(ours, b"before")
            os.write(ours, b"\x13")
            process.stdin.write(b"\n")
            assert select.select([process.stdout], [], [], 30)[0], "it waits for its terminal"
            assert process.stdout.readline() == b"went on\n"
            os.write(ours, b"\x11")
            until_said(ours, b"while it stands still")
            process.stdin.write(b"\n")
            said = until_said(ours, b"after")
            assert process.wait(30) == 0 and b"Traceback" not in said
        finally:
            process.kill()
            os.close(ours)


def until_said(terminal: int, text: bytes) -> bytes:
    said, until = b"", time.monotonic() + 30
    while text not in said:
        assert select.select([terminal], [], [], max(0.0, until - time.monotonic()))[0], said[-500:]
        said += os.read(terminal, 65_536)
    return said
