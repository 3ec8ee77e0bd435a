"""A home behind a router, in network namespaces of its own: masquerading, nothing inbound, a short memory.

    home 10.78.1.2 ── 10.78.1.1 router 10.78.2.2 ── 10.78.2.1 fleet

The router hides the home behind its own address, lets nothing in that the home did not ask for, forgets a TCP
connection that was idle for 30 s and takes none up again, and may get another address. In the fleet's namespace stand
only listening sockets; a relay of the test's process carries what comes there to the servers on loopback.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.servers.lines.streams import pipe

IDLE_SECONDS = 30
FLEET = "10.78.2.1"
_ADDRESSES = ("10.78.2.2", "10.78.2.3")
_CLONE_NEWNET = 0x40000000

_RULES = """
table ip door {
  chain through {
    type filter hook forward priority 0; policy drop;
    ct state invalid drop
    ct state established,related accept
    iifname "inner" ct state new accept
  }
  chain leaving { type nat hook postrouting priority 100; oifname "outer" masquerade; }
}
"""


class HomeNetwork:
    def __init__(self) -> None:
        mark = f"crawlfleet-{os.getpid()}"
        self.home, self._router, self._fleet = f"{mark}-home", f"{mark}-router", f"{mark}-fleet"
        self._address = 0

    def open(self) -> None:
        for name in (self.home, self._router, self._fleet):
            _run("ip", "netns", "add", name)
            _run("ip", "-n", name, "link", "set", "lo", "up")
        self._line(self.home, "lan", "10.78.1.2", self._router, "inner", "10.78.1.1")
        self._line(self._router, "outer", _ADDRESSES[0], self._fleet, "wan", FLEET)
        _run("ip", "-n", self.home, "route", "add", "default", "via", "10.78.1.1")
        self._set("net.ipv4.ip_forward", 1)
        _run("ip", "netns", "exec", self._router, "nft", "-f", "-", said=_RULES)
        self._set("net.netfilter.nf_conntrack_tcp_timeout_established", IDLE_SECONDS)
        self._set("net.netfilter.nf_conntrack_tcp_loose", 0)

    def close(self) -> None:
        for name in (self.home, self._router, self._fleet):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)

    def change_address(self) -> None:
        """The provider gives the router another address; every connection through the old one is gone."""
        before, after = _ADDRESSES[self._address], _ADDRESSES[1 - self._address]
        _run("ip", "-n", self._router, "address", "delete", f"{before}/24", "dev", "outer")
        _run("ip", "-n", self._router, "address", "add", f"{after}/24", "dev", "outer")
        self._address = 1 - self._address

    def listening(self, *, at_home: bool) -> socket.socket:
        """A socket that listens on a free port of the home's loopback, or of the fleet's address."""
        name, address = (self.home, "127.0.0.1") if at_home else (self._fleet, FLEET)
        made: list[socket.socket] = []

        def make() -> None:
            # Only this thread changes its namespace; a socket stays in the one that made it.
            with Path(f"/run/netns/{name}").open("rb") as namespace:
                if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), _CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), f"cannot enter {name}")
            made.append(socket.create_server((address, 0)))

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        return made[0]

    def _line(self, here: str, own: str, address: str, there: str, other: str, far: str) -> None:
        _run("ip", "-n", here, "link", "add", own, "type", "veth", "peer", "name", other, "netns", there)
        for name, device, of in ((here, own, address), (there, other, far)):
            _run("ip", "-n", name, "address", "add", f"{of}/24", "dev", device)
            _run("ip", "-n", name, "link", "set", device, "up")

    def _set(self, name: str, value: int) -> None:
        _run("ip", "netns", "exec", self._router, "sysctl", "-qw", f"{name}={value}")


@contextmanager
def home_network() -> Iterator[HomeNetwork]:
    """Skips, and says why, where namespaces and their rules cannot be made: that is no server one could install."""
    if os.geteuid() != 0:
        pytest.skip("no home behind a router: network namespaces need root")
    if lacking := [program for program in ("ip", "nft", "sysctl") if not shutil.which(program)]:
        pytest.skip(f"no home behind a router: {', '.join(lacking)} not installed (iproute2, nftables, procps)")
    network = HomeNetwork()
    try:
        try:
            network.open()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no home behind a router: {error.cmd}: {error.stderr.strip()}")
        yield network
    finally:
        network.close()


class Relay:
    """Carries what comes to a listening socket to a port of this machine's loopback."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._open: set[asyncio.StreamWriter] = set()
        stack.callback(self._cut)

    def _cut(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def carry(self, listening: socket.socket, port: int) -> int:
        """The port that listens there."""

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                writer.transport.abort()
                return
            self._open |= {writer, far_writer}
            with suppress(asyncio.CancelledError):  # the test is over
                await asyncio.gather(pipe(reader, far_writer), pipe(far_reader, writer))
            self._open -= {writer, far_writer}

        server = await asyncio.start_server(accept, sock=listening)
        self._stack.callback(server.close)
        at: int = listening.getsockname()[1]
        return at


def _run(*command: str, said: str | None = None) -> None:
    subprocess.run(command, input=said, capture_output=True, text=True, check=True, timeout=60)
