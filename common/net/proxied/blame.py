"""Whose failure it was that a request through a proxy came to nothing. Pure.

The proxy's: nobody answers there, it refuses the password (407) or the connection, it is too slow to open the tunnel,
or it speaks nonsense.

In doubt: it says that it did not reach the shop, or the tunnel broke or fell silent with the answer under way; the shop
may be the reason. The same shop in doubt again does not count, so one shop that is down takes no proxy from the others.
So may it be of TLS inside the tunnel that is not the shop's: the proxy reads along, or the shop has no right
certificate. What other proxies meet decides then (unproven.py).

Nobody's: what was refused before anything was sent, and every answer of the shop itself, 403 and 429 among them. A
certificate that has run out, or holds only later, is such an answer: nobody but the shop has one that is right in all
else, which is looked at before its days.
"""

from __future__ import annotations

import ssl
from enum import StrEnum

from common.errors import CrawlError, ErrorCode
from common.net.proxied.handshake import ProxyFailed, TunnelTimeout
from common.output.causes import causes_of

_DOUBTFUL = frozenset({ErrorCode.NETWORK_ERROR, ErrorCode.TIMEOUT, ErrorCode.CONNECTION_REFUSED})

_NO_TLS_ERROR = (ssl.SSLWantReadError, ssl.SSLWantWriteError, ssl.SSLEOFError, ssl.SSLZeroReturnError)
"""What only says that nothing came, or nothing more."""


class Blame(StrEnum):
    PROXY = "proxy"
    DOUBT = "doubt"


_OF_ITS_DAYS = frozenset({9, 10})
"""X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED. OpenSSL looks at issuer and name before."""


def blame_of(error: CrawlError) -> Blame | None:
    """None: the proxy has no part in it."""
    if any(isinstance(cause, ProxyFailed | TunnelTimeout) for cause in causes_of(error)):
        return Blame.PROXY
    if tls := _tls_error(error):
        return None if _of_its_days(tls) else Blame.DOUBT
    return Blame.DOUBT if error.code in _DOUBTFUL else None


def tls_unproven(error: CrawlError) -> bool:
    """Whether the other end of the tunnel did not prove that it is the shop, and the request was not sent."""
    tls = _tls_error(error)
    return tls is not None and not _of_its_days(tls)


def _tls_error(error: CrawlError) -> ssl.SSLError | None:
    causes = (cause for cause in causes_of(error) if isinstance(cause, ssl.SSLError))
    return next((cause for cause in causes if not isinstance(cause, _NO_TLS_ERROR)), None)


def _of_its_days(error: ssl.SSLError) -> bool:
    return isinstance(error, ssl.SSLCertVerificationError) and error.verify_code in _OF_ITS_DAYS
