"""The command that an autostart runs: this very installation's worker."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from worker.source.home import named_folder


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
    named = named_folder()
    return Command(sys.executable, str(named) if named else None)
