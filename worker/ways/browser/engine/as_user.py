"""Run by root in the browser's place: gives up being root for good, then becomes the browser.

A program of its own that imports nothing of ours: `python -I as_user.py UID GID BROWSER ARGUMENTS…`.
"""

from __future__ import annotations

import os
import sys

_PROFILE = "--user-data-dir="


def main() -> None:
    uid, gid, browser, *arguments = sys.argv[1:]
    for argument in arguments:
        if argument.startswith(_PROFILE):
            _give(argument.removeprefix(_PROFILE), int(uid), int(gid))
    os.chdir("/")
    os.setgroups([])
    os.setgid(int(gid))
    os.setuid(int(uid))
    os.execv(browser, [browser, *arguments])  # noqa: S606  # no shell is wanted


def _give(folder: str, uid: int, gid: int) -> None:
    """The profile that was just made for this run, and whatever lies in it."""
    os.chown(folder, uid, gid)
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(root, name), uid, gid, follow_symlinks=False)  # noqa: PTH118  # loads less


if __name__ == "__main__":
    main()
