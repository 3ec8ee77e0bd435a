"""Tells systemd how a service stands, over the socket named in $NOTIFY_SOCKET.

Without that variable (no systemd, or a unit whose NotifyAccess= is none) every call does nothing. The words are those
of sd_notify(3).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

from common.output.printable import printable

_READY = "READY=1"
_STOPPING = "STOPPING=1"
_ALIVE = "WATCHDOG=1"


class Notifier:
    """Sends states; never raises and never blocks: a service must not fail because its supervisor does not listen.

    Each method returns whether the message was handed to the socket.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self.watchdog_seconds = _watchdog_seconds(environ)
        """Within this long systemd wants to hear alive(); None: it does not ask for it."""

    def ready(self, status: str | None = None) -> bool:
        """The service does its duty from now on; `status` is one line for `systemctl status`."""
        # A line break inside of it would begin another assignment.
        return self._send(_READY if status is None else f"{_READY}\nSTATUS={printable(status)}")

    def doing(self, status: str) -> bool:
        """One line for `systemctl status`, of a service that is ready."""
        return self._send(f"STATUS={printable(status)}")

    def status(self, status: str, *, start_seconds: float) -> bool:
        """One line for `systemctl status`; a start under way may take `start_seconds` more from now on."""
        return self._send(f"STATUS={printable(status)}\nEXTEND_TIMEOUT_USEC={round(start_seconds * 1_000_000)}")

    def alive(self) -> bool:
        """The event loop runs."""
        return self._send(_ALIVE)

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


def _watchdog_seconds(environ: Mapping[str, str]) -> float | None:
    """sd_watchdog_enabled(3): WATCHDOG_USEC, and WATCHDOG_PID, which is this process or not said."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    if not microseconds.isdecimal() or environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(microseconds) / 1_000_000 or None


def _address(text: str) -> str | None:
    """A path, or an abstract name written with a leading "@"."""
    if text.startswith("@"):
        return "\0" + text[1:]
    return text if text.startswith("/") else None
