"""An ordinary user for processes of tests that root runs: what root may do that nobody else may is no proof."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.places import REPO

NAME = "nobody"


@dataclass(frozen=True, slots=True)
class OrdinaryUser:
    """As whom, with which Python, and with which variables beside the caller's own."""

    name: str
    group: int
    python: str
    environment: Mapping[str, str]


def ordinary_user(home: Path) -> OrdinaryUser | None:
    """None where the tests are an ordinary user themselves, or where none can read a Python of ours.

    `home` is made, that user's; programs find it as HOME and TMPDIR.
    """
    home.mkdir(exist_ok=True)
    if os.geteuid() != 0 or (python := _readable_python()) is None:
        return None
    entry = pwd.getpwnam(NAME)
    os.chown(home, entry.pw_uid, entry.pw_gid)
    own = {name: str(home) for name in ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    return OrdinaryUser(NAME, entry.pw_gid, python, {**own, **_FINDS_ALL})


_FINDS_ALL = {
    "PYTHONPATH": os.pathsep.join([str(REPO), *(path for path in sys.path if path.endswith("site-packages"))]),
    "PYTHONDONTWRITEBYTECODE": "1",
}


@cache
def _readable_python() -> str | None:
    """Root's own Python may lie in root's home; the system's of the same version loads the same packages."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return next(
        (path for path in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}") if _runs(path)), None
    )


def _runs(python: str) -> bool:
    entry = pwd.getpwnam(NAME)
    try:
        tried = subprocess.run(
            [python, "-c", "import fleet.run.work"],
            env={"PATH": os.defpath, "HOME": "/", **_FINDS_ALL},
            cwd="/",
            user=NAME,
            group=entry.pw_gid,
            extra_groups=[],
            capture_output=True,
            timeout=60,
            check=False,
        )
    except OSError:
        return False
    return tried.returncode == 0
