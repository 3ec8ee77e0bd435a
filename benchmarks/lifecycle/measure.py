"""What every contender answers, and how its child process says so."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass

RESULT = json.dumps({"ok": True, "offer": {"title": "x" * 200, "price_minor": 12345, "currency": "TWD"}}).ljust(300)
"""What a no-op job leaves behind: 300 bytes, like a small product."""


@dataclass(frozen=True, slots=True)
class Run:
    """`seconds` from the first submission to the last job's end, with the process already connected."""

    jobs: int
    concurrency: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.jobs / self.seconds


@dataclass(frozen=True, slots=True)
class Task:
    jobs: int
    concurrency: int
    amqp_url: str
    database: str
    """A folder for files, or a server's URL."""


def answer_as_child(run: Callable[[Task], Run]) -> None:
    """Run once as the command line says, and print the Run as one line of JSON."""
    parser = argparse.ArgumentParser()
    for name, kind in (("jobs", int), ("concurrency", int), ("amqp-url", str), ("database", str)):
        parser.add_argument(f"--{name}", type=kind, required=kind is int, default="")
    told = parser.parse_args()
    done = run(Task(told.jobs, told.concurrency, told.amqp_url, told.database))
    sys.stdout.write(json.dumps(asdict(done)) + "\n")
    sys.stdout.flush()
