"""An agent for macOS's launchd (launchd.plist(5)). Pure."""

from __future__ import annotations

import plistlib
from typing import Any

from fleet.operations.autostart.command import Command

LABEL = "crawlfleet.volunteer"
NAME = f"{LABEL}.plist"


def agent(command: Command) -> bytes:
    told: dict[str, Any] = {
        "Label": LABEL,
        "ProgramArguments": list(command.words),
        "RunAtLoad": True,
        # After `crawlfleet volunteer finish` it has ended well and stays ended.
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 60,
        "ExitTimeOut": 45,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 15,
        "Umask": 0o077,
    }
    if command.home:
        told["EnvironmentVariables"] = {"CRAWLFLEET_HOME": command.home}
    return plistlib.dumps(told, sort_keys=False)
