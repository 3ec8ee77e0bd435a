"""Ports for servers of tests: no two processes of tests are given the same one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import socket
import tempfile
from functools import cache
from itertools import chain
from pathlib import Path
from typing import IO

_PORTS = range(15_000, 32_000)
"""The system gives these to nobody: whoever connects somewhere, or listens on port 0, gets one from 32768 on."""
_DICE = random.SystemRandom()
_own: set[int] = set()


class NoPortLeft(Exception):
    """Each is in use, or kept by a process of tests."""


def free_port(among: range = _PORTS) -> int:
    """One that nothing listens on now, kept for this process until that ends or lets it go.

    A second server on a port would not come up, and whoever asks whether it did would be answered by the first.
    Raises NoPortLeft.
    """
    first = _DICE.randrange(len(among))
    for port in chain(among[first:], among[:first]):
        if not _kept(port):
            continue
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
        let_go(port)
    raise NoPortLeft(f"no port from {among[0]} to {among[-1]} is free")


def let_go(port: int) -> None:
    """Nothing will be started on it any more."""
    _own.remove(port)
    fcntl.lockf(_file(), fcntl.LOCK_UN, 1, port)


def _kept(port: int) -> bool:
    """Keeps it for this process; False where it is kept already."""
    if port in _own:
        return False
    try:
        fcntl.lockf(_file(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    _own.add(port)
    return True


@cache
def _file() -> IO[bytes]:
    """All processes of tests of this user share it: who holds the lock of its byte N has port N. It stays open, for a
    process that closes it loses its locks."""
    return (Path(tempfile.gettempdir()) / f"crawlfleet-test-ports-{os.getuid()}").open("wb")
