"""Erlang's register of nodes on this machine (epmd), which rabbitmqctl starts by itself where RabbitMQ does not run.

It would stay for good, and listen on every address of the machine.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_SECONDS = 2.0
_USUAL_PORT = 4369
_END = b"\x00\x01k"
"""One byte follows: KILL_REQ. It answers OK and ends, or NO while a node is registered."""


def loopback_alone() -> dict[str, str]:
    """The environment for rabbitmqctl: an epmd that it starts listens on loopback, unless the operator said where."""
    return {"ERL_EPMD_ADDRESS": "127.0.0.1", **os.environ}


@contextmanager
def none_left_behind() -> Iterator[None]:
    """An epmd that was not there before, and knows no node when this fails, ends with it."""
    port = _port()
    before = _answers(port)
    try:
        yield
    except BaseException:
        if not before:
            _end(port)
        raise


def _port() -> int:
    said = os.environ.get("ERL_EPMD_PORT", "")
    return int(said) if said.isascii() and said.isdigit() and 0 < int(said) < 65_536 else _USUAL_PORT


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_SECONDS):
        return True
    return False


def _end(port: int) -> None:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as asking:
        asking.sendall(_END)
        asking.recv(2)
