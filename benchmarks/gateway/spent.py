"""What a measurement cost: processor time by process, and what the gateway asked of its database.

Wall time on a shared machine says what the others were doing; processor time of each job says much less about them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_LINE = re.compile(r'^crawlfleet_database_(batches|statements)_total\{kind="(\w+)"\} (\S+)$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Spent:
    """Of one job, in the mean."""

    processor_ms: Mapping[str, float]
    """By process."""
    database: Mapping[str, float]
    """Batches and statements that read or write, of the gateway."""

    def __str__(self) -> str:
        processor = ", ".join(f"{name} {ms:.2f}" for name, ms in self.processor_ms.items())
        asked = ", ".join(f"{count:.2f} {name}" for name, count in self.database.items())
        return f"processor ms/job: {processor}" + (f"; database/job: {asked}" if asked else "")


class Spending:
    """Counts from when it is made."""

    def __init__(self, processes: Mapping[str, Sequence[int | None]], metrics: str | None = None) -> None:
        """`processes`: name → process ids. `metrics`: the address where the gateway tells its own."""
        self._pids = {name: [pid for pid in pids if pid is not None] for name, pids in processes.items()}
        self._metrics = metrics
        self._processor = self._processor_ms()
        self._database = self._asked()

    def of_each(self, jobs: int) -> Spent:
        processor, database = self._processor_ms(), self._asked()
        return Spent(
            {name: round((ms - self._processor[name]) / jobs, 3) for name, ms in processor.items()},
            {name: round((count - self._database.get(name, 0)) / jobs, 3) for name, count in database.items()},
        )

    def _processor_ms(self) -> dict[str, float]:
        return {name: sum(map(processor_ms, pids)) for name, pids in self._pids.items() if pids}

    def _asked(self) -> dict[str, float]:
        if self._metrics is None:
            return {}
        text = httpx.get(self._metrics, timeout=10, trust_env=False).text
        return {f"{what} that {kind}": float(count) for what, kind, count in _LINE.findall(text)}


def processor_ms(pid: int) -> float:
    """User and system time of a process with its threads, without its children; 0 when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * 1000 / _TICKS_PER_SECOND
