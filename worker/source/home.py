"""Where a volunteer's files are: in a folder of its own, $CRAWLFLEET_HOME or else ~/.crawlfleet. And what to say where
one of them cannot be used.
"""

from __future__ import annotations

import errno
import os
import shlex
from pathlib import Path

from common.addresses import at_home
from common.errors import ConfigError

MEMBERSHIP = "machine.json"
"""The file of the fleet that was joined (membership.py). Where there is none, none was."""
_ELSEWHERE = "or name another folder in CRAWLFLEET_HOME"
_HELPS = {
    errno.ENOSPC: "Make room there.",
    errno.EDQUOT: "Make room there.",
    errno.EROFS: f"That disk takes no writing now: make it writable, {_ELSEWHERE}.",
}


def home() -> Path:
    """Where a volunteer's files are. Raises as named_folder and own_folder, and ConfigError where there is something
    that this user cannot look into.
    """
    folder = named_folder() or own_folder() / ".crawlfleet"
    try:
        os.scandir(folder).close()
    except FileNotFoundError:
        pass  # made when there is something to keep
    except OSError as error:
        helps = "Move it away, or name another folder in CRAWLFLEET_HOME."
        if isinstance(error, PermissionError):
            helps = given_back(folder)
        raise ConfigError(f"cannot look into the folder {folder}: {error.strerror or error}. {helps}") from None
    return folder


def named_folder() -> Path | None:
    """$CRAWLFLEET_HOME as a whole path, where it is set. ~ means what it does in a shell, for a variable may be set by
    something else. Raises ConfigError for the home of somebody who is not here."""
    named = os.environ.get("CRAWLFLEET_HOME")
    try:
        return Path(at_home(named)).absolute() if named else None
    except ValueError as error:
        raise ConfigError(f"CRAWLFLEET_HOME: {error}.") from None


class NoFolder(ConfigError):
    """This user has no folder: a number that no account has, and HOME not set."""


def own_folder() -> Path:
    """This user's own. Raises NoFolder where nobody knows it."""
    try:
        return Path.home()
    except RuntimeError:
        raise NoFolder("this user has no folder of its own. Set HOME, or CRAWLFLEET_HOME, to one.") from None


class OfAnotherUser(ConfigError):
    """This user may not: it is somebody else's, as root's after a `sudo`."""


def unwritten(path: Path, error: OSError) -> ConfigError:
    """Which file, why, and what helps against that."""
    if isinstance(error, PermissionError):
        return OfAnotherUser(f"cannot write {path}: {error.strerror or error}. {given_back(path.parent)}")
    helps = _HELPS.get(error.errno or 0, f"Make room, give it back to its owner, {_ELSEWHERE}.")
    return ConfigError(f"cannot write {path}: {error.strerror or error}. {helps}")


def unread(path: Path, error: PermissionError) -> OfAnotherUser:
    """As unwritten. What the file says is not lost, so it is not to be moved away."""
    return OfAnotherUser(f"cannot read {path}: {error.strerror or error}. {given_back(path.parent)}")


def given_back(folder: Path) -> str:
    """What helps where this user may not look into the volunteer's folder, or at something in it."""
    by = f': `sudo chown -R "$(id -u)" {shlex.quote(str(folder))}`' if os.name == "posix" else ""
    return f"Give it back to this user (after a `sudo` it may be root's{by}), {_ELSEWHERE}."
