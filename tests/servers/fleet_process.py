"""Real crawlfleet processes under test: started, watched, killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self


class FleetProcess:
    """`crawlfleet ARGS…` in a process of its own; its output goes to a file that assertions can quote."""

    def __init__(self, args: list[str], *, env: Mapping[str, str], log: Path, cwd: Path) -> None:
        self.log = log
        self._out = log.open("ab")
        clean = {name: value for name, value in os.environ.items() if not name.startswith("CRAWLFLEET_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fleet", *args],
            env={**clean, **env},
            cwd=cwd,
            stdout=self._out,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        self._out.close()

    def text(self) -> str:
        return self.log.read_text("utf-8", "replace")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)

    def terminate(self, timeout_seconds: float = 30) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout_seconds)

    def wait(self, timeout_seconds: float) -> int:
        return self.process.wait(timeout_seconds)


def wait_for(condition: Callable[[], object], *, seconds: float, what: str) -> None:
    """Poll a condition until it holds. Fails the test, naming `what`, when it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:g} s: {what}")
        time.sleep(0.05)
