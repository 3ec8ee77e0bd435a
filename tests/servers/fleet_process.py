"""Real crawlfleet processes under test: started, watched, killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.measuring import unmeasured_environment
from tests.servers.browser.ordinary_user import OrdinaryUser


class FleetProcess:
    """`crawlfleet ARGS…` in a process of its own; what it logs goes to `log`, what it prints to a file beside it."""

    def __init__(
        self,
        args: list[str],
        *,
        env: Mapping[str, str],
        log: Path,
        cwd: Path,
        namespace: str | None = None,
        user: OrdinaryUser | None = None,
        measured: bool = False,
        program: Path | None = None,
    ) -> None:
        """`namespace`: of the network, by its name in `ip netns`. `user`: as whom it runs where the tests are root.

        `measured`: coverage counts what it runs, where coverage is on. Only a process that ends in order hands its
        counts over; for one that is killed they cost half its speed and bring nothing. `program`: the folder of another
        version, which is never measured.
        """
        self.log = log
        self._printed = log.with_suffix(".out")
        everything = os.environ if measured and program is None else unmeasured_environment()
        clean = {name: value for name, value in everything.items() if not name.startswith("CRAWLFLEET_")}
        within = ["ip", "netns", "exec", namespace] if namespace else []
        with log.open("ab") as errors, self._printed.open("ab") as out:
            self.process = subprocess.Popen(
                [*within, user.python if user else sys.executable, "-m", "fleet", *args],
                env={
                    **clean,
                    **({"PYTHONPATH": str(program)} if program else {}),
                    **(user.environment if user else {}),
                    **env,
                },
                cwd=cwd,
                user=user.name if user else None,
                group=user.group if user else None,
                extra_groups=[] if user else None,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def at_work(self) -> bool:
        """Whether a worker has taken its first messages."""
        return self.alive and "under way" in self.text()

    def text(self) -> str:
        """What it logged so far."""
        return self.log.read_text("utf-8", "replace")

    def printed(self) -> str:
        """What it printed on standard output so far."""
        return self._printed.read_text("utf-8", "replace")

    def json_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.printed().splitlines()]

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.alive:
            self.process.kill()
        self.process.wait(60)

    def terminate(self, timeout_seconds: float = 120) -> int:
        self.signal(signal.SIGTERM)
        return self.wait(timeout_seconds)

    def wait(self, timeout_seconds: float) -> int:
        return self.process.wait(timeout_seconds)
