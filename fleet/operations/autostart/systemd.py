"""A unit for a user's systemd (systemd.service(5), systemd.syntax(7)). Pure."""

from __future__ import annotations

from fleet.operations.autostart.command import Command

NAME = "crawlfleet-volunteer.service"


def unit(command: Command) -> str:
    # By env: systemd takes no quote or backslash in the name of a program itself, and no $$ for a dollar sign there.
    words = " ".join(("/usr/bin/env", *map(_quoted, command.words)))
    home = f"Environment={_quoted(f'CRAWLFLEET_HOME={command.home}', dollars=False)}\n" if command.home else ""
    return (
        "# Made by `crawlfleet volunteer autostart on`; `crawlfleet volunteer autostart off` takes it away.\n"
        "[Unit]\n"
        "Description=crawlfleet: fetches product pages politely, in the background\n"
        "# What cannot start (the fleet was left, the program is gone) is given up until the next login.\n"
        "StartLimitIntervalSec=30min\n"
        "StartLimitBurst=10\n"
        "\n"
        "[Service]\n"
        "Type=exec\n"
        "NotifyAccess=main\n"
        f"ExecStart={words}\n"
        f"{home}"
        "# After `crawlfleet volunteer finish` it has ended well and stays ended until the next login.\n"
        "Restart=on-failure\n"
        "RestartSec=60s\n"
        "TimeoutStopSec=45s\n"
        "# Whoever sits at this PC comes first.\n"
        "Nice=15\n"
        "IOSchedulingClass=idle\n"
        "MemoryMax=700M\n"
        "OOMPolicy=continue\n"
        "NoNewPrivileges=yes\n"
        "# Its token is in its memory.\n"
        "LimitCORE=0\n"
        "UMask=0077\n"
        "\n"
        "[Install]\n"
        "WantedBy=default.target\n"
    )


def _quoted(word: str, *, dollars: bool = True) -> str:
    """One word for systemd: a percent sign and, in a command line, a dollar sign would mean something."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{text.replace("$", "$$") if dollars else text}"'
