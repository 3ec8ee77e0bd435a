"""Tells systemd how a service stands, over the socket named in $NOTIFY_SOCKET.

Without that variable (no systemd, or a unit that is not Type=notify) every call does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

_READY = "READY=1"
_STOPPING = "STOPPING=1"
_WATCHDOG = "WATCHDOG=1"


class Notifier:
    """Sends states; never raises and never blocks: a service must not fail because its supervisor does not listen.

    Each method returns whether the message was handed to the socket.
    """

    def __init__(self, environ: Mapping[str, str] | None = None, *, pid: int | None = None) -> None:
        environ = os.environ if environ is None else environ
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self.watchdog_seconds = _watchdog_seconds(environ, os.getpid() if pid is None else pid)
        """How often at least systemd wants to hear watchdog(); None when it does not watch. Send at half of this."""

    def ready(self, status: str | None = None) -> bool:
        """The service does its duty from now on."""
        return self._send(_READY, status)

    def status(self, status: str) -> bool:
        """One line for `systemctl status`."""
        return self._send(None, status)

    def watchdog(self) -> bool:
        """Still alive."""
        return self._send(_WATCHDOG, None)

    def stopping(self, status: str | None = None) -> bool:
        """Ending in order."""
        return self._send(_STOPPING, status)

    def _send(self, state: str | None, status: str | None) -> bool:
        if self._address is None:
            return False
        # A line break would begin another assignment.
        lines = [state] if state else []
        if status:
            lines.append("STATUS=" + " ".join(status.split()))
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.setblocking(False)
                sender.sendto("\n".join(lines).encode("utf-8"), self._address)
        except OSError:
            return False
        return True


def _address(text: str) -> str | None:
    """A path, or an abstract name written with a leading "@"."""
    if text.startswith("@"):
        return "\0" + text[1:]
    return text if text.startswith("/") else None


def _watchdog_seconds(environ: Mapping[str, str], pid: int) -> float | None:
    """None as well when the watchdog was meant for another process (WATCHDOG_PID, inherited)."""
    try:
        microseconds = int(environ.get("WATCHDOG_USEC", "0"))
        meant_for = int(environ.get("WATCHDOG_PID", pid))
    except ValueError:
        return None
    return microseconds / 1_000_000 if microseconds > 0 and meant_for == pid else None
