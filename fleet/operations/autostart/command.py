"""The command that an autostart runs: this very installation's worker."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Command:
    python: str
    home: str | None
    """CRAWLFLEET_HOME as a whole path, when it is set: a session starts programs in another folder than this one."""

    @property
    def words(self) -> tuple[str, ...]:
        # Not -m alone: that would import what lies in the folder it is started in.
        return (self.python, "-P", "-m", "fleet", "work")


def own_command() -> Command:
    """Of the environment that this program is installed in."""
    named = os.environ.get("CRAWLFLEET_HOME")
    return Command(sys.executable, str(Path(named).absolute()) if named else None)
