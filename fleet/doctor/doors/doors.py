"""How a door of this machine is asked whether it answers: the console's, the volunteers'."""

from __future__ import annotations

import ssl
from pathlib import Path

from common.errors import ConfigError
from common.output.unreadable import why_no_authorities

EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104  # looked at, never listened on
WAIT_SECONDS = 5.0
PEM_STEP = "name a PEM certificate chain there that the door's user and you may read"


def url_here(listen: str | None, *, tls: bool) -> str | None:
    """None where it is not said, or where any port is taken."""
    if listen is None:
        return None
    host, _, port = listen.rpartition(":")
    if not int(port):
        return None
    return f"{'https' if tls else 'http'}://{EVERY_ADDRESS.get(host, host)}:{port}"


def trusting(certificate: Path | None) -> ssl.SSLContext | bool:
    """The very certificate of the settings, under whatever name this machine is asked. Raises ConfigError, one clause
    that names the file, without it."""
    if certificate is None:
        return True
    try:
        context = ssl.create_default_context(cafile=certificate)
    except OSError:
        raise ConfigError(why_no_authorities(certificate)) from None
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context
