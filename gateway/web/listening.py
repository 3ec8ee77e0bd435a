"""How a door listens, the gateway's or the console's: its address, TLS by files, cleartext only where nobody reads."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import uvicorn
from starlette.types import ASGIApp

from common.errors import CleartextRefused, ConfigError
from common.net.cleartext import may_be_cleartext
from gateway.web.certificate import Certificate
from gateway.web.connections.entrance import MAX_CONNECTIONS, Entrance
from gateway.web.connections.patience import Patience, patient_protocol
from gateway.web.once_a_minute import quieten
from gateway.web.stopping import Stopping

DEFAULT_LISTEN = "127.0.0.1:8787"
GRACE_SECONDS = 5
LOOK_TICKS = 600
"""Once a minute, whether the certificate's files have changed."""


class Listening(Protocol):
    """What `[gateway]` and `[console]` have in common."""

    @property
    def listen(self) -> str | None: ...
    @property
    def certificate_file(self) -> Path | None: ...
    @property
    def key_file(self) -> Path | None: ...
    @property
    def allow_cleartext(self) -> bool: ...


def bind(
    settings: Listening,
    *,
    section: str = "gateway",
    default: str = DEFAULT_LISTEN,
    may: Callable[[str], bool] = may_be_cleartext,
    patience: Patience | None = None,
) -> socket.socket:
    """The listening socket. `section` is what errors call the settings, `patience` as server() has it.

    Raises CleartextRefused, or ConfigError for an address that cannot be had."""
    listen = settings.listen or default
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        why = error.strerror or error
        raise ConfigError(f"{section}.listen = {listen}: {why}. Give an address of this machine and a port.") from None
    if settings.certificate_file is None and not settings.allow_cleartext and not may(str(address[0])):
        raise CleartextRefused(
            f"{section}.listen = {listen} is neither this machine alone nor Tailscale's own interface, and without TLS "
            f"everybody on the way could read along and forge. Set {section}.certificate_file and key_file, "
            f"listen on 127.0.0.1 behind a proxy that has TLS, or say {section}.allow_cleartext = true."
        )
    bound = Entrance(family, per_address=(patience or Patience()).per_address)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(1024)
    except OSError as error:
        bound.close()
        why = error.strerror or error
        step = f"choose a free address for {section}.listen."
        if error.errno == errno.EADDRINUSE:
            step = f"perhaps `crawlfleet up` or another `crawlfleet {section}` serves it already; else {step}"
        raise ConfigError(f"cannot listen on {listen}: {why}. {step[0].upper()}{step[1:]}") from None
    bound.setblocking(False)
    return bound


class Server(uvicorn.Server):
    """Leaves signals to whoever runs it: end it by `should_exit`. A certificate that is renewed is taken up."""

    def __init__(
        self, config: uvicorn.Config, certificate: Certificate | None, *, look_ticks: int = LOOK_TICKS
    ) -> None:
        super().__init__(config)
        self._certificate = certificate
        self._look_ticks = look_ticks

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        if self._certificate and self.config.ssl and counter % self._look_ticks == 0:
            self._certificate.look_again(self.config.ssl)
        return await super().on_tick(counter)


def server(
    app: ASGIApp,
    settings: Listening,
    *,
    section: str = "gateway",
    patience: Patience | None = None,
    look_ticks: int = LOOK_TICKS,
) -> Server:
    """`patience`: with connections; None: as Patience says. `look_ticks`: tenths of a second between two looks at the
    certificate's files.

    Raises ConfigError when the certificate or its key cannot be used.
    """
    chain, key = settings.certificate_file, settings.key_file
    certificate = Certificate(chain, key, section=section) if chain and key else None
    logging.getLogger("uvicorn.access").disabled = True
    quieten()
    config = uvicorn.Config(
        Stopping(app),
        http=patient_protocol(patience or Patience()),
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=chain,
        ssl_keyfile=key,
    )
    config.load()
    return Server(config, certificate, look_ticks=look_ticks)
