"""Tells systemd how a service stands, over the socket named in $NOTIFY_SOCKET.

Without that variable (no systemd, or a unit that is not Type=notify) every call does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

from common.output.printable import printable

_READY = "READY=1"
_STOPPING = "STOPPING=1"


class Notifier:
    """Sends states; never raises and never blocks: a service must not fail because its supervisor does not listen.

    Each method returns whether the message was handed to the socket.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))

    def ready(self, status: str | None = None) -> bool:
        """The service does its duty from now on; `status` is one line for `systemctl status`."""
        # A line break inside of it would begin another assignment.
        return self._send(_READY if status is None else f"{_READY}\nSTATUS={printable(status)}")

    def stopping(self) -> bool:
        """Ending in order."""
        return self._send(_STOPPING)

    def _send(self, message: str) -> bool:
        if self._address is None:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.setblocking(False)
                sender.sendto(message.encode("utf-8"), self._address)
        except OSError:
            return False
        return True


def _address(text: str) -> str | None:
    """A path, or an abstract name written with a leading "@"."""
    if text.startswith("@"):
        return "\0" + text[1:]
    return text if text.startswith("/") else None
