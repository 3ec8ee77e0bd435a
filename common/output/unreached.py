"""Why nobody was reached, in words for people: no library's, no errno, no source lines of OpenSSL's."""

from __future__ import annotations

import os
import socket
import ssl

from common.output.causes import causes_of
from common.output.no_handles import no_handles_left

REFUSED = "nothing listens there"
NO_NAME = "no address is known for that name"
NOT_TRUSTED = "its certificate is not trusted"
"""So begins what is said of a certificate; OpenSSL's reason follows."""


def why_unreached(error: BaseException) -> str:
    """One clause, such as `nothing listens there`. What the error itself says where its causes tell nothing better."""
    if handles := no_handles_left(error):
        return handles
    return next(filter(None, map(_known, causes_of(error))), None) or str(error) or type(error).__name__


def not_trusted(error: ssl.SSLCertVerificationError) -> str:
    """That a certificate is refused, and why."""
    return f"{NOT_TRUSTED}: {error.verify_message.rstrip('.') or 'it does not fit'}"


def _known(error: BaseException) -> str | None:
    if isinstance(error, ssl.SSLCertVerificationError):
        return not_trusted(error)
    if isinstance(error, ssl.SSLError):
        return "it speaks no TLS that fits; see whether https:// is right for it"
    if isinstance(error, socket.gaierror):
        return NO_NAME
    if isinstance(error, ConnectionRefusedError):
        return REFUSED
    if isinstance(error, ConnectionResetError | BrokenPipeError):
        return "it closed the connection"
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return None
