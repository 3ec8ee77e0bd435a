"""The listening socket: connections that are too many are closed as they come, before TLS has begun.

asyncio tells of a connection when its TLS handshake is done, and waits a minute for that: whoever says nothing in it
would be counted by nobody. Without a file handle for the next one it would log thousands of errors a second.
"""

from __future__ import annotations

import errno
import logging
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gateway import metrics
from gateway.web.connections.addresses import Addresses
from gateway.web.once_a_minute import quieten

log = logging.getLogger("crawlfleet.connections")

MAX_CONNECTIONS = 5000
KEPT_HANDLES = 128
"""Of the files that a process may have open, for all that is no connection here: database, broker, logs, pages."""
FEW_HANDLES = 4
"""Where a process may have no more than KEPT_HANDLES, one in so many is for connections."""
PAUSE_SECONDS = 0.5
"""asyncio pauses for a second when there is no file handle, and asks on all the same until its round is over."""
_NONE_LEFT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_AT_ONCE = 100


def most_connections() -> int:
    """How many connections this process may hold."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource  # noqa: PLC0415  # not on Windows

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(files - KEPT_HANDLES, files // FEW_HANDLES))


class Entrance(socket.socket):
    """A listening socket. Where the loop accepts by itself (Windows) it is one like any other."""

    def __init__(self, family: int, *, per_address: int | None, most: int | None = None) -> None:
        """`most`: connections at once; None: as many as this process may hold."""
        # Named, for asyncio switches Nagle's waiting off on connections of sockets that say they are TCP: 40 ms an
        # answer.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        quieten(log.name)
        self._addresses = Addresses(per_address)
        self._most = most_connections() if most is None else most
        self._held = 0
        self._paused = -PAUSE_SECONDS

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may stay. Raises OSError: BlockingIOError when there is none now."""
        for _ in range(_AT_ONCE):
            came, address = self._next()
            key = self._enter(address[0])
            if key is not None:
                return _Counted(came, partial(self._leave, key)), address
            metrics.closed.labels("too_many").inc()
            came.close()
        raise BlockingIOError(errno.EAGAIN, "others have their turn")

    def _next(self) -> tuple[socket.socket, Any]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in _NONE_LEFT:
                raise
            now = time.monotonic()
            if now - self._paused >= PAUSE_SECONDS:
                self._paused = now
                raise
            raise BlockingIOError(errno.EAGAIN, "no file handle is left") from error

    def _enter(self, host: str) -> str | None:
        """As Addresses.enter; None too when there are as many connections as may be."""
        if self._held >= self._most:
            log.warning(
                "%d connections are open, as many as this process may hold: who comes now is turned away. If they are "
                "wanted, let it have more files open (LimitNOFILE= in the systemd unit, `ulimit -n` in a shell).",
                self._held,
            )
            return None
        key = self._addresses.enter(host, free=self._most - self._held)
        if key is not None:
            self._held += 1
        return key

    def _leave(self, key: str) -> None:
        self._held -= 1
        self._addresses.leave(key)


class _Counted(socket.socket):
    """A connection that is counted until it is closed."""

    def __init__(self, came: socket.socket, leave: Callable[[], None]) -> None:
        super().__init__(came.family, came.type, came.proto, fileno=came.detach())
        self._leave: Callable[[], None] | None = leave

    def close(self) -> None:
        super().close()
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()
