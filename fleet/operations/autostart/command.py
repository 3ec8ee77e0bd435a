"""The command that an autostart runs: this very installation's worker."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    python: str
    home: str | None
    """CRAWLFLEET_HOME, when it is set."""

    @property
    def words(self) -> tuple[str, ...]:
        # Not -m alone: that would import what lies in the folder it is started in.
        return (self.python, "-P", "-m", "fleet", "work")


def own_command() -> Command:
    """Of the environment that this program is installed in."""
    return Command(sys.executable, os.environ.get("CRAWLFLEET_HOME"))
