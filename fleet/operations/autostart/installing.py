"""Puts the autostart's file where this system's service manager looks, and asks the manager where it runs."""

from __future__ import annotations

import codecs
import getpass
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.errors import ConfigError
from common.lasting.files import write_lasting
from common.private_files import found
from fleet.operations.autostart import launchd, systemd, task_scheduler
from fleet.operations.autostart.command import Command, own_command
from worker.source.home import NoFolder, own_folder
from worker.source.membership import MembershipFile

ASK_SECONDS = 20
_KNOWN = ("linux", "darwin", "win32")
_NAMED_HOME = re.compile(rb"CRAWLFLEET_HOME(?:=|</key>\s*<string>)([^\r\n<]*)")

Ask = Callable[[Sequence[str]], bool]
"""Runs a manager's command; whether it said yes."""


@dataclass(frozen=True, slots=True)
class Autostart:
    """`file` is where it is or was; `to_do` are the commands left to type, none when all is done."""

    on: bool
    file: Path
    sentence: str
    to_do: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manager:
    """How one system starts things with a session."""

    name: str
    file: Path
    content: bytes
    runs: Sequence[str]
    """Succeeds where the manager runs."""
    knows: Sequence[str]
    """Succeeds while the manager has it, also when its file is gone."""
    on: Sequence[Sequence[str]]
    off: Sequence[Sequence[str]]


def turn_on(manager: Manager | None = None, ask: Ask | None = None) -> Autostart:
    """Raises ConfigError before this machine has joined, and when the file cannot be written."""
    if MembershipFile().read() is None:
        raise ConfigError("this PC has joined no fleet, so there is nothing to start. `crawlfleet join` joins one.")
    manager, ask = manager or own_manager(), ask or asked
    try:
        manager.file.parent.mkdir(parents=True, exist_ok=True)
        write_lasting(manager.file, manager.content)
    except OSError as error:
        raise ConfigError(f"cannot write {manager.file}: {error.strerror or error}.") from None
    if ask(manager.runs) and all(ask(command) for command in manager.on):
        return Autostart(True, manager.file, f"the worker runs, and starts with your session ({manager.file})")
    sentence = f"{manager.name} did not take it here; {manager.file} is written. In a session where it runs, type:"
    return Autostart(True, manager.file, sentence, tuple(subprocess.list2cmdline(command) for command in manager.on))


def turn_off(manager: Manager | None = None, ask: Ask | None = None) -> Autostart:
    """Also what the manager still has after somebody removed the file. Raises ConfigError."""
    manager, ask = manager or own_manager(), ask or asked
    there = found(manager.file) is not False or ask(manager.knows)
    stopped = not there or (ask(manager.runs) and all(ask(command) for command in manager.off))
    try:
        manager.file.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot remove {manager.file}: {error.strerror or error}.") from None
    if stopped:
        return Autostart(False, manager.file, "the worker does not start with your session")
    sentence = f"{manager.file} is removed; {manager.name} was not reached. In a session where it runs, type:"
    return Autostart(False, manager.file, sentence, tuple(subprocess.list2cmdline(command) for command in manager.off))


def turned_off_at_leaving(manager: Manager | None = None, ask: Ask | None = None) -> Autostart | None:
    """What starts the worker of this very folder would meet no fleet there from now on, so it goes as the membership
    went. None: there is none, or it is another folder's (CRAWLFLEET_HOME). Raises ConfigError where that fails."""
    if manager is None and sys.platform not in _KNOWN:
        return None
    try:
        manager, ask = manager or own_manager(), ask or asked
    except NoFolder:
        return None  # it could not have been switched on
    named = _home_of(manager.content)
    try:
        ours = _home_of(manager.file.read_bytes()) == named
    except OSError:
        ours = not named and ask(manager.knows)
    return turn_off(manager, ask) if ours else None


def _home_of(content: bytes) -> list[bytes]:
    """The CRAWLFLEET_HOME that a unit, an agent or a task names."""
    is_task = content.startswith(codecs.BOM_UTF16_LE)
    return _NAMED_HOME.findall(content.decode("utf-16", "replace").encode() if is_task else content)


def _users_folder() -> Path:
    """Where this user's service manager looks, whatever CRAWLFLEET_HOME says. Raises NoFolder."""
    try:
        return own_folder()
    except NoFolder:
        raise NoFolder("this user has no folder of its own, where an autostart is kept. Set HOME to one.") from None


def own_manager(command: Command | None = None, *, platform: str = sys.platform, home: Path | None = None) -> Manager:
    """Of this system. Raises ConfigError for one that none of the three is known on."""
    command, home = command or own_command(), home or _users_folder()
    if platform == "darwin":
        file = home / "Library" / "LaunchAgents" / launchd.NAME
        domain = f"gui/{os.getuid()}"
        return Manager(
            "launchd",
            file,
            launchd.agent(command),
            runs=("launchctl", "print", domain),
            knows=("launchctl", "print", f"{domain}/{launchd.LABEL}"),
            on=(("launchctl", "bootstrap", domain, str(file)),),
            off=(("launchctl", "bootout", f"{domain}/{launchd.LABEL}"),),
        )
    if platform == "win32":
        file = home / ".crawlfleet" / f"{task_scheduler.NAME}.xml"
        name = task_scheduler.NAME
        user = f"{os.environ.get('USERDOMAIN', '.')}\\{getpass.getuser()}"
        return Manager(
            "the Task Scheduler",
            file,
            task_scheduler.task(command, user),
            runs=("schtasks", "/query", "/fo", "list"),
            knows=("schtasks", "/query", "/tn", name),
            on=(("schtasks", "/create", "/tn", name, "/xml", str(file), "/f"), ("schtasks", "/run", "/tn", name)),
            off=(("schtasks", "/end", "/tn", name), ("schtasks", "/delete", "/tn", name, "/f")),
        )
    if platform == "linux":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        file = config / "systemd" / "user" / systemd.NAME
        user_manager = ("systemctl", "--user")
        return Manager(
            "systemd",
            file,
            systemd.unit(command).encode(),
            runs=(*user_manager, "show-environment"),
            knows=(*user_manager, "is-enabled", systemd.NAME),
            on=((*user_manager, "daemon-reload"), (*user_manager, "enable", "--now", systemd.NAME)),
            off=((*user_manager, "disable", "--now", systemd.NAME),),
        )
    raise ConfigError(f"how {platform} starts programs is not known here; start `crawlfleet work` its own way.")


def asked(command: Sequence[str]) -> bool:
    """Whether the command is there and ends well in time."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=ASK_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
