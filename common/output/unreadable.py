"""Why a file was not of use, in words for people: no errno, no source lines of OpenSSL's. Each is one clause that names
the file; what to do about it, whoever wanted the file says."""

from __future__ import annotations

import os
import ssl
from pathlib import Path

from common.output.no_handles import no_handles_left

_CERTIFICATE = b"-----BEGIN CERTIFICATE-----"
_TRUSTED = b"-----BEGIN TRUSTED CERTIFICATE-----"
_KEY = b"PRIVATE KEY-----"
_MOST_BYTES = 4 * 1024 * 1024
"""Larger than any list of authorities; the file may be whatever somebody named."""


def why_unreadable(path: Path, error: OSError | UnicodeDecodeError) -> str:
    """`there is no file /etc/x`, say, for what reading `path` raised."""
    if isinstance(error, UnicodeDecodeError):
        return f"{path} is no text (UTF-8)"
    if handles := no_handles_left(error):
        return f"{path} was not read: {handles}"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no file {path}"
    if isinstance(error, PermissionError):
        return f"the user that this runs as may not read {path}"
    if isinstance(error, IsADirectoryError):
        return f"{path} is a folder"
    return f"{path} cannot be read ({os.strerror(error.errno) if error.errno else 'no reason is known'})"


def why_no_authorities(path: Path) -> str:
    """The same for a file of certificates that OpenSSL did not take."""
    return _why_not(path, (_CERTIFICATE, _TRUSTED), "certificate") or f"a certificate in {path} is damaged"


def why_no_pair(chain: Path, key: Path, error: OSError) -> str:
    """The same for a certificate chain and its key."""
    if why := _why_not(chain, (_CERTIFICATE, _TRUSTED), "certificate") or _why_not(key, (_KEY,), "private key"):
        return why
    if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
        return f"the key in {key} is not that of the first certificate in {chain}"
    return f"a certificate in {chain} or the key in {key} is damaged"


def _why_not(path: Path, marks: tuple[bytes, ...], what: str) -> str | None:
    """Why the file cannot be read or holds none of `marks`; None when it is not that."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as error:
        return why_unreadable(path, error)
    if any(mark in content for mark in marks):
        return None
    return f"there is no {what} in PEM form in {path}"
