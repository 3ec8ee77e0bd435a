"""Listeners that nobody should come to, on loopback addresses that stand for somebody's home."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HOME = ("127.0.0.2", "127.0.0.3")
"""A router and a camera, say: loopback addresses other than the one that tests may fetch from."""

_CONTROL = b"is anybody listening?"


class Home:
    """One port, TCP and UDP, at each address; what came is kept as (address, kind, first bytes)."""

    def __init__(self) -> None:
        self.came: list[tuple[str, str, bytes]] = []
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.port = 0

    def open(self) -> None:
        for address in HOME:
            tcp = socket.create_server((address, self.port))
            self.port = tcp.getsockname()[1]
            udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            udp.bind((address, self.port))
            self._sockets += [tcp, udp]
            for target, one in ((self._accept, tcp), (self._receive, udp)):
                thread = threading.Thread(target=target, args=(address, one), daemon=True)
                thread.start()
                self._threads.append(thread)

    def heard(self) -> list[tuple[str, str, bytes]]:
        """All that came until now, and nothing of it any more. Raises AssertionError when the listeners are deaf."""
        for address in HOME:
            with socket.create_connection((address, self.port), 2) as control:
                control.sendall(_CONTROL)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
                datagram.sendto(_CONTROL, (address, self.port))
        deadline = time.monotonic() + 10
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
                    connection.settimeout(0.5)
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
