"""Whose failure it was that a request through a proxy came to nothing. Pure.

The proxy's: nobody answers there, it refuses the password (407) or the connection, it is too slow to open the tunnel,
it speaks nonsense, or the TLS inside its tunnel is not the shop's (a proxy that reads along has no certificate for it).

In doubt: it says that it did not reach the shop, or the tunnel broke or fell silent with the answer under way; the shop
may be the reason. The same shop in doubt again does not count, so one shop that is down takes no proxy from the others.

Nobody's: what was refused before anything was sent, and every answer of the shop itself, 403 and 429 among them.
"""

from __future__ import annotations

import ssl
from enum import StrEnum

from common.errors import CrawlError, ErrorCode
from common.net.proxied.handshake import ProxyFailed
from common.net.proxied.opening import TunnelTimeout
from common.output.causes import causes_of

_DOUBTFUL = frozenset({ErrorCode.NETWORK_ERROR, ErrorCode.TIMEOUT, ErrorCode.CONNECTION_REFUSED})

_NO_TLS_ERROR = (ssl.SSLWantReadError, ssl.SSLWantWriteError, ssl.SSLEOFError, ssl.SSLZeroReturnError)
"""What only says that nothing came, or nothing more."""


class Blame(StrEnum):
    PROXY = "proxy"
    DOUBT = "doubt"


def blame_of(error: CrawlError) -> Blame | None:
    """None: the proxy has no part in it."""
    chain = list(causes_of(error))
    if any(isinstance(cause, ProxyFailed | TunnelTimeout) for cause in chain):
        return Blame.PROXY
    if any(isinstance(cause, ssl.SSLError) and not isinstance(cause, _NO_TLS_ERROR) for cause in chain):
        return Blame.PROXY
    return Blame.DOUBT if error.code in _DOUBTFUL else None
