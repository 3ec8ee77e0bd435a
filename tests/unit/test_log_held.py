"""Whoever logs waits neither for a terminal that stands still (Ctrl-S) nor for a pipe that nobody reads."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys

import pytest

SAYS = """
import logging, sys
from common.settings import LogSettings
from common.telemetry import configure_logging
configure_logging(LogSettings())
log = logging.getLogger("crawlfleet.test")
for number in range(5000):
    log.warning("%d %s", number, "x" * 200)
print("went on", flush=True)
sys.stdin.readline()
log.warning("the last")
"""


def says(errors: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SAYS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0
    )


def goes_on(process: subprocess.Popen[bytes]) -> bool:
    assert process.stdout
    return bool(select.select([process.stdout], [], [], 30)[0]) and process.stdout.readline() == b"went on\n"


@pytest.mark.skipif(os.name != "posix", reason="needs select() of pipes")
def test_a_pipe_that_nobody_reads_holds_up_nobody_and_says_what_it_lacks() -> None:
    with says(subprocess.PIPE) as process:
        try:
            assert goes_on(process), "it waits for who reads its log"
            assert process.stderr and process.stdin
            said = b""
            while b"left out" not in said:
                said += process.stderr.read(65_536)
            process.stdin.write(b"\n")
            said += process.stderr.read()
            assert process.wait(30) == 0
        finally:
            process.kill()
    messages = [str(json.loads(line)["message"]) for line in said.splitlines()]
    assert messages[0].startswith("0 x")
    assert messages[-2:] == ["lines are left out here: they were not read for too long", "the last"]


def test_a_terminal_that_stands_still_holds_up_no_service() -> None:
    pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
    ours, its = pty.openpty()
    os.write(ours, b"\x13")
    with says(its) as process:
        try:
            os.close(its)
            assert goes_on(process), "it waits for its terminal"
            assert process.stdin
            process.stdin.write(b"\n")
            assert process.wait(30) == 0, "nor does its end"
        finally:
            process.kill()
            os.close(ours)


@pytest.mark.parametrize("held", [True, False])
def test_what_a_service_says_last_waits_for_no_terminal_that_stands_still(held: bool) -> None:
    pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
    ours, its = pty.openpty()
    if held:
        os.write(ours, b"\x13")
    says = "from fleet.terminal.output import print_last; print_last('work: 3 succeeded')"
    with subprocess.Popen([sys.executable, "-c", says], stdin=its, stdout=its, stderr=its) as process:
        try:
            os.close(its)
            assert process.wait(30) == 0
            if not held:
                assert b"work: 3 succeeded" in os.read(ours, 1000)
        finally:
            process.kill()
            os.close(ours)
