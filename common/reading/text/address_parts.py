"""The host and the path of an address; empty where it cannot be taken apart, as of a broken link."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit


def host_of(url: str) -> str:
    """The host in small letters."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def path_of(url: str) -> str:
    """The path as it is meant: "/blue cup" of "/blue%20cup"."""
    try:
        return unquote(urlsplit(url).path)
    except ValueError:
        return ""
