"""The host, the path and the last word of an address; empty where it cannot be taken apart, as of a broken link."""

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


def local_name(text: str) -> str:
    """A word of a vocabulary without that one's address or prefix: "Product" of "https://schema.org/Product",
    "http://schema.org#Product" and "schema:Product".
    """
    return text.strip().rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
