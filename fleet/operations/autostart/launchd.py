"""An agent for macOS's launchd (launchd.plist(5)). Pure."""

from __future__ import annotations

import plistlib
from typing import Any

from fleet.operations.autostart.command import Command

LABEL = "crawlfleet.volunteer"
NAME = f"{LABEL}.plist"


TRIES = 10
PAUSE_SECONDS = 60
WORKED_SECONDS = 120
"""Whatever ran for so long could start."""


def keeping(pause_seconds: int = PAUSE_SECONDS) -> str:
    """A script of sh that runs its arguments until they end well; after TRIES starts in a row that failed it ends well
    itself. launchd knows no limit of starts: whatever ends with another status than 0 it starts for ever."""
    return (
        "failed=0 stopped=\n"
        "trap 'stopped=1; kill -TERM \"$child\" 2>/dev/null' TERM\n"
        "while :; do\n"
        "    began=$(date +%s)\n"
        '    "$@" & child=$!\n'
        '    wait "$child"; status=$?\n'
        '    [ -z "$stopped" ] || { wait "$child"; exit 0; }\n'
        '    [ "$status" -ne 0 ] || exit 0\n'
        f"    [ $(($(date +%s) - began)) -lt {WORKED_SECONDS} ] || failed=0\n"
        "    failed=$((failed + 1))\n"
        f'    [ "$failed" -lt {TRIES} ] || exit 0\n'
        f"    sleep {pause_seconds} & child=$!\n"
        '    wait "$child"\n'
        '    [ -z "$stopped" ] || exit 0\n'
        "done\n"
    )


def agent(command: Command) -> bytes:
    told: dict[str, Any] = {
        "Label": LABEL,
        "ProgramArguments": ["/bin/sh", "-c", keeping(), "crawlfleet", *command.words],
        "RunAtLoad": True,
        # After `crawlfleet volunteer finish`, or when it cannot start, it has ended well and stays ended.
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
