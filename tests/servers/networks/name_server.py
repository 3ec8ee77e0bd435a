"""A resolver on loopback, as a home's router has one: it knows the names that it was told, and says of every other that
there is none."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address

_NO_SUCH_NAME = 3
_A = 1


class NameServer:
    def __init__(self, listening: socket.socket, address: str) -> None:
        self.address = address
        self.known: dict[str, str] = {}
        """Name → its one IPv4 address."""
        self._listening = listening

    def serve(self) -> None:
        """Until the socket is shut."""
        while True:
            try:
                asked, sender = self._listening.recvfrom(512)
            except OSError:
                return
            if not asked:
                return
            self._listening.sendto(self._answer(asked), sender)

    def _answer(self, asked: bytes) -> bytes:
        end = asked.index(b"\0", 12) + 5
        labels, at = [], 12
        while asked[at]:
            labels.append(asked[at + 1 : at + 1 + asked[at]].decode())
            at += 1 + asked[at]
        address = self.known.get(".".join(labels).lower())
        found = address is not None and int.from_bytes(asked[end - 4 : end - 2]) == _A
        flags = 0x8180 | (0 if address else _NO_SUCH_NAME)
        head = asked[:2] + flags.to_bytes(2) + (1).to_bytes(2) + int(found).to_bytes(2) + bytes(4)
        record = bytes.fromhex("c00c 0001 0001 00000000 0004") + IPv4Address(address or 0).packed if found else b""
        return head + asked[12:end] + record


@contextmanager
def name_server() -> Iterator[NameServer]:
    """Listens on port 53, the only one that a machine can be told, of an address of loopback that no other test has.
    Raises OSError."""
    address = f"127.53.{random.randint(1, 254)}.{random.randint(1, 254)}"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind((address, 53))
        server = NameServer(listening, address)
        thread = threading.Thread(target=server.serve)
        thread.start()
        try:
            yield server
        finally:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ending:
                ending.sendto(b"", (address, 53))
            thread.join()
