"""A warning of a command that switches no logs on stands on a line of its own while a foot line stands."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="needs a POSIX terminal")
SAYS = """
import logging
from fleet.terminal.live_line import foot_line
from fleet.terminal.output import harmless_streams, note, prepare_logs
log = logging.getLogger("crawlfleet.letters")
prepare_logs()
with harmless_streams():
    with foot_line(wanted=True) as show:
        show("reading the dead letters")
        log.debug("a fine remark")
        log.warning("while it is read")
        show("12 of 400")
    log.info("a plain remark")
    log.warning("behind it")
    note("the end")
"""


def test_a_warning_is_not_glued_to_the_foot_line() -> None:
    ours, its = pty.openpty()
    try:
        with subprocess.Popen([sys.executable, "-c", SAYS], stderr=its) as process:
            os.close(its)
            said = b""
            while b"the end" not in said:
                said += os.read(ours, 65_536)
            assert process.wait(30) == 0
    finally:
        os.close(ours)
    shown = [line.split("\r")[-1] for line in said.decode().split("\r\n") if line]
    assert [line.partition(" warning letters: ")[2] or line for line in shown] == [
        "while it is read",
        "behind it",
        "the end",
    ]
    assert all(line.endswith("the end") or line[:2].isdecimal() for line in shown), "its clock begins the line"
    before = said.decode().split("while it is read")[0]
    assert f"\r{' ' * len('reading the dead letters')}\r" in before, "the foot line is wiped before"
