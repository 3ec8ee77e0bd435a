"""What every broker for tests can do."""

from __future__ import annotations

import uuid
from typing import Protocol

_VHOSTS_AT_ONCE = 6  # a call costs more than a vhost


class RabbitServer(Protocol):
    """One broker. `stop` and `start` keep durable queues and the address."""

    url: str

    def vhost(self) -> str:
        """The URL of a fresh, empty vhost."""

    def leave(self, url: str) -> None:
        """Nobody needs this vhost any more; it may go. A hundred of them with our queues keep the broker busy."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def kill(self) -> None:
        """End without a chance to tidy up."""

    def restart(self) -> None: ...
    def close(self) -> None: ...

    def ctl(self, *words: str, stdin: str = "") -> str:
        """What rabbitmqctl does with these words; its output. Skips where only an address was given. A node of this
        machine is asked by a command line that stays loaded."""

    def command(self, *words: str, stdin: str = "") -> str:
        """As ctl, by the program itself: a second of the processor. For tests of what the program calls."""


class FreshVhosts:
    """Keeps a few vhosts ready, made in one call, in which those go that were left."""

    url: str

    def __init__(self) -> None:
        self._ready: list[str] = []
        self._left: list[str] = []

    def ctl(self, *words: str, stdin: str = "") -> str:
        raise NotImplementedError

    def command(self, *words: str, stdin: str = "") -> str:
        return self.ctl(*words, stdin=stdin)

    def vhost(self) -> str:
        if not self._ready:
            names = [f"t-{uuid.uuid4().hex[:10]}" for _ in range(_VHOSTS_AT_ONCE)]
            left, self._left = self._left, []
            allow = (
                'rabbit_auth_backend_internal:set_permissions(<<"guest">>, V, <<".*">>, <<".*">>, <<".*">>, <<"test">>)'
            )
            go = f'lists:foreach(fun(V) -> catch rabbit_vhost:delete(V, <<"test">>) end, {_erlang(left)})'
            come = f'lists:foreach(fun(V) -> rabbit_vhost:add(V, <<"test">>), {allow} end, {_erlang(names)})'
            self.ctl("eval", f"{go}, {come}.")
            self._ready = names
        return f"{self.url.rstrip('/')}/{self._ready.pop(0)}"

    def leave(self, url: str) -> None:
        self._left.append(url.rpartition("/")[2])


def _erlang(names: list[str]) -> str:
    """A list of binaries."""
    return "[" + ", ".join(f'<<"{name}">>' for name in names) + "]"
