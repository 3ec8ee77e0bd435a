"""Local server processes for tests: each is ended by its own pid, also when the test run dies."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

_PR_SET_PDEATHSIG = 1

_SPAWNER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
"""The kernel's parent-death signal follows the thread that started a child, not the process: children are started by a
thread that lives as long as the test run, whoever asks."""


class ServerFailed(Exception):
    """A local server did not come up; the text ends with the last lines of its log."""


def missing(what: str, how: str) -> str:
    """Skip on a laptop, fail where CI is set: a check that silently did not run is no check."""
    reason = f"no {what}: {how}"
    if os.environ.get("CI", "").lower() in {"1", "true", "yes"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


MEMORY = Path("/dev/shm")
"""Linux keeps files in memory here; in a container often no more than 64 MB."""
_ROOM = 2**30


def data_folder(prefix: str, memory: Path = MEMORY) -> Path:
    """A fresh folder for what a server keeps: in memory where a gigabyte is free there, for a server waits for the disk
    at each commit. What it kept is there after a restart or a kill all the same. Whoever asked removes it."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(memory).free >= _ROOM:
            return Path(tempfile.mkdtemp(prefix=prefix, dir=memory))
    return Path(tempfile.mkdtemp(prefix=prefix))


def _die_with_parent() -> None:
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class Process:
    """One child in a session of its own, with its output in a file.

    The program must replace itself rather than fork its server, so the pid held here is the server's.
    """

    def __init__(
        self, command: Sequence[str], *, env: Mapping[str, str], cwd: Path, log: Path, user: str | None = None
    ) -> None:
        self._log = log
        with log.open("ab") as output:
            self._child = _SPAWNER.submit(
                subprocess.Popen,
                list(command),
                env=dict(env),
                cwd=cwd,
                user=user,
                group=user,
                extra_groups=[] if user else None,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            ).result()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def alive(self) -> bool:
        return self._child.poll() is None

    def wait_ready(self, ready: Callable[[], bool], *, timeout_seconds: float, what: str) -> None:
        deadline = time.monotonic() + timeout_seconds
        while not ready():
            if not self.alive:
                raise ServerFailed(f"{what} ended with {self._child.returncode} while starting\n{self.log_tail()}")
            if time.monotonic() > deadline:
                raise ServerFailed(f"{what} was not ready within {timeout_seconds:g} s\n{self.log_tail()}")
            time.sleep(0.02)

    def end(self, *, grace_seconds: float = 20.0) -> None:
        """SIGTERM, then SIGKILL to the child's own group after the grace. Safe to call twice."""
        if self.alive:
            self._child.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(grace_seconds)
        self.kill()

    def kill(self) -> None:
        """At once, with whatever children the server left in its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()

    def log_tail(self, lines: int = 25) -> str:
        if not self._log.exists():
            return ""
        return "\n".join(self._log.read_text("utf-8", "replace").splitlines()[-lines:])


def port_answers(port: int, host: str = "127.0.0.1") -> bool:
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False


def docker_engine_answers() -> bool:
    """Whether a Docker engine is reachable now (asked once a session by the callers)."""
    try:
        import docker
    except ImportError:
        return False
    with warnings.catch_warnings():
        # The client leaves the socket open on which no engine answered.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            client = docker.from_env(timeout=3)
            try:
                return bool(client.ping())
            finally:
                client.close()
        except Exception:  # the client raises many kinds for "no engine"
            return False
        finally:
            gc.collect()
