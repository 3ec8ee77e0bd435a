"""Listeners that nobody should come to, on loopback addresses that stand for somebody's home."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from tests.servers.ports import free_port

HOME = ("127.0.0.2", "127.0.0.3")
"""A router and a camera, say: loopback addresses other than the one that tests may fetch from."""

_CONTROL = b"is anybody listening?"
_TRIES = 20
_SECONDS = 60
"""For what comes at once on a machine that does nothing else."""
_SAYS_NOTHING_SECONDS = 3
"""Who came and said nothing for so long is written down, and the next one is let in."""


class Home:
    """One port, TCP and UDP, at each address; what came is kept as (address, kind, first bytes)."""

    def __init__(self) -> None:
        self.came: list[tuple[str, str, bytes]] = []
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.port = 0

    def open(self) -> None:
        for left in reversed(range(_TRIES)):
            try:
                self._bind(free_port())
                break
            except OSError:  # at one of the addresses the port is somebody else's
                if not left:
                    raise
        for one in self._sockets:
            target = self._accept if one.type == socket.SOCK_STREAM else self._receive
            thread = threading.Thread(target=target, args=(one.getsockname()[0], one), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _bind(self, port: int) -> None:
        self._sockets.clear()
        with ExitStack() as bound:
            for address in HOME:
                self._sockets.append(bound.enter_context(socket.create_server((address, port))))
                udp = bound.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                udp.bind((address, port))
                self._sockets.append(udp)
            bound.pop_all()
        self.port = port

    def heard(self) -> list[tuple[str, str, bytes]]:
        """All that came until now, and nothing of it any more. Raises AssertionError when the listeners are deaf."""
        for address in HOME:
            with socket.create_connection((address, self.port), _SECONDS) as control:
                control.sendall(_CONTROL)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
                datagram.sendto(_CONTROL, (address, self.port))
        deadline = time.monotonic() + _SECONDS
        while sum(said == _CONTROL for _, _, said in self.came) < 2 * len(HOME):
            assert time.monotonic() < deadline, f"the listeners at home heard {self.came}"
            time.sleep(0.01)
        came, self.came[:] = [one for one in self.came if one[2] != _CONTROL], []
        return came

    def close(self) -> None:
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join(2)

    def _accept(self, address: str, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                with connection:
                    connection.settimeout(_SAYS_NOTHING_SECONDS)
                    said = b""
                    with suppress(OSError):
                        said = connection.recv(200)
                    self.came.append((address, "tcp", said))

    def _receive(self, address: str, bound: socket.socket) -> None:
        with suppress(OSError):
            while said := bound.recv(2000):
                self.came.append((address, "udp", said))


@contextmanager
def home() -> Iterator[Home]:
    found = Home()
    try:
        found.open()
        yield found
    finally:
        found.close()
