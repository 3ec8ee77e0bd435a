"""A picture's address as it may be kept and shown. Pure."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

_LOST = re.compile(r"[\t\r\n]")
"""Whoever reads an address leaves these out, so that a host is found as if they were not there."""


def picture_address(written: str) -> str | None:
    """The address without user and password; what nobody can see in it (control characters, marks that turn the text
    round) percent-encoded, as a browser asks for it. None when it cannot be read as a web address, whole with its host:
    a machine may report file:///etc/passwd, and whoever shows or keeps pictures would take it from their own disk.
    """
    written = _LOST.sub("", written)
    try:
        parts = urlsplit(written)
    except ValueError:
        return None
    host = parts.netloc
    if parts.scheme not in {"http", "https"} or not host.rpartition("@")[2]:
        return None
    without = written.replace(host, host.rpartition("@")[2], 1) if "@" in host else written
    return without if without.isprintable() else "".join(map(_shown, without))


def _shown(mark: str) -> str:
    return mark if mark.isprintable() else quote(mark, safe="", errors="ignore")
