"""How the gateway listens: which address, TLS by files, and cleartext only where nobody else can read it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from common.errors import CleartextRefused, ConfigError
from common.net.cleartext import may_be_cleartext
from common.settings import GatewaySettings

DEFAULT_LISTEN = "127.0.0.1:8787"
GRACE_SECONDS = 5
MAX_CONNECTIONS = 5000


def bind(settings: GatewaySettings, *, may: Callable[[str], bool] = may_be_cleartext) -> socket.socket:
    """The listening socket. Raises CleartextRefused, or ConfigError for an address that cannot be had."""
    listen = settings.listen or DEFAULT_LISTEN
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError) as error:
        raise ConfigError(f"gateway.listen = {listen}: {error}. Give an address of this machine and a port.") from None
    if settings.certificate_file is None and not settings.allow_cleartext and not may(str(address[0])):
        raise CleartextRefused(
            f"gateway.listen = {listen} is neither this machine alone nor Tailscale's own interface, and without TLS "
            "everybody on the way could read tokens and forge reports. Set gateway.certificate_file and key_file, "
            "listen on 127.0.0.1 behind a proxy that has TLS, or say gateway.allow_cleartext = true."
        )
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(1024)
    except OSError as error:
        bound.close()
        raise ConfigError(f"cannot listen on {listen}: {error}. Choose a free address for gateway.listen.") from None
    bound.setblocking(False)
    return bound


class Server(uvicorn.Server):
    """Leaves signals to whoever runs it: end it by `should_exit`."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def server(app: Starlette, settings: GatewaySettings) -> Server:
    """Raises ConfigError when the certificate or its key cannot be read."""
    logging.getLogger("uvicorn.access").disabled = True
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=settings.certificate_file,
        ssl_keyfile=settings.key_file,
    )
    try:
        config.load()
    except OSError as error:
        raise ConfigError(
            f"gateway.certificate_file {settings.certificate_file} and key_file {settings.key_file} cannot be read: "
            f"{error}. Give a PEM certificate chain and its key."
        ) from None
    return Server(config)
