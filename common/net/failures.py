"""Turns what httpcore, ssl and the system raise into CrawlErrors."""

from __future__ import annotations

import errno
import ssl

import httpcore

from common.errors import CrawlError, ErrorCode, Unanswered, Unproven
from common.net.proxied.handshake import TunnelTimeout
from common.output.causes import causes_of
from common.output.no_handles import no_handles_left

_NO_WAY = frozenset({errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTUNREACH})


def crawl_error(error: Exception, host: str) -> CrawlError:
    """The crawl error for what httpcore, ssl or the system raised while talking to `host`."""
    causes = list(causes_of(error))
    refusal = next((cause for cause in causes if isinstance(cause, CrawlError)), None)
    if refusal:
        return refusal
    if isinstance(error, httpcore.RemoteProtocolError):
        return _broken_answer(host, _last_words(causes))
    if unproven := next((cause for cause in causes if isinstance(cause, ssl.SSLCertVerificationError)), None):
        return Unproven(host, unproven.verify_message)
    code, words = _said(error, causes)
    if code is ErrorCode.TIMEOUT or any(isinstance(one, OSError) and one.errno in _NO_WAY for one in causes):
        return Unanswered(code, f"{host}: {words}", host=host)
    return CrawlError(code, f"{host}: {words}")


def _said(error: Exception, causes: list[BaseException]) -> tuple[ErrorCode, str]:
    if spent := no_handles_left(error):
        return ErrorCode.NO_MEANS, f"not connected: {spent}"
    last_words = _last_words(causes)
    for cause in causes:
        if isinstance(cause, ConnectionRefusedError):
            return ErrorCode.CONNECTION_REFUSED, "the connection was refused"
    # Before TLS: a read that timed out carries ssl's own "want read" in its context.
    if isinstance(error, TunnelTimeout):
        return ErrorCode.TIMEOUT, str(error)
    if isinstance(error, httpcore.TimeoutException | TimeoutError):
        return ErrorCode.TIMEOUT, f"no {_awaited(error)} in time"
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ErrorCode.NETWORK_ERROR, f"TLS failed: {last_words}"
    if isinstance(error, httpcore.LocalProtocolError):
        return ErrorCode.INVALID_URL, f"the request cannot be sent: {last_words}"
    return ErrorCode.NETWORK_ERROR, last_words


def _broken_answer(host: str, words: str) -> CrawlError:
    # A connection that was cut is worth another try; an answer that is not HTTP is not.
    cut = "without sending" in words or "disconnected" in words or "closed connection" in words
    if cut:
        return CrawlError(ErrorCode.NETWORK_ERROR, f"{host}: the answer was cut short: {words}")
    return CrawlError(ErrorCode.INVALID_RESPONSE, f"{host}: not valid HTTP: {words}")


def _awaited(error: Exception) -> str:
    if isinstance(error, httpcore.ConnectTimeout):
        return "connection"
    return "free connection" if isinstance(error, httpcore.PoolTimeout) else "answer"


def _last_words(causes: list[BaseException]) -> str:
    return next((str(cause)[:160] for cause in causes if str(cause)), type(causes[0]).__name__)
