"""Real proxies, a process each.

One connects from an address of its own, 127.0.0.5 and so on, by which a shop's server tells its requests from those
that come straight from a worker (127.0.0.1).
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.proxies.proxy import Proxy, Scheme
from tests.measuring import unmeasured_environment
from tests.servers.ports import free_port
from tests.servers.processes import Process

USER, PASSWORD = "fleet", "hunter2-of-the-proxy"


class RealProxy:
    """One pproxy. `from_address` is where its connections to shops come from."""

    def __init__(self, folder: Path, scheme: Scheme, number: int, *, secret: bool) -> None:
        self.port = free_port()
        self.from_address = f"127.0.0.{number}"
        self.proxy = Proxy(
            f"{scheme}-{number}",
            scheme,
            "127.0.0.1",
            self.port,
            USER if secret else None,
            PASSWORD if secret else None,
        )
        self._secret = f"#{USER}:{PASSWORD}" if secret else ""
        self._log = folder / f"pproxy-{number}.log"
        self._begin()

    def start(self) -> None:
        """Again, after a kill."""
        self._begin()
        self.wait_ready()

    def _begin(self) -> None:
        listen = f"{self.proxy.scheme}://127.0.0.1:{self.port}/@{self.from_address}{self._secret}"
        self._process = Process(
            [sys.executable, "-W", "ignore", "-m", "pproxy", "-l", listen],
            env=unmeasured_environment(),
            cwd=self._log.parent,
            log=self._log,
        )

    def wait_ready(self) -> None:
        self._process.wait_ready(self._answers, timeout_seconds=60, what=f"pproxy on {self.port}")

    def kill(self) -> None:
        self._process.kill()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=0.5):
                return True
        except OSError:
            return False


@contextmanager
def real_proxy(folder: Path, scheme: Scheme, number: int, *, secret: bool = False) -> Iterator[RealProxy]:
    """Running until the end, with user and password where it has a `secret`."""
    with real_proxies(folder, (scheme, number, secret)) as (proxy,):
        yield proxy


@contextmanager
def real_proxies(folder: Path, *each: tuple[Scheme, int, bool]) -> Iterator[list[RealProxy]]:
    """As real_proxy, for several that start together: (scheme, number, secret)."""
    proxies = [RealProxy(folder, scheme, number, secret=secret) for scheme, number, secret in each]
    try:
        for proxy in proxies:
            proxy.wait_ready()
        yield proxies
    finally:
        for proxy in proxies:
            proxy.kill()
