"""What systemd hears from services of a test: the socket that NOTIFY_SOCKET names."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class Systemd:
    def __init__(self, path: Path, listener: socket.socket) -> None:
        self.path = path
        self._listener = listener
        self.status = ""
        """The last one told, of what was heard."""

    def heard(self) -> list[str]:
        """Every message since it was asked last."""
        found: list[str] = []
        while True:
            try:
                found.append(self._listener.recv(4000).decode())
            except BlockingIOError:
                break
        for line in "\n".join(found).splitlines():
            self.status = line.removeprefix("STATUS=") if line.startswith("STATUS=") else self.status
        return found

    def shows(self, words: str) -> Callable[[], bool]:
        """Asks whether the status holds these words by now."""

        def asked() -> bool:
            self.heard()
            return words in self.status

        return asked


@contextmanager
def systemd(folder: Path) -> Iterator[Systemd]:
    """It listens in this folder while inside."""
    path = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(path))
        listener.setblocking(False)
        yield Systemd(path, listener)
